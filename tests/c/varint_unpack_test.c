/* Unpacking against a plain reading of the same bytes: every length of a varint, every tail, every alignment, faults,
 * random runs. The plain reading is written from the protobuf specification and shares nothing with the library. */
#include "../../c-src/varint/unpack.h"
#include "test.h"
#include "varint_plain.h"

enum { MOST_BYTES = 400, LANES = MOST_BYTES + (int)TW_UNPACK_SLACK };

static uint64_t expected[LANES];

static bool equal_to_plain(const plain_result *plain, tw_status status, uint32_t count, const void *lanes,
                           uint32_t width) {
    if (status != plain->status || count != plain->count) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t value = width == 2 ? ((const uint16_t *)lanes)[i] : ((const uint32_t *)lanes)[i];
        if (value != expected[i]) return false;
    }
    return true;
}

/* The longest varint among whole ones, in bytes. */
static uint32_t longest_varint(const uint8_t *bytes, uint32_t length) {
    uint32_t longest = 0;
    uint32_t size = 0;
    for (uint32_t i = 0; i < length; i++) {
        size++;
        if (bytes[i] >= 0x80) continue;
        if (size > longest) longest = size;
        size = 0;
    }
    return longest;
}

/* Buffers that hold the run exactly: it begins where they begin, or ends, with the promised padding, where they end. So
 * AddressSanitizer sees any byte read or written beyond what the contract allows. */
static uint8_t input[MOST_BYTES + TW_PADDING];
static uint32_t output[LANES];

static bool unpacks_at(const plain_result *plain, uint8_t *bytes, uint32_t length, bool narrow) {
    uint32_t *lanes = output + (LANES - length - TW_UNPACK_SLACK);
    uint32_t count = 0;
    tw_status status = tw_unpack_uint32(bytes, length, lanes, &count);
    bool right = equal_to_plain(plain, status, count, lanes, 4);
    for (uint32_t guess = 2; guess <= 4; guess += 2) {
        uint32_t width = guess;
        status = tw_unpack_lanes(bytes, length, lanes, &count, &width);
        right = right && (width == 4 || (width == 2 && narrow)) && equal_to_plain(plain, status, count, lanes, width);
    }
    return right;
}

/* Unpacks in every way and compares; around the run lie bytes `around`. */
static bool unpacks_right(const uint8_t *content, uint32_t length, uint8_t around) {
    plain_result plain = decode_plainly(content, length, TW_VARINT_UINT32, expected);
    bool narrow = longest_varint(content, length) <= 2;
    memset(input, around, sizeof input);
    memcpy(input, content, length);
    bool right = unpacks_at(&plain, input, length, narrow);
    memset(input, around, sizeof input);
    memcpy(input + MOST_BYTES - length, content, length);
    return right && unpacks_at(&plain, input + MOST_BYTES - length, length, narrow);
}

static const uint8_t AROUND[] = {0x00, 0x7F, 0x80, 0xFF};

static bool unpacks_right_everywhere(const uint8_t *content, uint32_t length) {
    for (uint32_t i = 0; i < sizeof AROUND; i++) {
        if (!unpacks_right(content, length, AROUND[i])) return false;
    }
    return true;
}

static void every_size_of_one_varint(void) {
    uint8_t bytes[16];
    for (uint32_t size = 1; size <= 10; size++) {
        for (uint32_t bit = 0; bit < 64; bit++) {
            uint8_t *end = put_varint(bytes, 1ull << bit, size);
            CHECK(unpacks_right_everywhere(bytes, (uint32_t)(end - bytes)));
        }
        uint8_t *end = put_varint(bytes, UINT64_MAX, size);
        CHECK(unpacks_right_everywhere(bytes, (uint32_t)(end - bytes)));
    }
}

static void runs_of_one_size_with_every_tail(void) {
    uint8_t bytes[MOST_BYTES];
    for (uint32_t size = 1; size <= 10; size++) {
        for (uint32_t count = 0; count <= 35; count++) {
            uint8_t *end = bytes;
            for (uint32_t i = 0; i < count; i++)
                end = put_varint(end, random_bits(), size);
            CHECK(unpacks_right_everywhere(bytes, (uint32_t)(end - bytes)));
        }
    }
}

