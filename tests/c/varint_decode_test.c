/* Decoding of packed varints, every type, against a plain decoding of the same bytes. */
#include "../../c-src/include/tilewasm_varint.h"
#include "test.h"
#include "varint_plain.h"

enum { MOST_BYTES = 1024, MOST_VALUES = MOST_BYTES + (int)TW_DECODE_SLACK };

/* Buffers that hold a run exactly: it begins where they begin, or ends, with the promised padding, where they end. So
 * AddressSanitizer sees any byte read or written beyond what the contract allows. */
static uint8_t input[MOST_BYTES + TW_PADDING];
static uint64_t output[MOST_VALUES];
static uint64_t expected[MOST_BYTES];

static uint64_t value_at(const uint8_t *values, uint32_t index, uint32_t size) {
    uint64_t value = 0;
    memcpy(&value, values + (size_t)index * size, size);
    return value;
}

static bool decodes_at(const plain_result *plain, const uint8_t *bytes, uint32_t length, uint32_t type) {
    uint32_t size = is_64_bit(type) ? 8 : 4;
    /* As much room as the contract asks for. */
    uint32_t room = tw_count_varints(bytes, length) + TW_DECODE_SLACK;
    uint8_t *values = (uint8_t *)output + sizeof output - (size_t)room * size;
    uint32_t count = 0;
    uint32_t fault = 0;
    tw_status status = tw_decode_varints(bytes, length, (tw_varint_type)type, values, &count, &fault);
    if (status != plain->status || count != plain->count || fault != plain->fault) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (value_at(values, i, size) != expected[i]) return false;
    }
    return true;
}

/* Decodes as one type; around the run lie bytes `around`. */
static bool decodes_as(const uint8_t *content, uint32_t length, uint32_t type, uint8_t around) {
    plain_result plain = decode_plainly(content, length, type, expected);
    memset(input, around, sizeof input);
    memcpy(input, content, length);
    if (!decodes_at(&plain, input, length, type)) return false;
    memset(input, around, sizeof input);
    memcpy(input + MOST_BYTES - length, content, length);
    return decodes_at(&plain, input + MOST_BYTES - length, length, type);
}

static bool decodes_right(const uint8_t *content, uint32_t length) {
    static const uint8_t AROUND[] = {0x00, 0x7F, 0x80, 0xFF};
    for (uint32_t type = 0; type < VARINT_TYPES; type++) {
        if (!decodes_as(content, length, type, AROUND[(length + type) % 4])) return false;
    }
    return true;
}

static void every_size_and_bit(void) {
    uint8_t bytes[16];
    for (uint32_t size = 1; size <= 10; size++) {
        for (uint32_t bit = 0; bit < 64; bit++) {
            CHECK(decodes_right(bytes, (uint32_t)(put_varint(bytes, 1ull << bit, size) - bytes)));
            CHECK(decodes_right(bytes, (uint32_t)(put_varint(bytes, (2ull << bit) - 1, size) - bytes)));
        }
    }
}

/* The same bits at every place of a run that is long enough for every kernel, of one size and among others. */
static void every_bit_in_every_place(void) {
    uint8_t bytes[MOST_BYTES];
    for (uint32_t size = 1; size <= 10; size++) {
        for (uint32_t bit = 0; bit < 7 * size && bit < 64; bit++) {
            uint8_t *end = bytes;
            for (uint32_t i = 0; i < 80; i++)
                end = put_varint(end, i % 3 ? ~0ull : 1ull << bit, size);
            CHECK(decodes_right(bytes, (uint32_t)(end - bytes)));
            end = bytes;
            for (uint32_t i = 0; i < 80; i++)
                end = put_varint(end, 1ull << bit, i % 7 == 3 ? 1 + i % 10 : size);
            CHECK(decodes_right(bytes, (uint32_t)(end - bytes)));
        }
    }
}

static void runs_of_one_size_with_every_tail(void) {
    uint8_t bytes[MOST_BYTES];
    for (uint32_t size = 1; size <= 10; size++) {
        for (uint32_t count = 0; count <= 100; count++) {
            uint8_t *end = bytes;
            for (uint32_t i = 0; i < count; i++)
                end = put_varint(end, random_bits(), size);
            CHECK(decodes_right(bytes, (uint32_t)(end - bytes)));
        }
    }
}

