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

/* The run of ASCII at the start, as far as whole words show it. */
static uint32_t ascii_prefix(const uint8_t *bytes, uint32_t length) {
    uint32_t at = 0;
    while (length - at >= 8 && (tw_load_u64(bytes + at) & 0x8080808080808080ull) == 0)
        at += 8;
    return at;
}

int64_t tw_utf16_length(const uint8_t *bytes, uint32_t length) {
    uint32_t at = ascii_prefix(bytes, length);
    int64_t units = at;
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

/* Whether a string in the block is ASCII: eight bytes at a time, and what lies behind its end is shifted out. */
static bool is_ascii(const uint8_t *bytes, uint32_t length) {
    uint32_t at = ascii_prefix(bytes, length);
    uint32_t rest = length - at;
    if (rest >= 8) return false;
    /* In bounds: a column in the block has room behind its end. */
    return rest == 0 || (tw_load_u64(bytes + at) << (64 - 8 * rest) & 0x8080808080808080ull) == 0;
}

/* Turns byte offsets into UTF-16 offsets where every string is valid; else leaves them. Returns the first string that
 * is not. */
static uint32_t to_utf16(uint32_t *offsets, const uint8_t *bytes, const tw_span *strings, uint32_t count) {
    uint32_t start = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = strings[i].length;
        int64_t units = is_ascii(bytes + start, length) ? length : tw_utf16_length(bytes + start, length);
        if (units < 0) {
            for (uint32_t back = 0; back < i; back++)
                offsets[back + 1] = offsets[back] + strings[back].length;
            return i;
        }
        offsets[i + 1] = offsets[i] + (uint32_t)units;
        start += length;
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
    bool ascii = is_ascii(bytes, total);
    uint32_t first_invalid = ascii ? count : to_utf16(offsets, bytes, strings, count);
    offsets_column->flags = first_invalid == count ? TW_STRINGS_UTF16 : 0;
    tw_block_end_column(block, bytes_kind, TW_U8, TW_GROUP_NONE, ascii ? TW_STRINGS_ASCII : 0, total);
    return first_invalid;
}
