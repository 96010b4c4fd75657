/* The layers of a tile in turn, and the problems of layers. Called by the API. */
#include <stddef.h>

#include "../base/arena.h"
#include "reader.h"
#include "strings.h"

/* Problems that break no MUST of the specification: strict mode lets them pass. */
static bool is_advice(tw_status code) {
    return code == TW_GEOMETRY_ZERO_AREA || code == TW_GEOMETRY_OVERFLOW || code == TW_GEOMETRY_UNKNOWN_TYPE ||
           code == TW_LAYER_UNKNOWN_VERSION;
}

static bool is_strict(const tw_reader *reader) {
    if (!reader->request) return false;
    return reader->request->strict || (reader->options && reader->options->flags & TW_STRICT);
}

void tw_note(tw_reader *reader, tw_status code, uint32_t row, uint32_t offset) {
    uint32_t feature = row == TW_NONE ? TW_NONE : reader->first_row + row;
    tw_block_add_problem(reader->block, code, reader->layer_number, feature, offset);
    if (!is_strict(reader) || is_advice(code) || reader->fault->status != TW_OK) return;
    *reader->fault = (tw_fault){code, offset, reader->layer_number, feature};
}

bool tw_read_out_of_memory(tw_reader *reader) {
    *reader->fault =
        (tw_fault){tw_arena_status(), reader->layer ? reader->layer->offset : 0, reader->layer_number, TW_NONE};
    return false;
}

static void note_layer_problems(tw_reader *reader) {
    const tw_layer *layer = reader->layer;
    const uint8_t *name = reader->tile->bytes + layer->name_offset;
    if (!layer->has_name) tw_note(reader, TW_LAYER_NO_NAME, TW_NONE, layer->offset);
    if (tw_utf16_length(name, layer->name_length) < 0) tw_note(reader, TW_BAD_UTF8, TW_NONE, layer->name_offset);
    if (layer->duplicate_name) tw_note(reader, TW_LAYER_DUPLICATE_NAME, TW_NONE, layer->offset);
    if (!layer->has_version) tw_note(reader, TW_LAYER_VERSION, TW_NONE, layer->offset);
    if (layer->version != 1 && layer->version != 2) tw_note(reader, TW_LAYER_UNKNOWN_VERSION, TW_NONE, layer->offset);
}

static void begin_layer(tw_reader *reader) {
    const tw_layer *layer = reader->layer;
    reader->record = tw_block_begin_layer(reader->block, reader->tile->bytes + layer->name_offset, layer->name_length);
    reader->record->index = reader->layer_number;
    reader->record->version = layer->version;
    reader->record->extent = layer->extent;
    reader->record->length = layer->feature_count;
    reader->record->tile_key_count = layer->key_count;
    reader->record->tile_value_count = layer->value_count;
}

/* Room for a layer's name and column records, beside its columns. */
static uint64_t layer_overhead(const tw_layer *layer) {
    return (uint64_t)layer->name_length + sizeof(tw_column) * TW_MAX_COLUMNS + 256;
}

static const tw_options *options_of(const tw_tile *tile, const tw_request_t *request, uint32_t number) {
    const tw_layer *layer = &tile->layers[number];
    if (layer->left_out) return NULL;
    return tw_request_options(request, number, tile->bytes + layer->name_offset, layer->name_length);
}

bool tw_read_tile(const tw_tile *tile, const tw_request_t *request, tw_block *block, tw_fault *fault) {
    tw_reader reader = {.tile = tile, .request = request, .block = block, .fault = fault, .layer_number = TW_NONE};
    uint32_t wanted = 0;
    for (uint32_t i = 0; i < tile->layer_count; i++)
        wanted += options_of(tile, request, i) != NULL;
    if (!tw_block_begin(block, wanted)) return tw_read_out_of_memory(&reader);
    for (uint32_t i = 0; i < tile->layer_count; i++) {
        reader.options = options_of(tile, request, i);
        if (!reader.options) continue;
        reader.layer = &tile->layers[i];
        reader.layer_number = i;
        if (!tw_arena_require(block->top, layer_overhead(reader.layer))) return tw_read_out_of_memory(&reader);
        begin_layer(&reader);
        note_layer_problems(&reader);
        if (fault->status != TW_OK || !tw_read_layer(&reader)) return false;
        tw_block_end_layer(block);
        tw_arena_set_top(block->top);
    }
    return tw_block_end(block) || tw_read_out_of_memory(&reader);
}

bool tw_describe_tile(const tw_tile *tile, tw_block *block, tw_fault *fault) {
    tw_reader reader = {.tile = tile, .block = block, .fault = fault, .layer_number = TW_NONE};
    if (!tw_block_begin(block, tile->layer_count)) return tw_read_out_of_memory(&reader);
    block->header->detail = 1;
    for (uint32_t i = 0; i < tile->layer_count; i++) {
        reader.layer = &tile->layers[i];
        reader.layer_number = i;
        if (!tw_arena_require(block->top, layer_overhead(reader.layer))) return tw_read_out_of_memory(&reader);
        begin_layer(&reader);
        note_layer_problems(&reader);
        tw_block_end_layer(block);
    }
    return tw_block_end(block) || tw_read_out_of_memory(&reader);
}
