/* The feature columns of a layer: types and ids, and the records that the later steps work from. Called by layer.c.
 * MVT 4.2. */
#include "../base/arena.h"
#include "feature_short.h"
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

/* Reads the feature of a row that is written in an uncommon way into its record. False at a wire fault. */
static bool read_uncommon(tw_reader *reader, uint32_t row, tw_short_feature *feature) {
    tw_span span = tw_feature_span(reader, row);
    tw_feature parsed;
    if (!tw_parse_feature(reader->tile, span, &parsed, reader->fault)) {
        reader->fault->layer = reader->layer_number;
        reader->fault->feature = reader->first_row + row;
        return false;
    }
    uint32_t offset = (uint32_t)(span.bytes - reader->tile->bytes);
    reader->features[row] = parsed.record;
    *feature = (tw_short_feature){parsed.id, checked_type(reader, &parsed, row, offset), parsed.has_id};
    return true;
}

/* Ids lie behind the types; both columns are given up again when no feature has one. */
static void end_ids(tw_reader *reader, bool any) {
    uint32_t count = reader->row_count;
    if (!any) return;
    tw_block *block = reader->block;
    tw_block_end_column(block, TW_COLUMN_FEATURE_IDS, TW_U64, TW_GROUP_NONE, 0, count);
    tw_block_end_column(block, TW_COLUMN_FEATURE_HAS_ID, TW_U8, TW_GROUP_NONE, 0, count);
}

/* Where the features of a layer lie and go, apart from the reader so that it stays in registers: what is written to the
 * columns can change nothing of it. */
typedef struct {
    const uint8_t *bytes;  /* of the tile */
    const uint32_t *spans; /* of the rows */
    tw_feature_record *records;
    uint8_t *types;
    uint64_t *ids;
    uint8_t *has_id;
    uint32_t *next_row;
} columns;

/* Reads all features. Sets *any_id where one has an id. False at a wire fault. */
static bool read_rows(tw_reader *reader, columns columns, bool *any_id) {
    /* Where the next row of each type goes, so that no later step asks every row of which type it is: a processor
     * cannot guess the answers. */
    uint32_t *link[TW_GEOMETRY_TYPES];
    for (uint32_t type = 0; type < TW_GEOMETRY_TYPES; type++)
        link[type] = &reader->first_row_of[type];
    for (uint32_t row = 0; row < reader->row_count; row++) {
        tw_short_feature feature;
        tw_feature_record *record = &columns.records[row];
        tw_span span;
        /* In bounds: as for tw_span_from. */
        span.bytes = tw_short_length(columns.bytes + columns.spans[row], &span.length);
        bool is_common = span.length <= TW_MOST_SHORT && tw_parse_short(columns.bytes, span, &feature, record);
        if (!is_common && !read_uncommon(reader, row, &feature)) return false;
        uint32_t length = record->geometry_length;
        reader->geometry_bytes[feature.type] += length;
        reader->feature_counts[feature.type]++;
        if (length > reader->longest_geometry) reader->longest_geometry = length;
        *link[feature.type] = row;
        link[feature.type] = &columns.next_row[row];
        columns.types[row] = feature.type;
        columns.ids[row] = feature.id;
        columns.has_id[row] = feature.has_id;
        *any_id |= feature.has_id;
    }
    for (uint32_t type = 0; type < TW_GEOMETRY_TYPES; type++)
        *link[type] = reader->row_count;
    return true;
}

bool tw_read_features(tw_reader *reader) {
    tw_block *block = reader->block;
    uint32_t count = reader->row_count;
    for (uint32_t type = 0; type < TW_GEOMETRY_TYPES; type++)
        reader->geometry_bytes[type] = reader->feature_counts[type] = 0;
    reader->longest_geometry = 0;
    reader->types = block->top;
    tw_block_end_column(block, TW_COLUMN_FEATURE_TYPES, TW_U8, TW_GROUP_NONE, 0, count);
    /* Where the two columns will lie: each begins at a multiple of 8. */
    uint64_t *ids = (uint64_t *)(void *)block->top;
    uint8_t *has_id = block->top + (uint64_t)count * sizeof *ids;
    reader->features = tw_arena_take((uint64_t)count * sizeof *reader->features);
    reader->next_row = tw_arena_take(4 * (uint64_t)count);
    if (!reader->features || !reader->next_row) return tw_read_out_of_memory(reader);

    const uint32_t *spans = reader->tile->spans + reader->layer->first_feature + reader->first_row;
    bool any_id = false;
    columns columns = {reader->tile->bytes, spans, reader->features, reader->types, ids, has_id, reader->next_row};
    if (!read_rows(reader, columns, &any_id)) return false;
    end_ids(reader, any_id);
    return reader->fault->status == TW_OK;
}
