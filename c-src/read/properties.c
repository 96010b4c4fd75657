/* Properties of a layer: tags as number pairs, then the dictionary of keys and values that they point into. Called by
 * layer.c. */
#include <stddef.h>
#include <string.h>

#include "../base/arena.h"
#include "strings.h"
#include "tags.h"
#include "value.h"

/* Whether a key of the layer is one of those that the request lists. */
static bool key_is_listed(const tw_reader *reader, tw_span key) {
    for (uint32_t i = 0; i < reader->options->key_count; i++) {
        uint32_t length;
        const uint8_t *listed = tw_request_key(reader->request, reader->options, i, &length);
        if (length == key.length && memcmp(listed, key.bytes, length) == 0) return true;
    }
    return false;
}

/* All wanted keys get a number at once, so that a key the layer has is known also where no feature uses it. */
static void number_listed_keys(tw_reader *reader, tw_dictionary *dictionary) {
    for (uint32_t i = 0; i < reader->layer->key_count; i++) {
        bool listed = key_is_listed(reader, tw_span_at(reader->tile, reader->layer->first_key + i));
        dictionary->key_map[i] = listed ? dictionary->key_count : TW_UNWANTED;
        if (listed) dictionary->keys[dictionary->key_count++] = i;
    }
}

static bool begin_dictionary(tw_reader *reader, tw_dictionary *dictionary) {
    const tw_layer *layer = reader->layer;
    bool listed = reader->options->properties == TW_PROPERTIES_LISTED;
    bool whole_layer = reader->row_count == layer->feature_count;
    *dictionary = (tw_dictionary){.full = !listed && whole_layer};
    if (dictionary->full) {
        dictionary->key_count = layer->key_count;
        dictionary->value_count = layer->value_count;
        return true;
    }
    uint64_t keys = 4ull * layer->key_count;
    uint64_t values = 4ull * layer->value_count;
    dictionary->key_map = tw_arena_take(keys);
    dictionary->keys = tw_arena_take(keys);
    dictionary->value_map = tw_arena_take(values);
    dictionary->values = tw_arena_take(values);
    if (!dictionary->key_map || !dictionary->keys || !dictionary->value_map || !dictionary->values) {
        return tw_read_out_of_memory(reader);
    }
    for (uint32_t i = 0; i < layer->value_count; i++)
        dictionary->value_map[i] = TW_UNNUMBERED;
    for (uint32_t i = 0; i < layer->key_count; i++)
        dictionary->key_map[i] = TW_UNNUMBERED;
    if (listed) number_listed_keys(reader, dictionary);
    return true;
}

static tw_span key_span(const tw_reader *reader, const tw_dictionary *dictionary, uint32_t number) {
    uint32_t key = dictionary->full ? number : dictionary->keys[number];
    return tw_span_at(reader->tile, reader->layer->first_key + key);
}

static void note_bad_string(tw_reader *reader, const tw_span *strings, uint32_t first_invalid, uint32_t count) {
    if (first_invalid == count) return;
    tw_note(reader, TW_BAD_UTF8, TW_NONE, (uint32_t)(strings[first_invalid].bytes - reader->tile->bytes));
}

static bool write_keys(tw_reader *reader, const tw_dictionary *dictionary) {
    uint32_t count = dictionary->key_count;
    tw_span *strings = tw_arena_take((uint64_t)count * sizeof *strings);
    if (!strings) return tw_read_out_of_memory(reader);
    uint32_t total = 0;
    for (uint32_t i = 0; i < count; i++) {
        strings[i] = key_span(reader, dictionary, i);
        total += strings[i].length;
    }
    uint32_t first_invalid =
        tw_write_strings(reader->block, strings, count, total, TW_COLUMN_KEY_BYTES, TW_COLUMN_KEY_OFFSETS);
    note_bad_string(reader, strings, first_invalid, count);
    return reader->fault->status == TW_OK;
}

/* What the values turn into, besides their types. */
typedef struct {
    tw_span *strings;
    uint64_t *numbers;
    uint32_t string_count, string_bytes, number_count;
} tw_values;

