/* Strings: what is valid UTF-8 and how many UTF-16 units it has, against a plain model of the Encoding Standard's
 * decoder for all one- and two-byte strings, all three-byte ones and the four-byte ones around every boundary; and the
 * columns that strings are written to. */
#include "../../c-src/read/strings.h"
#include "block_check.h"
#include "blocks.h"
#include "test.h"

/* ---- the model -------------------------------------------------------------------------------------------------- */

/* Takes one code point off the bytes: its number of UTF-16 units, 0 where it is not valid. Written from the table of
 * well-formed sequences by arithmetic: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
static unsigned take_code_point(const uint8_t **at, const uint8_t *end) {
    uint32_t lead = *(*at)++;
    if (lead < 0x80) return 1;
    unsigned more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    uint32_t point = lead & (0x3Fu >> more);
    if (lead < 0xC0 || lead >= 0xF8) return 0;
    for (unsigned i = 0; i < more; i++) {
        if (*at == end || **at < 0x80 || **at >= 0xC0) return 0;
        point = point << 6 | (*(*at)++ & 0x3F);
    }
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    if (point < least[more] || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return 0;
    return point >= 0x10000 ? 2 : 1;
}

static int64_t model_length(const uint8_t *bytes, uint32_t length) {
    int64_t units = 0;
    for (const uint8_t *at = bytes; at < bytes + length;) {
        unsigned more = take_code_point(&at, bytes + length);
        if (more == 0) return -1;
        units += more;
    }
    return units;
}

static unsigned differences;

/* The bytes, alone and between others of each kind. */
static void compare(const uint8_t *bytes, uint32_t length) {
    if (tw_utf16_length(bytes, length) != model_length(bytes, length)) differences++;
    uint8_t longer[40];
    static const struct {
        const char *bytes;
        uint32_t length;
    } before[] = {{"abcdefgh", 8}, {"\xC3\xA9", 2}, {"abcdefghijklmno", 15}, {"\xF0\x9F\x98\x80", 4}};
    for (unsigned i = 0; i < 4; i++) {
        memcpy(longer, before[i].bytes, before[i].length);
        memcpy(longer + before[i].length, bytes, length);
        memset(longer + before[i].length + length, '0', 10);
        uint32_t total = before[i].length + length + 10;
        if (tw_utf16_length(longer, total) != model_length(longer, total)) differences++;
    }
}

static void agrees_on_one_and_two_bytes(void) {
    differences = 0;
    for (uint32_t i = 0; i < 65536; i++) {
        uint8_t bytes[2] = {(uint8_t)(i >> 8), (uint8_t)i};
        if (i < 256) compare(bytes + 1, 1);
        compare(bytes, 2);
    }
    CHECK_EQUAL(differences, 0);
}

/* All bytes of a kind behave the same: the ends of each kind stand for it. */
static const uint8_t edges[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
                                0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFE, 0xFF};
enum { EDGES = sizeof edges };

static void agrees_on_three_bytes(void) {
    differences = 0;
    for (uint32_t i = 0; i < 1u << 24; i += 1 + (i & 0xFF) / 64 * 7) {
        const uint8_t bytes[3] = {(uint8_t)(i >> 16), (uint8_t)(i >> 8), (uint8_t)i};
        if (bytes[0] < 0xE0) continue;
        if (tw_utf16_length(bytes, 3) != model_length(bytes, 3)) differences++;
    }
    for (uint32_t a = 0; a < EDGES; a++) {
        for (uint32_t b = 0; b < EDGES; b++) {
            for (uint32_t c = 0; c < EDGES; c++) {
                const uint8_t bytes[3] = {edges[a], edges[b], edges[c]};
                compare(bytes, 3);
            }
        }
    }
    CHECK_EQUAL(differences, 0);
}

static void agrees_on_four_bytes(void) {
    differences = 0;
    for (uint32_t i = 0; i < EDGES * EDGES * EDGES * EDGES; i++) {
        const uint8_t bytes[4] = {edges[i % EDGES], edges[i / EDGES % EDGES], edges[i / EDGES / EDGES % EDGES],
                                  edges[i / EDGES / EDGES / EDGES]};
        if (tw_utf16_length(bytes, 4) != model_length(bytes, 4)) differences++;
    }
    CHECK_EQUAL(differences, 0);
}

static void reads_nothing_behind_a_string(void) {
    static const char *const cut[] = {"\xC3", "\xE2\x82", "\xF0\x9F\x98", "abcdefg\xF0", "abcdefghijklmn\xE2\x82"};
    for (size_t i = 0; i < sizeof cut / sizeof cut[0]; i++) {
        uint32_t length = (uint32_t)strlen(cut[i]);
        CHECK_EQUAL(tw_utf16_length(test_bytes(cut[i], length, 0), length), -1);
    }
}

/* ---- the columns ------------------------------------------------------------------------------------------------ */

/* A layer with the given keys, and the same as string values. */
static void decode_strings(const char *const *strings, uint32_t count) {
    message_reset();
    message layer = message_new();
    message tile = message_new();
    put_layer_head(&layer, "layer");
    for (uint32_t i = 0; i < count; i++)
        put_string(&layer, LAYER_KEYS, strings[i]);
    for (uint32_t i = 0; i < count; i++)
        put_string_value(&layer, strings[i]);
    put_message(&tile, TILE_LAYERS, &layer);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    CHECK(!block_fault(tw_result()->block, tw_result()->block_length));
    CHECK_EQUAL(layer_at(0)->key_count, count);
    CHECK_EQUAL(layer_at(0)->value_count, count);
}

