/* Packed varints to lanes. See unpack.h. docs/varint.md draws one step.
 *
 * The SIMD loops go through the input at a fixed stride. In each block they write the values of the varints that *end*
 * there; their first bytes may lie in the block before, so a block is loaded with a few bytes in front of it. Nothing
 * waits for the length of a varint: only the place of the next value depends on the block before. */
#include "unpack.h"

#include <stdbool.h>
#include <stddef.h>

#include "../base/bytes.h"
#include "simd.h"
#include "varint.h"

/* Where the varints end that have an end: behind the last byte below 0x80. */
static inline const uint8_t *whole_end_of(const uint8_t *bytes, uint32_t length) {
    const uint8_t *end = bytes + length;
    while (end > bytes && end[-1] >= 0x80)
        end--;
    return end;
}

/* What is wrong behind the whole varints. */
static tw_status end_status(const uint8_t *whole_end, const uint8_t *end) {
    tw_status status = TW_OK;
    uint64_t ignored = 0;
    if (whole_end < end) tw_read_long_varint64(whole_end, end, &ignored, &status);
    return status;
}

/* Reads up to `most` varints one by one from `at` up to `end`, which a varint ends at. Returns where it stopped, NULL
 * at one that is too long. */
static const uint8_t *unpack_plainly(const uint8_t *at, const uint8_t *end, uint32_t most, uint32_t **values) {
    uint32_t *value = *values;
    for (; at < end && most > 0; most--) {
        /* In bounds without a check: the byte in front of `end` ends a varint, and so stops the loop at the latest. */
        const uint8_t *start = at;
        uint32_t byte = *at++;
        uint32_t result = byte & 0x7F;
        for (uint32_t shift = 7; byte >= 0x80; shift += 7) {
            byte = *at++;
            if (shift < 32) result |= (byte & 0x7F) << shift;
        }
        if (at - start > (ptrdiff_t)TW_VARINT_MAX_LENGTH) {
            at = NULL;
            break;
        }
        *value++ = result;
    }
    *values = value;
    return at;
}

/* Puts one 32-bit lane where it lies among 16-bit ones, and returns it. */
static inline uint32_t narrow_one(uint32_t *lanes, uint32_t number) {
    /* By tw_load_u32, since the same memory is read as one type and written as another. */
    uint32_t lane = tw_load_u32((const uint8_t *)(lanes + number));
    ((uint16_t *)(void *)lanes)[number] = (uint16_t)lane;
    return lane;
}

#ifdef TW_SIMD

/* Continuation bits of the first `count` bytes; what follows them reads as varints of one byte. */
static inline uint32_t first_bits(uint32_t continued, uint32_t count) {
    return continued & ((1u << (count & 15)) - 1);
}

/* Unpacks bytes up to `end`, which a varint ends at, into 16-bit lanes: 8 bytes a step, read with the one in front.
 * False when a varint has three bytes. */
static inline bool unpack_narrow(const uint8_t *at, const uint8_t *end, uint16_t *values, uint32_t *count) {
    const tw_shuffles_t *tables = tw_shuffles();
    uint8_t *to = (uint8_t *)values;
    v128_t window = tw_first_narrow_window(at);
    const uint8_t *shuffle;
    for (; end - at > 8; window = wasm_v128_load(at - 1)) {
        shuffle = tables->narrow[(uint32_t)wasm_i8x16_bitmask(window) & 0x1FF];
        wasm_v128_store(to, tw_narrow_lanes(shuffle, window));
        if (shuffle[15] & TW_NOTE_THREE_BYTES) return false;
        to += shuffle[15] - TW_NOTE;
        at += 8;
    }
    uint32_t left = (uint32_t)(end - at);
    shuffle = tables->narrow[first_bits((uint32_t)wasm_i8x16_bitmask(window), 1 + left)];
    wasm_v128_store(to, tw_narrow_lanes(shuffle, window));
    if (shuffle[15] & TW_NOTE_THREE_BYTES) return false;
    to += shuffle[15] - TW_NOTE;
    *count = (uint32_t)(to - (uint8_t *)values) / 2 - (8 - left);
    return true;
}

/* Where the varint begins that goes on at `at`; a varint begins at `start`. */
static const uint8_t *begin_of(const uint8_t *at, const uint8_t *start) {
    while (at > start && at[-1] >= 0x80)
        at--;
    return at;
}

/* Unpacks into 32-bit lanes: 4 bytes a step, read with the four in front. Stops at most three varints before one of
 * five bytes or more and returns where; else returns `end`. *notes collects what was met. */
