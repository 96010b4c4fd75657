/* Tags of a layer as pairs of numbers in its dictionary. See tags.h. MVT 4.4. */
#include "tags.h"

#include "../base/arena.h"
#include "../varint/pairs.h"
#include "../varint/unpack.h"
#include "../varint/varint.h"

/* The pairs being written, as u16 or u32. */
typedef struct {
    uint8_t *pairs;
    uint32_t count; /* of pairs */
    bool narrow;
} tw_pairs;

static void add_pair(tw_pairs *pairs, uint32_t key, uint32_t value) {
    uint64_t at = 2 * (uint64_t)pairs->count++;
    if (pairs->narrow) {
        uint16_t *entry = (uint16_t *)(void *)pairs->pairs + at;
        entry[0] = (uint16_t)key;
        entry[1] = (uint16_t)value;
    } else {
        uint32_t *entry = (uint32_t *)(void *)pairs->pairs + at;
        entry[0] = key;
        entry[1] = value;
    }
}

/* The number in the block of an entry of the layer's table, given on first use. */
static uint32_t number_of(uint32_t *map, uint32_t *list, uint32_t *count, uint32_t entry) {
    if (map[entry] != TW_UNNUMBERED) return map[entry];
    list[*count] = entry;
    return map[entry] = (*count)++;
}

static void add_tag(tw_dictionary *dictionary, tw_pairs *pairs, uint32_t key, uint32_t value) {
    if (dictionary->full) {
        add_pair(pairs, key, value);
        return;
    }
    uint32_t key_number = number_of(dictionary->key_map, dictionary->keys, &dictionary->key_count, key);
    if (key_number == TW_UNWANTED) return;
    add_pair(pairs, key_number, number_of(dictionary->value_map, dictionary->values, &dictionary->value_count, value));
}

static void note_end(tw_reader *reader, tw_status status, uint32_t row, uint32_t offset) {
    tw_note(reader, status == TW_BAD_VARINT ? TW_TAGS_BAD_VARINT : TW_TAGS_TRUNCATED, row, offset);
}

/* Adds a feature's tags; each number is compared with its table. */
static void read_tags(tw_reader *reader, tw_dictionary *dictionary, tw_pairs *pairs, tw_span tags, uint32_t row,
                      uint32_t offset) {
    uint32_t key_count = reader->layer->key_count;
    uint32_t value_count = reader->layer->value_count;
    const uint8_t *at = tags.bytes;
    const uint8_t *end = tags.bytes + tags.length;
    while (at < end) {
        uint32_t key = 0;
        uint32_t value = 0;
        tw_status status = TW_OK;
        at = tw_read_varint32(at, end, &key, &status);
        if (!at) return note_end(reader, status, row, offset);
        if (at == end) return tw_note(reader, TW_TAGS_ODD, row, offset);
        at = tw_read_varint32(at, end, &value, &status);
        if (!at) return note_end(reader, status, row, offset);
        if (key >= key_count) {
            tw_note(reader, TW_TAGS_KEY_OUT_OF_RANGE, row, offset);
        } else if (value >= value_count) {
            tw_note(reader, TW_TAGS_VALUE_OUT_OF_RANGE, row, offset);
        } else {
            add_tag(dictionary, pairs, key, value);
        }
    }
}

static bool read_row(tw_reader *reader, tw_dictionary *dictionary, tw_pairs *pairs, uint32_t row) {
    const tw_feature_record *record = &reader->features[row];
    if (record->tags_offset != TW_NONE) {
        tw_span tags = {reader->tile->bytes + record->tags_offset, record->tags_length};
        read_tags(reader, dictionary, pairs, tags, row, record->tags_offset);
        return reader->fault->status == TW_OK;
    }
    uint8_t *scratch = tw_arena_top();
    tw_span feature = tw_feature_span(reader, row);
    tw_span tags = tw_packed_field(reader->tile, feature, TW_FEATURE_TAGS, TW_NONE, record->tags_length);
    if (!tags.bytes) return tw_read_out_of_memory(reader);
    read_tags(reader, dictionary, pairs, tags, row, (uint32_t)(feature.bytes - reader->tile->bytes));
    tw_arena_set_top(scratch);
    return reader->fault->status == TW_OK;
}

