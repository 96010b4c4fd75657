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

#ifdef TW_SIMD

/* Continuation bits of the last block, in which `left` bytes count: whatever follows them reads as varints of one byte.
 */
static inline uint32_t last_bits(uint32_t continued, uint32_t before, uint32_t left) {
    return continued & ((1u << (before + (left & 15))) - 1);
}

/* Writes the 16-bit lanes of the varints that end in the 8 bytes behind the window's first, and returns the note. */
static inline uint32_t put_narrow(const tw_shuffles_t *tables, v128_t window, uint32_t continued, uint8_t *to) {
    const uint8_t *shuffle = tables->narrow[continued];
    wasm_v128_store(to, tw_join_bytes(wasm_i8x16_swizzle(window, wasm_v128_load(shuffle))));
    return shuffle[15];
}

/* Unpacks bytes up to `end`, which a varint ends at, into 16-bit lanes: 8 bytes a step, read with the one in front.
 * False when a varint has three bytes. */
static inline bool unpack_narrow(const uint8_t *at, const uint8_t *end, uint16_t *values, uint32_t *count) {
    const tw_shuffles_t *tables = tw_shuffles();
    uint8_t *to = (uint8_t *)values;
    v128_t none = wasm_i8x16_splat(0);
    /* Nothing is read in front of the run: its first window begins with a zero. */
    v128_t window =
        wasm_i8x16_shuffle(none, wasm_v128_load(at), 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
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

static inline uint32_t put_wide(const tw_shuffles_t *tables, v128_t window, uint32_t continued, uint8_t *to) {
    const uint8_t *shuffle = tables->wide[continued & 0x7F];
    wasm_v128_store(to, tw_join_four_bytes(wasm_i8x16_swizzle(window, wasm_v128_load(shuffle))));
    return shuffle[15];
}

/* Writes the 32-bit lanes of the varints that end in the 8 bytes at `at`, in two halves, each read with the three bytes
 * in front. Adds to the notes, and returns where the next lanes go. */
static inline uint8_t *put_wide_halves(const tw_shuffles_t *tables, const uint8_t *at, v128_t window,
                                       uint32_t continued, uint8_t *to, uint32_t *notes) {
    uint32_t first = put_wide(tables, window, continued, to);
    to += first & TW_NOTE_SIZE;
    uint32_t second = put_wide(tables, wasm_v128_load(at + 1), continued >> 4, to);
    *notes |= first | second;
    return to + (second & TW_NOTE_SIZE);
}

/* Where the varint begins that goes on at `at`. */
static const uint8_t *varint_start(const uint8_t *at, const uint8_t *start) {
    while (at > start && at[-1] >= 0x80)
        at--;
    return at;
}

/* Unpacks into 32-bit lanes: 8 bytes a step. Stops before a varint of five bytes or more and returns where it begins;
 * else returns `end`. *notes collects what was met. */
static inline const uint8_t *unpack_wide(const uint8_t *start, const uint8_t *end, uint32_t **values, uint32_t *notes) {
    const tw_shuffles_t *tables = tw_shuffles();
    const uint8_t *at = start;
    uint8_t *to = (uint8_t *)*values;
    v128_t none = wasm_i8x16_splat(0);
    v128_t window =
        wasm_i8x16_shuffle(none, wasm_v128_load(at), 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28);
    uint32_t continued = (uint32_t)wasm_i8x16_bitmask(window);
    uint8_t *next;
    while (end - at > 8) {
        next = put_wide_halves(tables, at, window, continued, to, notes);
        if (*notes & TW_NOTE_TOO_LONG) break;
        to = next;
        at += 8;
        window = wasm_v128_load(at - 3);
        continued = (uint32_t)wasm_i8x16_bitmask(window);
    }
    if (!(*notes & TW_NOTE_TOO_LONG)) {
        uint32_t left = (uint32_t)(end - at);
        next = put_wide_halves(tables, at, window, last_bits(continued, 3, left), to, notes);
        *values = (uint32_t *)(void *)next - (8 - left);
        if (!(*notes & TW_NOTE_TOO_LONG)) return end;
    }
    *values = (uint32_t *)(void *)to;
    return varint_start(at, start);
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
        narrow_lanes(lanes, *count);
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

tw_status tw_unpack_lanes(const uint8_t *bytes, uint32_t length, void *lanes, uint32_t *count, uint32_t *width) {
    *width = 4;
    return tw_unpack_uint32(bytes, length, lanes, count);
}

#endif
