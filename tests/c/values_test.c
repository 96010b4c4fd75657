/* Values of a layer's dictionary: all seven types, the ends of their ranges, more than one field, none, other wire
 * types, faults. MVT 4.1 and 4.4. */
#include "block_check.h"
#include "blocks.h"
#include "test.h"

#include <math.h>

/* A layer with the values that `put` adds. */
static message tile_with_values(void (*put)(message *layer)) {
    message_reset();
    message layer = message_new();
    message tile = message_new();
    put_layer_head(&layer, "layer");
    put(&layer);
    put_message(&tile, TILE_LAYERS, &layer);
    return tile;
}

static void decode_values(void (*put)(message *layer)) {
    message tile = tile_with_values(put);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    CHECK(!block_fault(tw_result()->block, tw_result()->block_length));
}

static double number_at(uint32_t i) {
    const double *numbers = column_data(layer_at(0), TW_COLUMN_VALUE_NUMBERS, 0);
    return numbers && i < column_count(layer_at(0), TW_COLUMN_VALUE_NUMBERS, 0) ? numbers[i] : -1e300;
}

static uint64_t bits_at(uint32_t i) {
    const uint64_t *numbers = column_data(layer_at(0), TW_COLUMN_VALUE_NUMBERS, 0);
    return numbers && i < column_count(layer_at(0), TW_COLUMN_VALUE_NUMBERS, 0) ? numbers[i] : 1;
}

static void put_varint_value(message *layer, uint32_t number, uint64_t value) {
    message inner = message_over((uint8_t[32]){0}, 32);
    put_varint_field(&inner, number, value);
    put_message(layer, LAYER_VALUES, &inner);
}

static void put_double_value(message *layer, double value) {
    message inner = message_over((uint8_t[32]){0}, 32);
    put_double(&inner, VALUE_DOUBLE, value);
    put_message(layer, LAYER_VALUES, &inner);
}

static void put_float_value(message *layer, float value) {
    message inner = message_over((uint8_t[32]){0}, 32);
    put_float(&inner, VALUE_FLOAT, value);
    put_message(layer, LAYER_VALUES, &inner);
}

static void put_one_of_each(message *layer) {
    put_string_value(layer, "1");
    put_float_value(layer, 1);
    put_double_value(layer, 1);
    put_varint_value(layer, VALUE_INT, 1);
    put_varint_value(layer, VALUE_UINT, 1);
    put_varint_value(layer, VALUE_SINT, 2);
    put_varint_value(layer, VALUE_BOOL, 1);
}

static void reads_all_seven_types(void) {
    decode_values(put_one_of_each);
    CHECK_COLUMN(layer_at(0), TW_COLUMN_VALUE_TYPES, 0, 1, 2, 3, 4, 5, 6, 7);
    CHECK_EQUAL(column_count(layer_at(0), TW_COLUMN_VALUE_NUMBERS, 0), 6);
    for (uint32_t i = 0; i < 6; i++)
        CHECK(number_at(i) == 1.0);
    CHECK_EQUAL(column_count(layer_at(0), TW_COLUMN_STRING_BYTES, 0), 1);
    CHECK_EQUAL(problem_count(), 0);
}

static const int64_t safe_integers[] = {0, 1, -1, 127, -128, INT32_MAX, INT32_MIN, (1LL << 53) - 1, -(1LL << 53) + 1};
static const int64_t big_integers[] = {1LL << 53, -(1LL << 53), INT64_MAX, INT64_MIN, (1LL << 53) + 1};
enum { SAFE = sizeof safe_integers / 8, BIG = sizeof big_integers / 8 };

static uint64_t zigzag64(int64_t value) {
    return (uint64_t)value << 1 ^ (uint64_t)(value >> 63);
}

static void put_integers(message *layer) {
    for (uint32_t i = 0; i < SAFE; i++)
        put_varint_value(layer, VALUE_INT, (uint64_t)safe_integers[i]);
    for (uint32_t i = 0; i < SAFE; i++)
        put_varint_value(layer, VALUE_SINT, zigzag64(safe_integers[i]));
    for (uint32_t i = 0; i < BIG; i++)
        put_varint_value(layer, VALUE_INT, (uint64_t)big_integers[i]);
    for (uint32_t i = 0; i < BIG; i++)
        put_varint_value(layer, VALUE_SINT, zigzag64(big_integers[i]));
    put_varint_value(layer, VALUE_UINT, (1ull << 53) - 1);
    put_varint_value(layer, VALUE_UINT, 1ull << 53);
    put_varint_value(layer, VALUE_UINT, UINT64_MAX);
}