/* A varint of each size at each place of a run of one-byte ones. */
static void one_long_varint_at_every_place(void) {
    uint8_t bytes[MOST_BYTES];
    for (uint32_t size = 2; size <= 10; size++) {
        for (uint32_t place = 0; place < 40; place++) {
            uint8_t *end = bytes;
            for (uint32_t i = 0; i < 40; i++)
                end = put_varint(end, random_bits(), i == place ? size : 1);
            CHECK(unpacks_right_everywhere(bytes, (uint32_t)(end - bytes)));
        }
    }
}

static void cut_off_at_every_byte(void) {
    uint8_t bytes[MOST_BYTES];
    uint8_t *end = bytes;
    for (uint32_t i = 0; i < 40; i++)
        end = put_varint(end, random_bits(), 1 + i % 10);
    for (uint32_t length = 0; length <= (uint32_t)(end - bytes); length++) {
        CHECK(unpacks_right_everywhere(bytes, length));
    }
}

/* Eleven bytes and more, at every place, whole or cut off. */
static void overlong_at_every_place(void) {
    uint8_t bytes[MOST_BYTES];
    for (uint32_t place = 0; place < 40; place++) {
        for (uint32_t size = 11; size <= 30; size += 3) {
            uint8_t *end = bytes;
            for (uint32_t i = 0; i < place; i++)
                end = put_varint(end, random_bits(), 1 + random_below(3));
            uint8_t *long_end = put_varint(end, random_bits(), size);
            end = put_varint(long_end, 1, 1);
            CHECK(unpacks_right_everywhere(bytes, (uint32_t)(end - bytes)));
            CHECK(unpacks_right_everywhere(bytes, (uint32_t)(long_end - 1 - bytes)));
        }
    }
}

static uint32_t random_run(uint8_t *bytes, uint32_t most) {
    const size_mix *mix = &MIXES[random_below(MIX_COUNT)];
    uint32_t length = random_below(most);
    uint8_t *end = bytes;
    while (end + 10 <= bytes + length)
        end = put_varint(end, random_bits(), random_size(mix));
    if (random_below(8) == 0 && end > bytes) end[-1] |= 0x80;
    return (uint32_t)(end - bytes);
}

static void random_runs(void) {
    uint8_t bytes[MOST_BYTES];
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 400000; i++) {
        uint32_t length = random_run(bytes, i % 16 ? 64 : MOST_BYTES);
        wrong += !unpacks_right(bytes, length, AROUND[i % 4]);
    }
    CHECK_EQUAL(wrong, 0);
}

static void random_bytes(void) {
    uint8_t bytes[MOST_BYTES];
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 200000; i++) {
        uint32_t length = random_below(64);
        uint32_t continued = random_below(0x100);
        for (uint32_t k = 0; k < length; k++) {
            bytes[k] = (uint8_t)(random_below(0x80) | (random_below(0x100) < continued ? 0x80 : 0));
        }
        wrong += !unpacks_right(bytes, length, AROUND[i % 4]);
    }
    CHECK_EQUAL(wrong, 0);
}

/* 32-bit lanes made 16-bit ones: all of 0 to 40 lanes, with one lane of every size at every place. */
static void lanes_made_narrow(void) {
    static const uint32_t sizes[] = {0,      1,       127,        128,        0x7FFF,    0x8000,
                                     0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
    uint32_t wrong = 0;
    for (uint32_t count = 0; count <= 40; count++) {
        for (uint32_t i = 0; i < count * (sizeof sizes / sizeof *sizes); i++) {
            uint32_t lanes[40];
            uint16_t expected[40];
            for (uint32_t k = 0; k < count; k++)
                expected[k] = (uint16_t)(lanes[k] = random_below(0x10000));
            uint32_t size = sizes[i / count];
            expected[i % count] = (uint16_t)(lanes[i % count] = size);
            bool fits = tw_narrow_to_uint16(lanes, count);
            wrong += fits != (size <= 0xFFFF) || (fits && memcmp(lanes, expected, count * sizeof *expected) != 0);
        }
    }
    CHECK_EQUAL(wrong, 0);
}

int main(void) {
    RUN(every_size_of_one_varint);
    RUN(runs_of_one_size_with_every_tail);
    RUN(one_long_varint_at_every_place);
    RUN(cut_off_at_every_byte);
    RUN(overlong_at_every_place);
    RUN(random_runs);
    RUN(random_bytes);
    RUN(lanes_made_narrow);
    return test_report();
}