static inline void take_string(tw_values *values, tw_span string) {
    values->strings[values->string_count++] = string;
    values->string_bytes += string.length;
}

static inline void take_value(tw_values *values, const tw_value *value) {
    if (value->type == TW_VALUE_STRING) {
        take_string(values, value->string);
    } else if (value->type != TW_VALUE_NONE) {
        values->numbers[values->number_count++] = value->number;
    }
}

/* Reads a value that is written in an uncommon way, and notes what is wrong with it. False at a wire fault. */
static bool parse_uncommon(tw_reader *reader, tw_span span, tw_value *value) {
    if (!tw_parse_value(reader->tile, span, value, reader->fault)) {
        reader->fault->layer = reader->layer_number;
        reader->fault->feature = TW_NONE;
        return false;
    }
    uint32_t offset = (uint32_t)(span.bytes - reader->tile->bytes);
    if (value->fields == 0) tw_note(reader, TW_VALUE_EMPTY, TW_NONE, offset);
    if (value->fields > 1) tw_note(reader, TW_VALUE_AMBIGUOUS, TW_NONE, offset);
    return true;
}

static bool parse_values(tw_reader *reader, const tw_dictionary *dictionary, tw_values *values, uint8_t *types) {
    /* Copies that stay in registers, since nothing written to the types can change them. */
    tw_values taken = *values;
    const uint8_t *tile = reader->tile->bytes;
    const uint32_t *spans = reader->tile->spans + reader->layer->first_value;
    const uint32_t *numbers = dictionary->full ? NULL : dictionary->values;
    uint32_t count = dictionary->value_count;
    for (uint32_t i = 0; i < count; i++) {
        tw_span span = tw_span_from(tile + spans[numbers ? numbers[i] : i]);
        uint64_t integer;
        if (tw_is_plain_string(span)) {
            types[i] = TW_VALUE_STRING;
            take_string(&taken, (tw_span){span.bytes + 2, span.length - 2});
        } else if (tw_is_plain_integer(span, &integer)) {
            double number = (double)(int64_t)integer;
            types[i] = span.bytes[0] >> 3;
            memcpy(&taken.numbers[taken.number_count++], &number, sizeof number);
        } else {
            tw_value value;
            if (!parse_uncommon(reader, span, &value)) return false;
            types[i] = value.type;
            take_value(&taken, &value);
        }
    }
    *values = taken;
    return reader->fault->status == TW_OK;
}

static bool write_values(tw_reader *reader, const tw_dictionary *dictionary) {
    tw_block *block = reader->block;
    uint32_t count = dictionary->value_count;
    tw_values values = {.strings = tw_arena_take((uint64_t)count * sizeof *values.strings)};
    if (!values.strings) return tw_read_out_of_memory(reader);
    uint8_t *types = block->top;
    tw_block_end_column(block, TW_COLUMN_VALUE_TYPES, TW_U8, TW_GROUP_NONE, 0, count);
    values.numbers = (uint64_t *)(void *)block->top;
    if (!parse_values(reader, dictionary, &values, types)) return false;
    tw_block_end_column(block, TW_COLUMN_VALUE_NUMBERS, TW_F64, TW_GROUP_NONE, 0, values.number_count);
    uint32_t first_invalid = tw_write_strings(block, values.strings, values.string_count, values.string_bytes,
                                              TW_COLUMN_STRING_BYTES, TW_COLUMN_STRING_OFFSETS);
    note_bad_string(reader, values.strings, first_invalid, values.string_count);
    return reader->fault->status == TW_OK;
}

bool tw_read_properties(tw_reader *reader) {
    tw_dictionary dictionary;
    if (!begin_dictionary(reader, &dictionary)) return false;
    if (!tw_read_tags(reader, &dictionary)) return false;
    reader->record->key_count = dictionary.key_count;
    reader->record->value_count = dictionary.value_count;
    return write_keys(reader, &dictionary) && write_values(reader, &dictionary);
}