static void keeps_integers_of_64_bits(void) {
    decode_values(put_integers);
    const uint8_t *types = column_data(layer_at(0), TW_COLUMN_VALUE_TYPES, 0);
    uint32_t at = 0;
    for (uint32_t i = 0; i < 2 * SAFE; i++, at++) {
        CHECK_EQUAL(types[at], i < SAFE ? 4 : 6);
        CHECK(number_at(at) == (double)safe_integers[i % SAFE]);
    }
    for (uint32_t i = 0; i < 2 * BIG; i++, at++) {
        CHECK_EQUAL(types[at], 128 + (i < BIG ? 4 : 6));
        CHECK_EQUAL(bits_at(at), big_integers[i % BIG]);
    }
    CHECK_EQUAL(types[at], 5);
    CHECK(number_at(at) == 9007199254740991.0);
    CHECK_EQUAL(types[at + 1], 128 + 5);
    CHECK_EQUAL(bits_at(at + 1), 1ll << 53);
    CHECK_EQUAL(types[at + 2], 128 + 5);
    CHECK(bits_at(at + 2) == UINT64_MAX);
}

static void put_reals(message *layer) {
    put_double_value(layer, -0.0);
    put_double_value(layer, (double)INFINITY);
    put_double_value(layer, -(double)INFINITY);
    put_double_value(layer, (double)NAN);
    put_double_value(layer, 5e-324);
    put_float_value(layer, 0.1F);
    put_float_value(layer, -0.0F);
    put_float_value(layer, -INFINITY);
    put_float_value(layer, 1e-45F);
}

static void keeps_reals_as_they_are(void) {
    decode_values(put_reals);
    CHECK(bits_at(0) == 1ull << 63);
    CHECK(number_at(1) == (double)INFINITY);
    CHECK(number_at(2) == -(double)INFINITY);
    CHECK(number_at(3) != number_at(3));
    CHECK(bits_at(4) == 1);
    CHECK(number_at(5) == (double)0.1F);
    CHECK(bits_at(6) == 1ull << 63);
    CHECK(number_at(7) == -(double)INFINITY);
    CHECK(number_at(8) == (double)1e-45F);
}

static void put_bools(message *layer) {
    put_varint_value(layer, VALUE_BOOL, 0);
    put_varint_value(layer, VALUE_BOOL, 1);
    put_varint_value(layer, VALUE_BOOL, 2);
    put_varint_value(layer, VALUE_BOOL, 1ull << 32);
    put_varint_value(layer, VALUE_BOOL, UINT64_MAX);
}

static void any_bit_makes_true(void) {
    decode_values(put_bools);
    CHECK_COLUMN(layer_at(0), TW_COLUMN_VALUE_TYPES, 0, 7, 7, 7, 7, 7);
    CHECK_COLUMN(layer_at(0), TW_COLUMN_VALUE_NUMBERS, 0, 0, 1, 1, 1, 1);
}

static void put_odd_values(message *layer) {
    message inner = message_over((uint8_t[1024]){0}, 1024);
    put_message(layer, LAYER_VALUES, &inner); /* no field */
    put_varint_field(&inner, 8, 1);
    put_string(&inner, VALUE_FLOAT, "1.0");
    put_varint_field(&inner, VALUE_STRING, 1);
    put_varint_field(&inner, VALUE_DOUBLE, 1);
    put_float(&inner, VALUE_INT, 1);
    put_message(layer, LAYER_VALUES, &inner); /* no field of a known type */
    inner.length = 0;
    put_string(&inner, VALUE_STRING, "first");
    put_varint_field(&inner, VALUE_INT, 7);
    put_message(layer, LAYER_VALUES, &inner); /* two: the last counts */
    inner.length = 0;
    put_varint_field(&inner, VALUE_INT, 7);
    put_string(&inner, VALUE_STRING, "a");
    put_string(&inner, VALUE_STRING, "last");
    put_message(layer, LAYER_VALUES, &inner);
    inner.length = 0;
    for (int i = 0; i < 300; i++) /* more fields than a byte counts */
        put_varint_field(&inner, VALUE_BOOL, 1);
    put_message(layer, LAYER_VALUES, &inner);
    inner.length = 0;
    put_varint_field(&inner, 9, 1);
    put_string(&inner, VALUE_STRING, "beside an unknown field");
    put_message(layer, LAYER_VALUES, &inner);
}

