/* Tags and the dictionary: pairs of both widths, each way in which tags are faulty, and dictionaries made smaller by
 * listed keys, ranges of features and geometry types, which must name the same properties as the whole one. MVT 4.4. */
#include "block_check.h"
#include "blocks.h"
#include "test.h"

static void put_tagged_feature(message *layer, const uint32_t *tags, uint32_t count) {
    message feature = message_over((uint8_t[2048]){0}, 2048);
    put_varint_field(&feature, FEATURE_TYPE, POINT);
    put_packed(&feature, FEATURE_TAGS, tags, count);
    PUT_PACKED(&feature, FEATURE_GEOMETRY, MOVE_TO(1), 2, 2);
    put_message(layer, LAYER_FEATURES, &feature);
}

#define PUT_TAGGED_FEATURE(layer, ...)                                                                                 \
    put_tagged_feature((layer), (const uint32_t[]){__VA_ARGS__},                                                       \
                       (uint32_t)(sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)))

static message tile_of(const message *layer) {
    message tile = message_new();
    put_message(&tile, TILE_LAYERS, layer);
    return tile;
}

static void put_dictionary(message *layer) {
    put_string(layer, LAYER_KEYS, "a");
    put_string(layer, LAYER_KEYS, "b");
    put_string_value(layer, "x");
    put_string_value(layer, "y");
    put_string_value(layer, "z");
}

static void decode_sound(const message *tile, const test_request *request) {
    CHECK_EQUAL(decode(tile, request), TW_OK);
    const char *fault = block_fault(tw_result()->block, tw_result()->block_length);
    if (fault) printf("%s\n", fault);
    CHECK(!fault);
}

static test_request request_for_properties(void) {
    tw_options options = options_for(0);
    return request_for_all(&options);
}

/* ---- faulty tags ------------------------------------------------------------------------------------------------- */

/* Each fault, between good features: what is whole and in range is kept. */
static void keeps_what_is_right(void) {
    message_reset();
    message layer = message_new();
    put_layer_head(&layer, "layer");
    PUT_TAGGED_FEATURE(&layer, 0, 0);                                       /* 0 */
    PUT_TAGGED_FEATURE(&layer, 0, 1, 1);                                    /* 1: odd */
    PUT_TAGGED_FEATURE(&layer, 1);                                          /* 2: odd, nothing left */
    PUT_TAGGED_FEATURE(&layer, 2, 0, 1, 2);                                 /* 3: key beyond */
    PUT_TAGGED_FEATURE(&layer, 0, 3, 1, 2);                                 /* 4: value beyond */
    PUT_TAGGED_FEATURE(&layer, 0xFFFFFFFF, 0xFFFFFFFF);                     /* 5: both beyond: the key is named */
    PUT_TAGGED_FEATURE(&layer, 0, 0xFFFFFFFF, 1, 1, 70000);                 /* 6: value beyond, then odd */
    PUT_TAGGED_FEATURE(&layer, 0, 0, 0, 0);                                 /* 7: the same twice is fine */
    put_bytes_field(&layer, LAYER_FEATURES, "\x12\x04\x01\x01\x00\x80", 6); /* 8 */
    put_bytes_field(&layer, LAYER_FEATURES, "\x12\x03\x01\x01\x80", 5);     /* 9 */
    put_bytes_field(&layer, LAYER_FEATURES, "\x12\x0D\x01\x01\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00",
                    15);                                                        /* 10 */
    put_bytes_field(&layer, LAYER_FEATURES, "\x12\x05\x81\x80\x00\x82\x00", 7); /* 11: padded */
    put_bytes_field(&layer, LAYER_FEATURES, "\x12\x00", 2);                     /* 12: none */
    PUT_TAGGED_FEATURE(&layer, 1, 2);                                           /* 13 */
    put_dictionary(&layer);
    message tile = tile_of(&layer);
    test_request request = request_for_properties();
    decode_sound(&tile, &request);
    CHECK_COLUMN(layer_at(0), TW_COLUMN_TAG_OFFSETS, 0, 0, 1, 2, 2, 3, 4, 4, 5, 7, 8, 9, 10, 11, 11, 12);
    CHECK_COLUMN(layer_at(0), TW_COLUMN_TAG_PAIRS, 0, 0, 0, 0, 1, 1, 2, 1, 2, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2,
                 1, 2);
    static const struct {
        uint32_t feature;
        tw_status code;
    } problems[] = {{1, TW_TAGS_ODD},
                    {2, TW_TAGS_ODD},
                    {3, TW_TAGS_KEY_OUT_OF_RANGE},
                    {4, TW_TAGS_VALUE_OUT_OF_RANGE},
                    {5, TW_TAGS_KEY_OUT_OF_RANGE},
                    {6, TW_TAGS_VALUE_OUT_OF_RANGE},
                    {6, TW_TAGS_ODD},
                    {8, TW_TAGS_TRUNCATED},
                    {9, TW_TAGS_TRUNCATED},
                    {10, TW_TAGS_BAD_VARINT}};
    uint32_t count = sizeof problems / sizeof problems[0];
    CHECK_EQUAL(problem_count(), count);
    for (uint32_t i = 0; i < count; i++) {
        CHECK_STRING(tw_status_name(problem_code(i)), tw_status_name(problems[i].code));
        CHECK(problem_at(i) && problem_at(i)->feature == problems[i].feature);
    }
}

