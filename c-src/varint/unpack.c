/* Packed varints to lanes. See unpack.h. docs/varint.md draws one step.
 *
 * The SIMD loops go through the input at a fixed stride. In each block they write the values of the varints that *end*
 * there; their first bytes may lie in the block before, so a block is loaded with a few bytes in front of it. Nothing
 * waits for the length of a varint: only the place of the next value depends on the block before. */
#include "unpack.h"

#include <stdbool.h>
#include <stddef.h>

#include "simd.h"
#include "varint.h"

/* Returns how many of the `length` bytes belong to varints that have an end: all up to the last byte below 0x80. */
static uint32_t whole_length(const uint8_t *bytes, uint32_t length) {
    while (length > 0 && bytes[length - 1] >= 0x80)
        length--;
    return length;
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

#ifdef TW_SIMD

/* Varints of five bytes and more come in crowds, so they are read one by one in portions. */
enum { PLAIN_PORTION = 32 };

/* The first window of a run: the bytes in front of it count as 0. */
static inline v128_t first_window(const uint8_t *at, uint32_t before) {
    v128_t bytes = wasm_v128_load(at);
    v128_t none = wasm_i8x16_splat(0);
    if (before == 1) {
        return wasm_i8x16_shuffle(none, bytes, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
    }
    return wasm_i8x16_shuffle(none, bytes, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28);
}

/* Continuation bits of the last block, in which `left` bytes count: whatever follows them reads as varints of one byte.
 */
static inline uint32_t last_bits(uint32_t continued, uint32_t before, uint32_t left) {
    return continued & ((1u << (before + (left & 15))) - 1);
}

/* Writes the 16-bit lanes of one block and returns its note. */
static inline uint32_t put_narrow(const tw_shuffles_t *tables, v128_t window, uint32_t continued, uint8_t *to) {
    const uint8_t *shuffle = tables->narrow[continued];
    wasm_v128_store(to, tw_join_bytes(wasm_i8x16_swizzle(window, wasm_v128_load(shuffle))));
    return shuffle[15];
}

/* Unpacks bytes up to `end`, which a varint ends at, into 16-bit lanes: 8 bytes a step, read with the one in front.
 * False when a varint has three bytes. */
static bool unpack_narrow(const uint8_t *at, const uint8_t *end, uint16_t *values, uint32_t *count) {
    const tw_shuffles_t *tables = tw_shuffles();
    uint8_t *to = (uint8_t *)values;
    v128_t window = first_window(at, 1);
    uint32_t note;
    for (; end - at > 8; window = wasm_v128_load(at - 1)) {
        note = put_narrow(tables, window, (uint32_t)wasm_i8x16_bitmask(window) & 0x1FF, to);
        if (note & TW_NOTE_THREE_BYTES) return false;
        to += note & TW_NOTE_SIZE;
        at += 8;
    }
    uint32_t left = (uint32_t)(end - at);
    note = put_narrow(tables, window, last_bits((uint32_t)wasm_i8x16_bitmask(window), 1, left), to);
    if (note & TW_NOTE_THREE_BYTES) return false;
    to += note & TW_NOTE_SIZE;
    *count = (uint32_t)(to - (uint8_t *)values) / 2 - (8 - left);
    return true;
}

/* The same for 32-bit lanes. */
static inline uint32_t put_wide(const tw_shuffles_t *tables, v128_t window, uint32_t continued, uint8_t *to) {
    const uint8_t *shuffle = tables->wide[continued];
    wasm_v128_store(to, tw_join_four_bytes(wasm_i8x16_swizzle(window, wasm_v128_load(shuffle))));
    return shuffle[15];
}

/* Where the varint begins that goes on at `at`. */
static const uint8_t *varint_start(const uint8_t *at, const uint8_t *start) {
    while (at > start && at[-1] >= 0x80)
        at--;
    return at;
}

/* Unpacks into 32-bit lanes: 4 bytes a step, read with the three in front. Stops before a varint of five bytes or more
 * and returns where it begins; else returns `end`. *notes collects what was met. */
static const uint8_t *unpack_wide(const uint8_t *start, const uint8_t *end, uint32_t **values, uint32_t *notes) {
    const tw_shuffles_t *tables = tw_shuffles();
    const uint8_t *at = start;
    uint8_t *to = (uint8_t *)*values;
    v128_t window = first_window(at, 3);
    uint32_t note;
    for (; end - at > 4; window = wasm_v128_load(at - 3)) {
        note = put_wide(tables, window, (uint32_t)wasm_i8x16_bitmask(window) & 0x7F, to);
        *notes |= note;
        if (note & TW_NOTE_TOO_LONG) {
            *values = (uint32_t *)(void *)to;
            return varint_start(at, start);
        }
        to += note & TW_NOTE_SIZE;
        at += 4;
    }
    uint32_t left = (uint32_t)(end - at);
    note = put_wide(tables, window, last_bits((uint32_t)wasm_i8x16_bitmask(window), 3, left), to);
    *notes |= note;
    if (note & TW_NOTE_TOO_LONG) {
        *values = (uint32_t *)(void *)to;
        return varint_start(at, start);
    }
    to += note & TW_NOTE_SIZE;
    *values = (uint32_t *)(void *)to - (4 - left);
    return end;
}

/* Unpacks into 32-bit lanes whatever comes. */
static tw_status unpack_any(const uint8_t *bytes, uint32_t length, uint32_t *values, uint32_t *count, uint32_t *notes) {
    const uint8_t *at = bytes;
    const uint8_t *whole_end = bytes + whole_length(bytes, length);
    uint32_t *value = values;
    while (at != NULL && at < whole_end) {
        at = unpack_wide(at, whole_end, &value, notes);
        at = unpack_plainly(at, whole_end, PLAIN_PORTION, &value);
    }
    *count = (uint32_t)(value - values);
    return at == NULL ? TW_BAD_VARINT : end_status(whole_end, bytes + length);
}

tw_status tw_unpack_uint32(const uint8_t *bytes, uint32_t length, uint32_t *values, uint32_t *count) {
    uint32_t notes = 0;
    return unpack_any(bytes, length, values, count, &notes);
}

/* 32-bit lanes to 16-bit lanes, in place: a block is read before it is written, and what is written is never read
 * again. */
static void narrow_lanes(uint32_t *lanes, uint32_t count) {
    uint16_t *narrow = (uint16_t *)(void *)lanes;
    for (uint32_t i = 0; i < count; i += 8) {
        v128_t low = wasm_v128_load(lanes + i);
        v128_t high = wasm_v128_load(lanes + i + 4);
        wasm_v128_store(narrow + i, wasm_u16x8_narrow_i32x4(low, high));
    }
}

tw_status tw_unpack_lanes(const uint8_t *bytes, uint32_t length, void *lanes, uint32_t *count, uint32_t *width) {
    const uint8_t *whole_end = bytes + whole_length(bytes, length);
    if (*width == 2 && unpack_narrow(bytes, whole_end, lanes, count)) return end_status(whole_end, bytes + length);
    uint32_t notes = 0;
    tw_status status = unpack_any(bytes, length, lanes, count, &notes);
    *width = 4;
    if (!(notes & TW_NOTE_THREE_BYTES)) {
        narrow_lanes(lanes, *count);
        *width = 2;
    }
    return status;
}

#else

tw_status tw_unpack_uint32(const uint8_t *bytes, uint32_t length, uint32_t *values, uint32_t *count) {
    const uint8_t *whole_end = bytes + whole_length(bytes, length);
    uint32_t *value = values;
    const uint8_t *at = unpack_plainly(bytes, whole_end, UINT32_MAX, &value);
    *count = (uint32_t)(value - values);
    return at == NULL ? TW_BAD_VARINT : end_status(whole_end, bytes + length);
}

tw_status tw_unpack_lanes(const uint8_t *bytes, uint32_t length, void *lanes, uint32_t *count, uint32_t *width) {
    *width = 4;
    return tw_unpack_uint32(bytes, length, lanes, count);
}

#endif