/* The short way, for the whole dictionary: a feature's tags are unpacked straight into the column, where they are its
 * pairs already. False where they need a second look: faulty, or with numbers too large for the pairs. */
static bool unpack_row(tw_reader *reader, tw_pairs *pairs, uint32_t row) {
    const tw_feature_record *record = &reader->features[row];
    if (record->tags_offset == TW_NONE) return false;
    const uint8_t *bytes = reader->tile->bytes + record->tags_offset;
    /* In bounds: of the four bytes a byte of tags that the column has, pairs before these have used no more. */
    uint8_t *lanes = pairs->pairs + (uint64_t)pairs->count * (pairs->narrow ? 4 : 8);
    uint32_t count = 0;
    uint32_t width = pairs->narrow ? 2 : 4;
    tw_status status = pairs->narrow ? tw_unpack_lanes(bytes, record->tags_length, lanes, &count, &width)
                                     : tw_unpack_uint32(bytes, record->tags_length, (uint32_t *)(void *)lanes, &count);
    if (status != TW_OK || count % 2 != 0) return false;
    if (pairs->narrow && width == 4 && !tw_narrow_to_uint16((uint32_t *)(void *)lanes, count)) return false;
    pairs->count += count / 2;
    return true;
}

static bool numbers_in_tables(const tw_reader *reader, const tw_pairs *pairs) {
    uint32_t keys = reader->layer->key_count;
    uint32_t values = reader->layer->value_count;
    if (pairs->narrow)
        return tw_pairs16_below((const uint16_t *)(const void *)pairs->pairs, pairs->count, keys, values);
    return tw_pairs32_below((const uint32_t *)(const void *)pairs->pairs, pairs->count, keys, values);
}

/* Reads all rows. With `trust`, the short way where it can; the numbers are then to be compared with their tables after
 * it. */
static bool read_rows(tw_reader *reader, tw_dictionary *dictionary, tw_pairs *pairs, uint32_t *offsets, bool trust) {
    pairs->count = 0;
    offsets[0] = 0;
    for (uint32_t row = 0; row < reader->row_count; row++) {
        bool wanted = reader->features[row].tags_length > 0 && reader->options->types & 1u << reader->types[row];
        if (wanted && !(trust && unpack_row(reader, pairs, row)) && !read_row(reader, dictionary, pairs, row))
            return false;
        offsets[row + 1] = pairs->count;
    }
    return true;
}

bool tw_read_tags(tw_reader *reader, tw_dictionary *dictionary) {
    tw_block *block = reader->block;
    uint32_t *offsets = (uint32_t *)(void *)block->top;
    tw_block_end_column(block, TW_COLUMN_TAG_OFFSETS, TW_U32, TW_GROUP_NONE, 0, reader->row_count + 1);
    /* In bounds: the layer's room has four bytes a byte of tags, and a pair takes two bytes at least. */
    tw_pairs pairs = {
        .pairs = block->top,
        .narrow = reader->layer->key_count < 65536 && reader->layer->value_count < 65536,
    };
    tw_block_mark mark = tw_block_mark_of(block);
    bool trusted =
        dictionary->full && read_rows(reader, dictionary, &pairs, offsets, true) && numbers_in_tables(reader, &pairs);
    if (!trusted) {
        /* A smaller dictionary, or a fault, which is rare: all rows are read, each number by itself, so that faults are
         * found in their order. */
        tw_block_rewind(block, mark);
        reader->fault->status = TW_OK;
        if (!read_rows(reader, dictionary, &pairs, offsets, false)) return false;
    }
    tw_block_end_column(block, TW_COLUMN_TAG_PAIRS, pairs.narrow ? TW_U16 : TW_U32, TW_GROUP_NONE, 0, 2 * pairs.count);
    return true;
}
