/* Strings of a layer, back to back, as columns of the block. See strings.h. */
#include "strings.h"

#include "../base/bytes.h"
#include "../request/request.h"

static bool is_continuation(uint8_t byte) {
    return (byte & 0xC0) == 0x80;
}

/* Bytes of the sequence that a lead byte begins, 0 for one that begins none; *low and *high bound its second byte. */
static uint32_t sequence_length(uint8_t lead, uint8_t *low, uint8_t *high) {
    *low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    *high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) return 2;
    if (lead >= 0xE0 && lead <= 0xEF) return 3;
    if (lead >= 0xF0 && lead <= 0xF4) return 4;
    return 0;
}

/* Length of the valid sequence of two and more bytes at `at`, 0 where there is none. */
static uint32_t valid_sequence(const uint8_t *at, uint32_t left) {
    uint8_t low;
    uint8_t high;
    uint32_t length = sequence_length(at[0], &low, &high);
    if (length == 0 || length > left || at[1] < low || at[1] > high) return 0;
    for (uint32_t i = 2; i < length; i++) {
        if (!is_continuation(at[i])) return 0;
    }
    return length;
}

int64_t tw_utf16_length(const uint8_t *bytes, uint32_t length) {
    int64_t units = 0;
    uint32_t at = 0;
    while (at < length) {
        if (bytes[at] < 0x80) {
            at++;
            units++;
            continue;
        }
        uint32_t sequence = valid_sequence(bytes + at, length - at);
        if (sequence == 0) return -1;
        units += sequence == 4 ? 2 : 1;
        at += sequence;
    }
    return units;
}

static bool all_ascii(const uint8_t *bytes, uint32_t length) {
    uint64_t bits = 0;
    uint32_t at = 0;
    for (; length - at >= 8; at += 8)
        bits |= tw_load_u64(bytes + at);
    for (; at < length; at++)
        bits |= bytes[at];
    return (bits & 0x8080808080808080ull) == 0;
}

/* Turns byte offsets into UTF-16 offsets where every string is valid; else leaves them. Returns the first that is not.
 */
static uint32_t to_utf16(uint32_t *offsets, const uint8_t *bytes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (tw_utf16_length(bytes + offsets[i], offsets[i + 1] - offsets[i]) < 0) return i;
    }
    uint32_t start = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t end = offsets[i + 1];
        offsets[i + 1] = offsets[i] + (uint32_t)tw_utf16_length(bytes + start, end - start);
        start = end;
    }
    return count;
}

uint32_t tw_write_strings(tw_block *block, const tw_span *strings, uint32_t count, uint32_t total, uint8_t bytes_kind,
                          uint8_t offsets_kind) {
    uint32_t *offsets = (uint32_t *)(void *)block->top;
    tw_block_end_column(block, offsets_kind, TW_U32, TW_GROUP_NONE, 0, count + 1);
    tw_column *offsets_column = &block->columns[block->column_count - 1];
    uint8_t *bytes = block->top;
    uint32_t end = 0;
    offsets[0] = 0;
    for (uint32_t i = 0; i < count; i++) {
        tw_copy_short(bytes + end, strings[i].bytes, strings[i].length);
        end += strings[i].length;
        offsets[i + 1] = end;
    }
    bool ascii = all_ascii(bytes, total);
    uint32_t first_invalid = ascii ? count : to_utf16(offsets, bytes, count);
    offsets_column->flags = first_invalid == count ? TW_STRINGS_UTF16 : 0;
    tw_block_end_column(block, bytes_kind, TW_U8, TW_GROUP_NONE, ascii ? TW_STRINGS_ASCII : 0, total);
    return first_invalid;
}