static void one_long_varint_at_every_place(void) {
    uint8_t bytes[MOST_BYTES];
    for (uint32_t size = 2; size <= 10; size++) {
        for (uint32_t place = 0; place < 150; place++) {
            for (uint32_t others = 1; others <= 4; others += 3) {
                uint8_t *end = bytes;
                for (uint32_t i = 0; i < 150; i++)
                    end = put_varint(end, random_bits(), i == place ? size : others);
                CHECK(decodes_right(bytes, (uint32_t)(end - bytes)));
            }
        }
    }
}

static void cut_off_at_every_byte(void) {
    uint8_t bytes[MOST_BYTES];
    for (uint32_t mix = 0; mix < MIX_COUNT; mix++) {
        uint8_t *end = bytes;
        while (end < bytes + 200)
            end = put_varint(end, random_bits(), random_size(&MIXES[mix]));
        for (uint32_t length = 0; length <= (uint32_t)(end - bytes); length++)
            CHECK(decodes_right(bytes, length));
    }
}

/* Eleven bytes and more, at every place, whole and cut off. */
static void overlong_at_every_place(void) {
    uint8_t bytes[MOST_BYTES];
    for (uint32_t place = 0; place < 140; place++) {
        for (uint32_t size = 11; size <= 150; size += size < 14 ? 1 : 45) {
            uint8_t *end = bytes;
            for (uint32_t i = 0; i < place; i++)
                end = put_varint(end, random_bits(), 1 + random_below(place % 6 + 1));
            uint8_t *long_end = put_varint(end, random_bits(), size);
            end = put_varint(long_end, 1, 1);
            CHECK(decodes_right(bytes, (uint32_t)(end - bytes)));
            CHECK(decodes_right(bytes, (uint32_t)(long_end - 1 - bytes)));
            for (uint32_t i = 0; i < 70; i++)
                end = put_varint(end, random_bits(), 1 + random_below(5));
            CHECK(decodes_right(bytes, (uint32_t)(end - bytes)));
        }
    }
}

/* Runs whose kind of varints changes, a stretch each. */
static uint32_t random_run(uint8_t *bytes, uint32_t most) {
    uint32_t length = random_below(most);
    uint8_t *end = bytes;
    while (end + 10 <= bytes + length) {
        const size_mix *mix = &MIXES[random_below(MIX_COUNT)];
        uint32_t equal_size = random_below(4) ? 0 : 1 + random_below(10);
        for (uint32_t left = 1 + random_below(300); left > 0 && end + 10 <= bytes + length; left--) {
            end = put_varint(end, random_bits(), equal_size ? equal_size : random_size(mix));
        }
    }
    if (random_below(8) == 0 && end > bytes) end[-1] |= 0x80;
    return (uint32_t)(end - bytes);
}

static void random_runs(void) {
    uint8_t bytes[MOST_BYTES];
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 60000; i++)
        wrong += !decodes_right(bytes, random_run(bytes, i % 4 ? 300 : MOST_BYTES));
    CHECK_EQUAL(wrong, 0);
}

static void random_bytes(void) {
    uint8_t bytes[MOST_BYTES];
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 40000; i++) {
        uint32_t length = random_below(256);
        uint32_t continued = random_below(0x100);
        for (uint32_t k = 0; k < length; k++) {
            bytes[k] = (uint8_t)(random_below(0x80) | (random_below(0x100) < continued ? 0x80 : 0));
        }
        wrong += !decodes_right(bytes, length);
    }
    CHECK_EQUAL(wrong, 0);
}

static void counts_ends(void) {
    uint8_t bytes[200];
    for (uint32_t length = 0; length < sizeof bytes; length++) {
        uint32_t ends = 0;
        for (uint32_t i = 0; i < length; i++) {
            bytes[i] = (uint8_t)random_bits();
            ends += bytes[i] < 128;
        }
        CHECK_EQUAL(tw_count_varints(test_bytes(bytes, length, 0), length), ends);
    }
}

int main(void) {
    RUN(every_size_and_bit);
    RUN(every_bit_in_every_place);
    RUN(runs_of_one_size_with_every_tail);
    RUN(one_long_varint_at_every_place);
    RUN(cut_off_at_every_byte);
    RUN(overlong_at_every_place);
    RUN(random_runs);
    RUN(random_bytes);
    RUN(counts_ends);
    return test_report();
}
