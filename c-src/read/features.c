/* The feature columns of a layer: types and ids, and the records that the later steps work from. Called by layer.c.
 * MVT 4.2. */
#include "../base/arena.h"
#include "reader.h"

/* The geometry type of a feature, and what there is to say about it. */
static uint8_t checked_type(tw_reader *reader, const tw_feature *feature, uint32_t row, uint32_t offset) {
    if (feature->type - 1 < TW_POLYGON) return (uint8_t)feature->type;
    if (!reader->options->positions) return TW_UNKNOWN;
    bool explicit_unknown = feature->has_type && feature->type == TW_UNKNOWN;
    tw_note(reader, explicit_unknown ? TW_GEOMETRY_UNKNOWN_TYPE : TW_GEOMETRY_TYPE, row, offset);
    if (feature->record.geometry_length == 0) tw_note(reader, TW_GEOMETRY_MISSING, row, offset);
    return TW_UNKNOWN;
}

static void take_feature(tw_reader *reader, const tw_feature *feature, uint32_t row, uint32_t offset) {
    uint8_t type = checked_type(reader, feature, row, offset);
    reader->types[row] = type;
    reader->features[row] = feature->record;
    reader->geometry_bytes[type] += feature->record.geometry_length;
    reader->feature_counts[type]++;
    uint32_t length = feature->record.geometry_length;
    if (length > reader->longest_geometry) reader->longest_geometry = length;
}

/* Ids lie behind the types; both columns are given up again when no feature has one. */
static void end_ids(tw_reader *reader, bool any) {
    uint32_t count = reader->row_count;
    if (!any) return;
    tw_block *block = reader->block;
    tw_block_end_column(block, TW_COLUMN_FEATURE_IDS, TW_U64, TW_GROUP_NONE, 0, count);
    tw_block_end_column(block, TW_COLUMN_FEATURE_HAS_ID, TW_U8, TW_GROUP_NONE, 0, count);
}

bool tw_read_features(tw_reader *reader) {
    tw_block *block = reader->block;
    uint32_t count = reader->row_count;
    for (uint8_t type = 0; type < TW_GEOMETRY_TYPES; type++)
        reader->geometry_bytes[type] = reader->feature_counts[type] = 0;
    reader->longest_geometry = 0;
    reader->types = block->top;
    tw_block_end_column(block, TW_COLUMN_FEATURE_TYPES, TW_U8, TW_GROUP_NONE, 0, count);
    /* Where the two columns will lie: each begins at a multiple of 8. */
    uint64_t *ids = (uint64_t *)(void *)block->top;
    uint8_t *has_id = block->top + (uint64_t)count * sizeof *ids;
    reader->features = tw_arena_take((uint64_t)count * sizeof *reader->features);
    if (!reader->features) return tw_read_out_of_memory(reader);

    bool any_id = false;
    for (uint32_t row = 0; row < count; row++) {
        tw_span span = tw_feature_span(reader, row);
        tw_feature feature;
        if (!tw_parse_feature(reader->tile, span, &feature, reader->fault)) {
            reader->fault->layer = reader->layer_number;
            reader->fault->feature = reader->first_row + row;
            return false;
        }
        take_feature(reader, &feature, row, (uint32_t)(span.bytes - reader->tile->bytes));
        ids[row] = feature.id;
        has_id[row] = feature.has_id;
        any_id |= feature.has_id;
    }
    end_ids(reader, any_id);
    return reader->fault->status == TW_OK;
}
