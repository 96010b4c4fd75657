/* What packed varints mean, byte by byte as protobuf's encoding guide has it: what the library's kernels are compared
 * with. Shares nothing with them. Included by the varint tests. */
#ifndef TW_TEST_VARINT_PLAIN_H
#define TW_TEST_VARINT_PLAIN_H

#include <stdbool.h>

#include "../../c-src/include/tilewasm_varint.h"

enum { VARINT_TYPES = 8 };

static inline bool is_64_bit(uint32_t type) {
    return type >= TW_VARINT_UINT64;
}

static inline bool is_zigzag(uint32_t type) {
    return type == TW_VARINT_SINT32 || type == TW_VARINT_SINT64 || type == TW_VARINT_DELTA_SINT32 ||
           type == TW_VARINT_DELTA_SINT64;
}

static inline bool is_delta(uint32_t type) {
    return type == TW_VARINT_DELTA_SINT32 || type == TW_VARINT_DELTA_SINT64;
}

static inline uint64_t cut_to_type(uint64_t value, uint32_t type) {
    return is_64_bit(type) ? value : value & 0xFFFFFFFFu;
}

/* A varint's bits to the value, as unsigned number of the type's width. */
static inline uint64_t plain_value(uint64_t bits, uint64_t before, uint32_t type) {
    bits = cut_to_type(bits, type);
    uint64_t value = bits;
    if (is_zigzag(type)) value = bits % 2 == 0 ? bits / 2 : ~(bits / 2);
    if (is_delta(type)) value += before;
    return cut_to_type(value, type);
}

typedef struct {
    tw_status status;
    uint32_t count;
    uint32_t fault; /* where the faulty varint begins, or the end */
} plain_result;

/* Decodes to 64-bit numbers, whatever the type. */
static inline plain_result decode_plainly(const uint8_t *bytes, uint32_t length, uint32_t type, uint64_t *values) {
    plain_result result = {TW_OK, 0, 0};
    uint64_t bits = 0;
    uint64_t before = 0;
    uint32_t size = 0;
    for (uint32_t i = 0; i < length; i++) {
        if (size < 9) bits |= (uint64_t)(bytes[i] % 128) << (7 * size);
        if (size == 9 && bytes[i] % 2 == 1) bits |= 1ull << 63;
        size++;
        if (bytes[i] >= 128) {
            if (size < 10) continue;
            result.status = TW_BAD_VARINT;
            return result;
        }
        before = values[result.count++] = plain_value(bits, before, type);
        bits = 0;
        size = 0;
        result.fault = i + 1;
    }
    if (size > 0) result.status = TW_TRUNCATED;
    return result;
}

/* Writes the shortest varint; returns its end. */
static inline uint8_t *put_shortest(uint8_t *at, uint64_t bits) {
    do {
        *at++ = (uint8_t)(bits % 128 + (bits >= 128 ? 128 : 0));
        bits /= 128;
    } while (bits > 0);
    return at;
}

/* Writes a varint of `size` bytes, with empty groups of bits where the value needs fewer; returns its end. */
static inline uint8_t *put_varint(uint8_t *at, uint64_t bits, uint32_t size) {
    for (uint32_t i = 0; i + 1 < size; i++, bits >>= 7)
        *at++ = (uint8_t)(0x80 | (bits & 0x7F));
    *at++ = (uint8_t)(bits & 0x7F);
    return at;
}

static uint64_t random_state = 88172645463325252u;

static inline uint64_t random_bits(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 0x2545F4914F6CDD1Du;
}

static inline uint32_t random_below(uint32_t limit) {
    return (uint32_t)((random_bits() >> 32) * limit >> 32);
}

/* How likely each size of varints is, in hundredths; the rest is longer than four bytes. */
typedef struct {
    uint32_t one, two, three, four;
} size_mix;

static const size_mix MIXES[] = {{100, 0, 0, 0}, {84, 15, 1, 0},   {25, 38, 36, 1}, {50, 50, 0, 0},
                                 {95, 5, 0, 0},  {20, 20, 20, 20}, {0, 0, 0, 50},   {97, 1, 1, 0},
                                 {0, 0, 50, 50}, {99, 0, 0, 1},    {0, 0, 0, 0}};
enum { MIX_COUNT = sizeof MIXES / sizeof *MIXES };

static inline uint32_t random_size(const size_mix *mix) {
    uint32_t at = random_below(100);
    if (at < mix->one) return 1;
    if (at < mix->one + mix->two) return 2;
    if (at < mix->one + mix->two + mix->three) return 3;
    if (at < mix->one + mix->two + mix->three + mix->four) return 4;
    return 5 + random_below(6);
}

#endif
