/* Encoding to packed varints, every type: equal to the shortest encoding written plainly, and back again. */
#include "../../c-src/include/tilewasm_varint.h"
#include "test.h"
#include "varint_plain.h"

enum { MOST_VALUES = 400, MOST_BYTES = 10 * MOST_VALUES + (int)TW_ENCODE_SLACK };

static uint8_t input[8 * MOST_VALUES];
static uint8_t output[MOST_BYTES];
static uint8_t shortest[MOST_BYTES];
static uint64_t numbers[MOST_VALUES];
static uint64_t decoded[MOST_VALUES + TW_DECODE_SLACK];

/* The bits that a type's varint carries for a number of its width. */
static uint64_t plain_bits(uint64_t value, uint64_t before, uint32_t type) {
    if (type == TW_VARINT_INT32 && value >> 31) return value | 0xFFFFFFFF00000000u;
    if (!is_zigzag(type)) return value;
    if (is_delta(type)) value = cut_to_type(value - before, type);
    uint64_t sign = is_64_bit(type) ? value >> 63 : value >> 31;
    return sign ? cut_to_type(~value, type) * 2 + 1 : value * 2;
}

static bool encodes_right(uint32_t count, uint32_t type) {
    uint32_t size = is_64_bit(type) ? 8 : 4;
    /* Values end where their buffer ends; the room is what the contract asks for. */
    uint8_t *values = input + sizeof input - (size_t)count * size;
    uint8_t *end = shortest;
    for (uint32_t i = 0; i < count; i++) {
        memcpy(values + (size_t)i * size, &numbers[i], size);
        end = put_shortest(end, plain_bits(numbers[i], i > 0 ? numbers[i - 1] : 0, type));
    }
    uint32_t room = count * tw_longest_varint((tw_varint_type)type) + TW_ENCODE_SLACK;
    uint8_t *bytes = output + MOST_BYTES - room;
    uint64_t length = tw_encode_varints(values, count, (tw_varint_type)type, bytes);
    if (length != (uint64_t)(end - shortest) || memcmp(bytes, shortest, length) != 0) return false;
    plain_result back = decode_plainly(bytes, (uint32_t)length, type, decoded);
    if (back.status != TW_OK || back.count != count || memcmp(decoded, numbers, 8 * (size_t)count) != 0) return false;
    uint32_t found = 0;
    uint32_t fault = 0;
    uint8_t *copy = memcpy(shortest, bytes, length + TW_PADDING);
    tw_decode_varints(copy, (uint32_t)length, (tw_varint_type)type, decoded, &found, &fault);
    return found == count && memcmp(decoded, values, (size_t)count * size) == 0;
}

/* Fills `numbers` with what varints of the sizes of a mix decode to. */
static void draw_numbers(uint32_t count, uint32_t type, const size_mix *mix, uint32_t equal_size) {
    uint64_t before = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = equal_size ? equal_size : random_size(mix);
        uint64_t bits = size == 10 ? random_bits() | 1ull << 63 : random_bits() >> (64 - 7 * size);
        before = numbers[i] = plain_value(bits, before, type);
    }
}

static void every_count_and_size(void) {
    for (uint32_t type = 0; type < VARINT_TYPES; type++) {
        for (uint32_t size = 1; size <= 10; size++) {
            for (uint32_t count = 0; count <= 50; count++) {
                draw_numbers(count, type, NULL, size);
                CHECK(encodes_right(count, type));
            }
        }
    }
}

/* The least and the greatest value of each size, at every place among small ones. */
static void ends_of_every_size(void) {
    for (uint32_t type = 0; type < VARINT_TYPES; type++) {
        for (uint32_t bit = 0; bit < (is_64_bit(type) ? 64u : 32u); bit++) {
            for (uint32_t place = 0; place < 40; place++) {
                for (uint32_t i = 0; i < 40; i++)
                    numbers[i] = place % 3 ? random_below(64) : random_below(1u << 13);
                numbers[place] = 1ull << bit;
                CHECK(encodes_right(40, type));
                numbers[place] = (1ull << bit) - 1;
                CHECK(encodes_right(40, type));
                numbers[place] = cut_to_type(~(1ull << bit), type);
                CHECK(encodes_right(40, type));
                numbers[place] = cut_to_type(~(1ull << bit) + 1, type);
                CHECK(encodes_right(40, type));
            }
        }
    }
}

static void extremes(void) {
    static const uint64_t EXTREMES[] = {
        0,          1,          UINT64_MAX, 1ull << 63,      (1ull << 63) - 1, 1ull << 31, (1ull << 31) - 1,
        UINT32_MAX, 1ull << 32, 1ull << 56, (1ull << 56) - 1};
    for (uint32_t type = 0; type < VARINT_TYPES; type++) {
        for (uint32_t i = 0; i < 300; i++) {
            numbers[i] = cut_to_type(EXTREMES[random_below(sizeof EXTREMES / sizeof *EXTREMES)], type);
        }
        CHECK(encodes_right(300, type));
    }
}

static void random_arrays(void) {
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 100000; i++) {
        uint32_t type = i % VARINT_TYPES;
        uint32_t count = random_below(i % 64 ? 80 : MOST_VALUES);
        draw_numbers(count, type, &MIXES[random_below(MIX_COUNT)], 0);
        wrong += !encodes_right(count, type);
    }
    CHECK_EQUAL(wrong, 0);
}

int main(void) {
    RUN(every_count_and_size);
    RUN(ends_of_every_size);
    RUN(extremes);
    RUN(random_arrays);
    return test_report();
}