/* In strict mode the first fault in the order of features and of tags is the error, in every build. */
static void strict_mode_names_the_first_fault(void) {
    static const struct {
        uint32_t first[4], second[4];
        uint32_t first_count, second_count;
        tw_status status;
    } rows[] = {
        {{9, 0, 0, 0}, {0, 0, 0}, 4, 3, TW_TAGS_KEY_OUT_OF_RANGE},
        {{0, 9}, {0}, 2, 1, TW_TAGS_VALUE_OUT_OF_RANGE},
        {{0}, {9, 9}, 1, 2, TW_TAGS_ODD},
        {{9, 0, 1}, {0, 0}, 3, 2, TW_TAGS_KEY_OUT_OF_RANGE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        message_reset();
        message layer = message_new();
        put_layer_head(&layer, "layer");
        PUT_TAGGED_FEATURE(&layer, 0, 0);
        put_tagged_feature(&layer, rows[i].first, rows[i].first_count);
        put_tagged_feature(&layer, rows[i].second, rows[i].second_count);
        put_dictionary(&layer);
        message tile = tile_of(&layer);
        test_request request = request_for_properties();
        request_be_strict(&request);
        CHECK_STRING(tw_status_name(decode(&tile, &request)), tw_status_name(rows[i].status));
        CHECK_EQUAL(tw_result()->error_feature, 1);
    }
}

static void a_layer_without_dictionary_has_no_tags(void) {
    message_reset();
    message layer = message_new();
    put_layer_head(&layer, "layer");
    PUT_TAGGED_FEATURE(&layer, 0, 0);
    message tile = tile_of(&layer);
    test_request request = request_for_properties();
    decode_sound(&tile, &request);
    CHECK_COLUMN(layer_at(0), TW_COLUMN_TAG_OFFSETS, 0, 0, 0);
    CHECK_EQUAL(problem_code(0), TW_TAGS_KEY_OUT_OF_RANGE);
}

/* ---- wide tables ------------------------------------------------------------------------------------------------- */

/* A layer of so many empty keys and values; its feature's tags name the last of both. With `faulty`, another feature's
 * name one more. */
static message large_tile(uint32_t keys, uint32_t values, bool faulty) {
    static uint8_t memory[2][1 << 19];
    message layer = message_over(memory[0], 1 << 19);
    message tile = message_over(memory[1], 1 << 19);
    put_layer_head(&layer, "layer");
    PUT_TAGGED_FEATURE(&layer, keys - 1, values - 1, 0, 0, keys / 2, values / 2);
    if (faulty) PUT_TAGGED_FEATURE(&layer, keys, values, keys - 1, values, 0, 0);
    for (uint32_t i = 0; i < keys; i++)
        put_bytes(&layer, "\x1A\x00", 2);
    for (uint32_t i = 0; i < values; i++)
        put_bytes(&layer, "\x22\x00", 2);
    put_message(&tile, TILE_LAYERS, &layer);
    return tile;
}

static void takes_the_width_that_the_tables_need(void) {
    static const struct {
        uint32_t keys, values;
        uint8_t type;
    } rows[] = {{2, 2, TW_U16},     {128, 16384, TW_U16}, {65535, 65535, TW_U16},
                {65536, 3, TW_U32}, {3, 65536, TW_U32},   {70000, 70000, TW_U32}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t keys = rows[i].keys;
        uint32_t values = rows[i].values;
        test_request request = request_for_properties();
        message good = large_tile(keys, values, false);
        decode_sound(&good, &request);
        CHECK_COLUMN(layer_at(0), TW_COLUMN_TAG_PAIRS, 0, (int32_t)keys - 1, (int32_t)values - 1, 0, 0,
                     (int32_t)keys / 2, (int32_t)values / 2);
        CHECK_EQUAL(problem_code(0), TW_VALUE_EMPTY);
        message tile = large_tile(keys, values, true);
        decode_sound(&tile, &request);
        CHECK_EQUAL(column_at(layer_at(0), TW_COLUMN_TAG_PAIRS, 0)->type, rows[i].type);
        CHECK_COLUMN(layer_at(0), TW_COLUMN_TAG_PAIRS, 0, (int32_t)keys - 1, (int32_t)values - 1, 0, 0,
                     (int32_t)keys / 2, (int32_t)values / 2, 0, 0);
        CHECK_EQUAL(problem_at(0) ? problem_at(block_header()->problems_stored - 1)->code : 0, TW_VALUE_EMPTY);
        CHECK_EQUAL(problem_code(0), TW_TAGS_KEY_OUT_OF_RANGE);
        CHECK_EQUAL(problem_code(1), TW_TAGS_VALUE_OUT_OF_RANGE);
    }
}

/* ---- smaller dictionaries ---------------------------------------------------------------------------------------- */

enum { MANY_FEATURES = 60, MANY_KEYS = 9, MANY_VALUES = 40 };
static const char *const many_keys[MANY_KEYS] = {"name",        "",  "class",  "name", "height", "h",
                                                 "caf\xC3\xA9", "x", "bad\xFF"};

static uint32_t random_state = 123456789;

static uint32_t random_below(uint32_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state % limit;
}

static message many_tagged_features(void) {
    message_reset();
    message layer = message_new();
    put_layer_head(&layer, "layer");
    for (uint32_t i = 0; i < MANY_FEATURES; i++) {
        message feature = message_over((uint8_t[256]){0}, 256);
        uint32_t tags[16];
        uint32_t count = random_below(8) * 2;
        for (uint32_t t = 0; t < count; t++)
            tags[t] = random_below(t % 2 ? MANY_VALUES + 1 : MANY_KEYS + 1);
        put_varint_field(&feature, FEATURE_TYPE, random_below(3) + 1);
        put_packed(&feature, FEATURE_TAGS, tags, count);
        PUT_PACKED(&feature, FEATURE_GEOMETRY, MOVE_TO(1), 2, 2, LINE_TO(2), 2, 4, 4, 2, CLOSE_PATH);
        put_message(&layer, LAYER_FEATURES, &feature);
    }
    for (uint32_t i = 0; i < MANY_KEYS; i++)
        put_string(&layer, LAYER_KEYS, many_keys[i]);
    for (uint32_t i = 0; i < MANY_VALUES; i++) {
        message value = message_over((uint8_t[64]){0}, 64);
        char text[16];
        snprintf(text, sizeof text, "value %u", (unsigned)i);
        if (i % 2) put_string(&value, VALUE_STRING, text);
        if (i % 2 == 0) put_varint_field(&value, VALUE_UINT, i);
        put_message(&layer, LAYER_VALUES, &value);
    }
    return tile_of(&layer);
}

/* The properties of all features, by feature number, as text: what a dictionary stands for. */
static char property_texts[2][MANY_FEATURES][1024];

static uint32_t string_at(const tw_layer_record *layer, uint8_t bytes_kind, uint8_t offsets_kind, uint32_t number,
                          char *to) {
    const uint32_t *offsets = column_data(layer, offsets_kind, 0);
    const uint8_t *bytes = column_data(layer, bytes_kind, 0);
    bool in_units = column_at(layer, offsets_kind, 0)->flags & TW_STRINGS_UTF16;
    uint32_t at = 0;
    uint32_t units = 0;
    uint32_t length = 0;
    /* Walks to the string: a byte that continues a sequence counts no unit. */
    for (; bytes && at < column_count(layer, bytes_kind, 0); at++) {
        if (!in_units || (bytes[at] & 0xC0) != 0x80) units++;
        if (units > offsets[number] && units <= offsets[number + 1]) to[length++] = (char)bytes[at];
    }
    return length;
}

static void append_value(const tw_layer_record *layer, uint32_t number, char *to) {
    const uint8_t *types = column_data(layer, TW_COLUMN_VALUE_TYPES, 0);
    uint32_t strings = 0;
    uint32_t numbers = 0;
    for (uint32_t i = 0; i < number; i++) {
        strings += types[i] == 1;
        numbers += types[i] > 1;
    }
    if (types[number] == 1) {
        to[string_at(layer, TW_COLUMN_STRING_BYTES, TW_COLUMN_STRING_OFFSETS, strings, to)] = 0;
        return;
    }
    snprintf(to, 32, "%u", (unsigned)((const double *)column_data(layer, TW_COLUMN_VALUE_NUMBERS, 0))[numbers]);
}

static void write_properties(char texts[MANY_FEATURES][1024]) {
    memset(texts, 0, (size_t)MANY_FEATURES * 1024);
    const tw_layer_record *layer = layer_at(0);
    const uint32_t *offsets = column_data(layer, TW_COLUMN_TAG_OFFSETS, 0);
    const tw_column *pairs = column_at(layer, TW_COLUMN_TAG_PAIRS, 0);
    for (uint32_t row = 0; row < layer->row_count; row++) {
        char *to = texts[layer->first_feature + row];
        for (uint32_t i = offsets[row]; i < offsets[row + 1]; i++) {
            uint32_t key = (uint32_t)column_element(pairs, 2 * i);
            to += string_at(layer, TW_COLUMN_KEY_BYTES, TW_COLUMN_KEY_OFFSETS, key, to);
            *to++ = '=';
            append_value(layer, (uint32_t)column_element(pairs, 2 * i + 1), to);
            to += strlen(to);
            *to++ = ';';
        }
    }
}

/* Keeps the properties of listed keys only. */
static void filter(char *text, const char *const *keys, uint32_t key_count) {
    char kept[1024];
    uint32_t length = 0;
    for (const char *at = text; *at;) {
        const char *end = strchr(at, ';') + 1;
        size_t key_length = (size_t)(strchr(at, '=') - at);
        for (uint32_t i = 0; i < key_count; i++) {
            if (strlen(keys[i]) != key_length || memcmp(keys[i], at, key_length) != 0) continue;
            memcpy(kept + length, at, (size_t)(end - at));
            length += (uint32_t)(end - at);
            break;
        }
        at = end;
    }
    memcpy(text, kept, length);
    text[length] = 0;
}

static void check_smaller(const message *tile, uint32_t first, uint32_t count, uint8_t types, uint32_t listed) {
    static const char *const choices[] = {"name", "caf\xC3\xA9", "", "absent", "height", "bad\xFF"};
    tw_options options = options_for(0);
    test_request all = request_for_all(&options);
    decode_sound(tile, &all);
    write_properties(property_texts[0]);
    options.first_feature = first;
    options.feature_count = count;
    options.types = types;
    test_request request = request_for_all(&options);
    /* Keys may be listed twice, in any order, and be missing in the layer. */
    if (listed > 0) list_keys(&request, REQUEST_HEADER, choices, listed);
    decode_sound(tile, &request);
    write_properties(property_texts[1]);
    const tw_layer_record *layer = layer_at(0);
    const uint8_t *found_types = column_data(layer, TW_COLUMN_FEATURE_TYPES, 0);
    CHECK_EQUAL(layer->tile_key_count, MANY_KEYS);
    CHECK_EQUAL(layer->tile_value_count, MANY_VALUES);
    for (uint32_t i = 0; i < MANY_FEATURES; i++) {
        uint32_t row = i - layer->first_feature;
        bool wanted = row < layer->row_count && types >> found_types[row] & 1;
        if (!wanted) property_texts[0][i][0] = 0;
        if (listed > 0) filter(property_texts[0][i], choices, listed);
        CHECK_STRING(property_texts[1][i], property_texts[0][i]);
    }
}

static void smaller_dictionaries_name_the_same_properties(void) {
    for (uint32_t round = 0; round < 40; round++) {
        message tile = many_tagged_features();
        check_smaller(&tile, 0, TW_NONE, ALL_TYPES, round % 7);
        check_smaller(&tile, random_below(MANY_FEATURES), random_below(12), ALL_TYPES, round % 7);
        check_smaller(&tile, random_below(MANY_FEATURES), TW_NONE, (uint8_t)random_below(16), round % 7);
        check_smaller(&tile, 0, TW_NONE, (uint8_t)random_below(16), 0);
    }
}

/* What a range uses gets its numbers in the order of use; listed keys are there even where nothing uses them. */
static void numbers_what_is_used(void) {
    message_reset();
    message layer = message_new();
    put_layer_head(&layer, "layer");
    PUT_TAGGED_FEATURE(&layer, 0, 0);
    PUT_TAGGED_FEATURE(&layer, 1, 2, 1, 1);
    PUT_TAGGED_FEATURE(&layer, 1, 2, 0, 0);
    put_dictionary(&layer);
    message tile = tile_of(&layer);
    tw_options options = options_for(0);
    options.first_feature = 1;
    options.feature_count = 1;
    test_request request = request_for_all(&options);
    decode_sound(&tile, &request);
    CHECK_COLUMN(layer_at(0), TW_COLUMN_TAG_PAIRS, 0, 0, 0, 0, 1);
    CHECK_EQUAL(layer_at(0)->key_count, 1);
    CHECK_BYTES(column_data(layer_at(0), TW_COLUMN_KEY_BYTES, 0), "b", 1);
    CHECK_BYTES(column_data(layer_at(0), TW_COLUMN_STRING_BYTES, 0), "zy", 2);

    static const char *const keys[] = {"a", "absent"};
    list_keys(&request, REQUEST_HEADER, keys, 2);
    decode_sound(&tile, &request);
    CHECK_EQUAL(layer_at(0)->key_count, 1);
    CHECK_BYTES(column_data(layer_at(0), TW_COLUMN_KEY_BYTES, 0), "a", 1);
    CHECK_EQUAL(layer_at(0)->value_count, 0);
    CHECK(!column_at(layer_at(0), TW_COLUMN_TAG_PAIRS, 0));
}

int main(void) {
    RUN(keeps_what_is_right);
    RUN(strict_mode_names_the_first_fault);
    RUN(a_layer_without_dictionary_has_no_tags);
    RUN(takes_the_width_that_the_tables_need);
    RUN(smaller_dictionaries_name_the_same_properties);
    RUN(numbers_what_is_used);
    return test_report();
}