static void check_bytes(const char *expected, uint8_t flags) {
    const tw_column *keys = column_at(layer_at(0), TW_COLUMN_KEY_BYTES, 0);
    const tw_column *values = column_at(layer_at(0), TW_COLUMN_STRING_BYTES, 0);
    uint32_t length = (uint32_t)strlen(expected);
    if (!CHECK(keys && values)) return;
    CHECK_EQUAL(keys->count, length);
    CHECK_EQUAL(values->count, length);
    CHECK_BYTES(tw_result()->block + keys->offset, expected, length);
    CHECK_BYTES(tw_result()->block + values->offset, expected, length);
    CHECK_EQUAL(keys->flags, flags);
    CHECK_EQUAL(values->flags, flags);
}

static void check_flags_of_offsets(uint8_t flags) {
    CHECK_EQUAL(column_at(layer_at(0), TW_COLUMN_KEY_OFFSETS, 0)->flags, flags);
    CHECK_EQUAL(column_at(layer_at(0), TW_COLUMN_STRING_OFFSETS, 0)->flags, flags);
}

static void writes_ascii(void) {
    static const char *const strings[] = {"", "a", "0123456789abcdef", "0123456789abcdefg", "", "\x7F", "z"};
    decode_strings(strings, 7);
    check_bytes("a0123456789abcdef0123456789abcdefg\x7Fz", TW_STRINGS_ASCII);
    check_flags_of_offsets(TW_STRINGS_UTF16);
    CHECK_COLUMN(layer_at(0), TW_COLUMN_KEY_OFFSETS, 0, 0, 0, 1, 17, 34, 34, 35, 36);
    CHECK_COLUMN(layer_at(0), TW_COLUMN_STRING_OFFSETS, 0, 0, 0, 1, 17, 34, 34, 35, 36);
    CHECK_EQUAL(problem_count(), 0);
}

static void counts_utf16_units(void) {
    static const char *const strings[] = {"\xC3\xA9", "", "\xE6\xB0\xB4x", "\xF0\x9F\x98\x80", "\xEF\xBB\xBF", "end"};
    decode_strings(strings, 6);
    check_bytes("\xC3\xA9\xE6\xB0\xB4x\xF0\x9F\x98\x80\xEF\xBB\xBF"
                "end",
                0);
    check_flags_of_offsets(TW_STRINGS_UTF16);
    CHECK_COLUMN(layer_at(0), TW_COLUMN_KEY_OFFSETS, 0, 0, 1, 1, 3, 5, 6, 9);
    CHECK_EQUAL(problem_count(), 0);
}

/* Bytes that are valid only together are not valid: each string stands for itself. */
static void counts_bytes_where_a_string_is_not_valid(void) {
    static const char *const strings[] = {"ok", "\xC3", "\xA9", "\xE6\xB0\xB4"};
    decode_strings(strings, 4);
    check_bytes("ok\xC3\xA9\xE6\xB0\xB4", 0);
    check_flags_of_offsets(0);
    CHECK_COLUMN(layer_at(0), TW_COLUMN_KEY_OFFSETS, 0, 0, 2, 3, 4, 7);
    CHECK_COLUMN(layer_at(0), TW_COLUMN_STRING_OFFSETS, 0, 0, 2, 3, 4, 7);
    CHECK_EQUAL(problem_count(), 2);
    CHECK_EQUAL(problem_code(0), TW_BAD_UTF8);
    CHECK_EQUAL(problem_code(1), TW_BAD_UTF8);
    CHECK_EQUAL(problem_at(0)->feature, TW_NONE);
    CHECK_BYTES(message_memory[1] + problem_at(0)->offset, "\xC3", 1);
}

static void writes_no_strings(void) {
    decode_strings(NULL, 0);
    CHECK(!column_at(layer_at(0), TW_COLUMN_KEY_BYTES, 0));
    CHECK_COLUMN(layer_at(0), TW_COLUMN_KEY_OFFSETS, 0, 0);
}

/* Strings up to the last byte of the tile, each length up to 40. */
static void writes_strings_of_every_length(void) {
    static char text[41];
    for (uint32_t length = 0; length <= 40; length++) {
        memset(text, 'a' + (int)(length % 26), sizeof text);
        text[length] = 0;
        message_reset();
        message layer = message_new();
        message tile = message_new();
        put_layer_head(&layer, "layer");
        put_string(&layer, LAYER_KEYS, "first");
        put_string(&layer, LAYER_KEYS, text);
        put_message(&tile, TILE_LAYERS, &layer);
        CHECK_EQUAL(decode_all(&tile), TW_OK);
        CHECK(!block_fault(tw_result()->block, tw_result()->block_length));
        const uint8_t *bytes = column_data(layer_at(0), TW_COLUMN_KEY_BYTES, 0);
        CHECK_BYTES(bytes, "first", 5);
        CHECK_BYTES(bytes + 5, text, length);
    }
}

static void a_name_that_is_not_valid_is_noted(void) {
    message_reset();
    message layer = message_new();
    message tile = message_new();
    put_layer_head(&layer, "caf\xE9");
    put_message(&tile, TILE_LAYERS, &layer);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    CHECK_EQUAL(problem_count(), 1);
    CHECK_EQUAL(problem_code(0), TW_BAD_UTF8);
    CHECK_EQUAL(layer_at(0)->name_length, 4);
    CHECK_BYTES(tw_result()->block + layer_at(0)->name_offset, "caf\xE9", 4);
}

int main(void) {
    RUN(agrees_on_one_and_two_bytes);
    RUN(agrees_on_three_bytes);
    RUN(agrees_on_four_bytes);
    RUN(reads_nothing_behind_a_string);
    RUN(writes_ascii);
    RUN(counts_utf16_units);
    RUN(counts_bytes_where_a_string_is_not_valid);
    RUN(writes_no_strings);
    RUN(writes_strings_of_every_length);
    RUN(a_name_that_is_not_valid_is_noted);
    return test_report();
}