static void reads_values_with_no_field_or_more(void) {
    decode_values(put_odd_values);
    CHECK_COLUMN(layer_at(0), TW_COLUMN_VALUE_TYPES, 0, 0, 0, 4, 1, 7, 1);
    CHECK(number_at(0) == 7.0);
    CHECK(number_at(1) == 1.0);
    CHECK_BYTES(column_data(layer_at(0), TW_COLUMN_STRING_BYTES, 0), "lastbeside an unknown field", 27);
    CHECK_EQUAL(problem_count(), 5);
    static const tw_status codes[] = {TW_VALUE_EMPTY, TW_VALUE_EMPTY, TW_VALUE_AMBIGUOUS, TW_VALUE_AMBIGUOUS,
                                      TW_VALUE_AMBIGUOUS};
    for (uint32_t i = 0; i < 5; i++)
        CHECK_EQUAL(problem_code(i), codes[i]);
}

static const struct {
    const char *bytes;
    uint32_t length;
    tw_status status;
    uint32_t offset;
} faulty_values[] = {
    {"\x0A\x05"
     "abc",
     5, TW_BAD_LENGTH, 1},
    {"\x0A", 1, TW_TRUNCATED, 1},
    {"\x15\0\0\0", 4, TW_TRUNCATED, 0},
    {"\x19\0\0\0\0\0\0\0", 8, TW_TRUNCATED, 0},
    {"\x20\xFF", 2, TW_TRUNCATED, 1},
    {"\x20\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01", 12, TW_BAD_VARINT, 1},
    {"\x27", 1, TW_BAD_WIRE_TYPE, 0},
    {"\x00\x01", 2, TW_BAD_FIELD_NUMBER, 0},
    {"\x3B\x38\x01", 3, TW_BAD_GROUP, 0},
};

static void faults_in_values_are_errors(void) {
    for (size_t i = 0; i < sizeof faulty_values / sizeof faulty_values[0]; i++) {
        message_reset();
        message layer = message_new();
        message tile = message_new();
        put_layer_head(&layer, "layer");
        put_string_value(&layer, "good");
        put_bytes_field(&layer, LAYER_VALUES, faulty_values[i].bytes, faulty_values[i].length);
        put_message(&tile, TILE_LAYERS, &layer);
        CHECK_EQUAL(decode_all(&tile), faulty_values[i].status);
        CHECK_EQUAL(tw_result()->error_layer, 0);
        CHECK_EQUAL(tw_result()->error_feature, TW_NONE);
        CHECK_EQUAL(tw_result()->error_offset, tile.length - faulty_values[i].length + faulty_values[i].offset);
        /* Nobody looks where no properties were asked for. */
        tw_options options = options_for(TW_I32);
        options.properties = TW_PROPERTIES_NONE;
        test_request request = request_for_all(&options);
        CHECK_EQUAL(decode(&tile, &request), TW_OK);
        CHECK_EQUAL(layer_at(0)->tile_value_count, 2);
        CHECK_EQUAL(layer_at(0)->value_count, 0);
    }
}

static void strict_mode_refuses_odd_values(void) {
    message tile = tile_with_values(put_odd_values);
    tw_options options = options_for(TW_I32);
    test_request request = request_for_all(&options);
    request_be_strict(&request);
    CHECK_EQUAL(decode(&tile, &request), TW_VALUE_EMPTY);
    CHECK_EQUAL(tw_result()->error_layer, 0);
    CHECK_EQUAL(tw_result()->error_feature, TW_NONE);
}

int main(void) {
    RUN(reads_all_seven_types);
    RUN(keeps_integers_of_64_bits);
    RUN(keeps_reals_as_they_are);
    RUN(any_bit_makes_true);
    RUN(reads_values_with_no_field_or_more);
    RUN(faults_in_values_are_errors);
    RUN(strict_mode_refuses_odd_values);
    return test_report();
}