static inline const uint8_t *unpack_wide(const uint8_t *start, const uint8_t *end, uint32_t **values, uint32_t *notes) {
    const tw_shuffles_t *tables = tw_shuffles();
    const uint8_t *at = start;
    uint8_t *to = (uint8_t *)*values;
    v128_t window = tw_first_wide_window(at);
    while (true) {
        /* The bytes behind the end count as continued, so that no varint ends there. */
        uint32_t left = (uint32_t)(end - at);
        bool last = left <= 4;
        uint32_t continued = (uint32_t)wasm_i8x16_bitmask(window) & 0xFF;
        if (last) continued |= 0xF0u << left & 0xFF;
        uint32_t note = tables->wide_notes[continued];
        if (note & TW_NOTE_FIVE_BYTES) {
            end = begin_of(at, start);
            break;
        }
        *notes |= note;
        wasm_v128_store(to, tw_wide_lanes(tables->wide[continued], window));
        to += note & TW_NOTE_SIZE;
        if (last) break;
        at += 4;
        window = wasm_v128_load(at - 4);
    }
    *values = (uint32_t *)(void *)to;
    return end;
}

/* Varints of five bytes and more come in crowds, so they are read one by one in portions. */
enum { PLAIN_PORTION = 32 };

/* Goes on from `at`, where a long varint begins or the last one has no end, behind the *count values so far. */
static tw_status unpack_rest(const uint8_t *at, const uint8_t *whole_end, const uint8_t *end, uint32_t *values,
                             uint32_t *count) {
    uint32_t *value = values + *count;
    while (at != NULL && at < whole_end) {
        at = unpack_plainly(at, whole_end, PLAIN_PORTION, &value);
        uint32_t notes = 0;
        if (at != NULL && at < whole_end) at = unpack_wide(at, whole_end, &value, &notes);
    }
    *count = (uint32_t)(value - values);
    return at == NULL ? TW_BAD_VARINT : end_status(whole_end, end);
}

tw_status tw_unpack_uint32(const uint8_t *bytes, uint32_t length, uint32_t *values, uint32_t *count) {
    const uint8_t *end = bytes + length;
    const uint8_t *whole_end = whole_end_of(bytes, length);
    const uint8_t *at = bytes;
    uint32_t *value = values;
    uint32_t notes = 0;
    if (whole_end > bytes) at = unpack_wide(bytes, whole_end, &value, &notes);
    *count = (uint32_t)(value - values);
    return at == end ? TW_OK : unpack_rest(at, whole_end, end, values, count);
}

bool tw_narrow_to_uint16(uint32_t *lanes, uint32_t count) {
    uint16_t *narrow = (uint16_t *)(void *)lanes;
    v128_t all = wasm_i32x4_splat(0);
    /* In place: a block is read before it is written, and what is written is never read again. */
    for (uint32_t i = 0; i + 8 <= count; i += 8) {
        v128_t low = wasm_v128_load(lanes + i);
        v128_t high = wasm_v128_load(lanes + i + 4);
        all = wasm_v128_or(all, wasm_v128_or(low, high));
        wasm_v128_store(narrow + i, wasm_u16x8_narrow_i32x4(low, high));
    }
    uint32_t rest = 0;
    for (uint32_t i = count & ~7u; i < count; i++)
        rest |= narrow_one(lanes, i);
    return rest <= UINT16_MAX && !wasm_v128_any_true(wasm_v128_and(all, wasm_i32x4_splat((int32_t)0xFFFF0000)));
}

tw_status tw_unpack_lanes(const uint8_t *bytes, uint32_t length, void *lanes, uint32_t *count, uint32_t *width) {
    const uint8_t *end = bytes + length;
    const uint8_t *whole_end = whole_end_of(bytes, length);
    const uint8_t *at = bytes;
    uint32_t *value = lanes;
    uint32_t notes = 0;
    if (whole_end > bytes) {
        if (*width == 2 && unpack_narrow(bytes, whole_end, lanes, count)) return end_status(whole_end, end);
        at = unpack_wide(bytes, whole_end, &value, &notes);
    }
    *width = 4;
    *count = (uint32_t)(value - (uint32_t *)lanes);
    if (at != end) return unpack_rest(at, whole_end, end, lanes, count);
    if (!(notes & TW_NOTE_THREE_BYTES)) {
        (void)tw_narrow_to_uint16(lanes, *count); /* which they all fit */
        *width = 2;
    }
    return TW_OK;
}

#else

tw_status tw_unpack_uint32(const uint8_t *bytes, uint32_t length, uint32_t *values, uint32_t *count) {
    const uint8_t *whole_end = whole_end_of(bytes, length);
    uint32_t *value = values;
    const uint8_t *at = unpack_plainly(bytes, whole_end, UINT32_MAX, &value);
    *count = (uint32_t)(value - values);
    return at == NULL ? TW_BAD_VARINT : end_status(whole_end, bytes + length);
}

bool tw_narrow_to_uint16(uint32_t *lanes, uint32_t count) {
    uint32_t all = 0;
    for (uint32_t i = 0; i < count; i++)
        all |= narrow_one(lanes, i);
    return all <= UINT16_MAX;
}

tw_status tw_unpack_lanes(const uint8_t *bytes, uint32_t length, void *lanes, uint32_t *count, uint32_t *width) {
    *width = 4;
    return tw_unpack_uint32(bytes, length, lanes, count);
}

#endif
