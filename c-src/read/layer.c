/* The columns of one layer: features first, then the geometry groups, then properties. Called by tile.c. */
#include "../base/arena.h"
#include "reader.h"

/* Most bytes of the block that a byte of the layer becomes, geometry and tags: a vertex takes two bytes at least, also
 * with the copy that closes its ring (a ring's three commands pay for it), a tag pair two, a line or ring eight. */
static uint64_t bytes_a_byte(const tw_options *options) {
    uint64_t positions = options->positions == TW_F64 ? 8 : 4;
    uint64_t offsets = 1; /* part, ring and polygon offsets: 4 bytes each for 6 bytes and more */
    uint64_t vertex_feature = options->flags & TW_WITH_VERTEX_FEATURE ? 2 : 0;
    uint64_t triangles = options->flags & TW_WITH_TRIANGLES ? 8 : 0; /* n + 2h triangles of 12 bytes */
    return positions + offsets + vertex_feature + triangles;
}

/* Most bytes of all columns of the layer in hand. */
static uint64_t columns_bound(const tw_reader *reader) {
    const tw_layer *layer = reader->layer;
    uint64_t a_feature =
        1 + 8 + 1 + 16 + 4 + 4 + 4 + 4; /* type, id, has id, bbox, offsets of tags, geometry, triangles; index */
    uint64_t a_key = 4;
    uint64_t a_value = 1 + 8 + 4;
    return bytes_a_byte(reader->options) * layer->length + a_feature * reader->row_count + a_key * layer->key_count +
           a_value * layer->value_count + 4096;
}

static void choose_rows(tw_reader *reader) {
    uint32_t count = reader->layer->feature_count;
    uint32_t first = reader->options->first_feature < count ? reader->options->first_feature : count;
    uint32_t rest = count - first;
    reader->first_row = first;
    reader->row_count = reader->options->feature_count < rest ? reader->options->feature_count : rest;
    reader->record->first_feature = first;
    reader->record->row_count = reader->row_count;
}

/* Makes room for the layer's columns at the top of the block; scratch is taken above it from here on. */
static bool make_room(tw_reader *reader) {
    uint64_t bound = columns_bound(reader);
    if (!tw_arena_require(reader->block->top, bound)) return tw_read_out_of_memory(reader);
    tw_arena_set_top(reader->block->top + bound);
    return true;
}

/* Coordinates other than tile units divide by the extent. */
static bool scalable(tw_reader *reader) {
    if (reader->layer->extent != 0 || reader->options->coordinates == TW_COORDINATES_TILE) return true;
    tw_note(reader, TW_LAYER_EXTENT, TW_NONE, reader->layer->offset);
    return false;
}

static void write_empty_bboxes(int32_t *bboxes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        int32_t *box = bboxes + 4 * (uint64_t)i;
        box[0] = box[1] = INT32_MAX;
        box[2] = box[3] = INT32_MIN;
    }
}

static bool read_groups(tw_reader *reader) {
    reader->restart = reader->too_wide = reader->narrowed = false;
    reader->bboxes = (int32_t *)(void *)reader->block->top;
    write_empty_bboxes(reader->bboxes, reader->row_count);
    tw_block_end_column(reader->block, TW_COLUMN_BBOXES, TW_I32, TW_GROUP_NONE, 0, 4 * reader->row_count);
    for (uint8_t type = TW_POINT; type <= TW_POLYGON && !reader->restart && !reader->too_wide; type++) {
        if (!(reader->options->types & 1u << type) || reader->feature_counts[type] == 0) continue;
        if (!tw_read_group(reader, type)) return false;
    }
    return true;
}

/* Whether vertices can be written in their final type at once. Triangles need the integers, and a layer of great extent
 * will hardly fit int16. */
static bool can_write_at_once(const tw_options *options, uint32_t extent) {
    bool narrow = options->positions == TW_F32 || (options->positions == TW_I16 && extent <= INT16_MAX);
    return narrow && options->coordinates == TW_COORDINATES_TILE && !(options->flags & TW_WITH_TRIANGLES);
}

/* Reads the groups, and again where it turns out that they cannot be written as was thought: at once in their final
 * type (a feature is out of the common form), or as int16 at all (a coordinate leaves it). Both are rare, and known
 * only then. */
static bool read_geometry(tw_reader *reader) {
    const tw_options *options = reader->options;
    reader->record->coordinates = options->coordinates;
    reader->record->position_type = options->positions;
    if (!scalable(reader)) return reader->fault->status == TW_OK;
    reader->write_type = can_write_at_once(options, reader->layer->extent) ? options->positions : TW_WRITE_INT32;
    tw_block_mark mark = tw_block_mark_of(reader->block);
    for (;;) {
        if (!read_groups(reader)) return false;
        if (!reader->restart && !reader->too_wide) return true;
        if (reader->too_wide) reader->record->position_type = TW_I32;
        reader->write_type = TW_WRITE_INT32;
        tw_block_rewind(reader->block, mark);
    }
}

bool tw_read_layer(tw_reader *reader) {
    choose_rows(reader);
    if (!make_room(reader) || !tw_read_features(reader)) return false;
    if (reader->options->positions && !read_geometry(reader)) return false;
    if (reader->options->properties == TW_PROPERTIES_NONE) return true;
    return tw_read_properties(reader);
}
