/* Checks everything that docs/DESIGN.md promises of a result block, whatever tile it was made from: that each byte has
 * its place, that every offset and index leads where it should, that rings are closed and boxes right. Called by the C
 * tests and by the fuzz targets. */
#ifndef TW_TEST_BLOCK_CHECK_H
#define TW_TEST_BLOCK_CHECK_H

#include <stdbool.h>
#include <string.h>

#include "../../c-src/block/block.h"
#include "../../c-src/request/request.h"

/* A block being checked, the first thing found wrong, and how far its bytes are accounted for. */
typedef struct {
    const uint8_t *bytes;
    uint32_t length;
    uint64_t place;
    const char *fault;
    const tw_layer_record *layer;
    const tw_column *columns;
} checked_block;

static inline bool block_expect(checked_block *block, bool holds, const char *what) {
    if (!holds && !block->fault) block->fault = what;
    return holds;
}

/* The next `length` bytes of the block are what stands at `offset`; zeroes follow up to a multiple of 8. */
static inline void take_place(checked_block *block, uint64_t offset, uint64_t length, const char *what) {
    if (!block_expect(block, offset == block->place && length <= block->length - offset, what)) return;
    block->place = offset + length;
    for (; block->place % 8 != 0; block->place++) {
        if (!block_expect(block, block->place < block->length && block->bytes[block->place] == 0, "padding is 0"))
            return;
    }
}

static inline const tw_column *find_column(const checked_block *block, uint8_t kind, uint8_t group) {
    for (uint32_t i = 0; i < block->layer->column_count; i++) {
        if (block->columns[i].kind == kind && block->columns[i].group == group) return &block->columns[i];
    }
    return NULL;
}

static inline uint32_t count_of(const tw_column *column) {
    return column ? column->count : 0;
}

static inline const void *data_of(const checked_block *block, const tw_column *column) {
    return column ? block->bytes + column->offset : NULL;
}

static inline const uint32_t *numbers_of(const checked_block *block, uint8_t kind, uint8_t group) {
    return data_of(block, find_column(block, kind, group));
}

static inline uint32_t count_column(const checked_block *block, uint8_t kind, uint8_t group) {
    return count_of(find_column(block, kind, group));
}

/* Offsets begin at 0, never fall (with `strictly`: always rise) and end at `end`. */
static inline bool check_offsets(checked_block *block, uint8_t kind, uint8_t group, uint32_t count, uint64_t end,
                                 uint32_t least_step) {
    const uint32_t *offsets = numbers_of(block, kind, group);
    if (!block_expect(block, offsets && count_column(block, kind, group) == count, "offsets are there")) return false;
    bool good = offsets[0] == 0 && offsets[count - 1] == end;
    for (uint32_t i = 1; i < count && good; i++)
        good = offsets[i] >= offsets[i - 1] && offsets[i] - offsets[i - 1] >= least_step;
    return block_expect(block, good, "offsets rise from 0 to the end");
}

/* ---- the columns of the layer --------------------------------------------------------------------------------- */

static inline void check_feature_columns(checked_block *block) {
    uint32_t rows = block->layer->row_count;
    const uint8_t *types = (const uint8_t *)numbers_of(block, TW_COLUMN_FEATURE_TYPES, 0);
    block_expect(block, count_column(block, TW_COLUMN_FEATURE_TYPES, 0) == rows, "a type a row");
    if (block->fault) return;
    for (uint32_t i = 0; i < rows; i++)
        block_expect(block, types[i] <= 3, "a feature's type is one of four");
    uint32_t ids = count_column(block, TW_COLUMN_FEATURE_IDS, 0);
    const uint8_t *has_id = (const uint8_t *)numbers_of(block, TW_COLUMN_FEATURE_HAS_ID, 0);
    block_expect(block, ids == count_column(block, TW_COLUMN_FEATURE_HAS_ID, 0), "ids and hasIds go together");
    block_expect(block, ids == 0 || ids == rows, "an id a row");
    if (block->fault || ids == 0) return;
    const uint8_t *id_bytes = data_of(block, find_column(block, TW_COLUMN_FEATURE_IDS, 0));
    bool any = false;
    for (uint32_t i = 0; i < rows; i++) {
        uint64_t id;
        memcpy(&id, id_bytes + 8ull * i, sizeof id);
        block_expect(block, has_id[i] <= 1 && (has_id[i] || id == 0), "a feature without an id has the id 0");
        any |= has_id[i] == 1;
    }
    block_expect(block, any, "ids are there only where a feature has one");
}

static inline uint32_t pair_entry(const tw_column *pairs, const void *data, uint64_t at) {
    return pairs->type == TW_U16 ? ((const uint16_t *)data)[at] : ((const uint32_t *)data)[at];
}

static inline void check_tags(checked_block *block) {
    uint32_t rows = block->layer->row_count;
    const tw_column *pairs = find_column(block, TW_COLUMN_TAG_PAIRS, 0);
    if (!find_column(block, TW_COLUMN_TAG_OFFSETS, 0)) {
        block_expect(block, count_of(pairs) == 0 && block->layer->key_count == 0 && block->layer->value_count == 0,
                     "no dictionary without tags");
        return;
    }
    if (!check_offsets(block, TW_COLUMN_TAG_OFFSETS, 0, rows + 1, count_of(pairs) / 2, 0)) return;
    if (!pairs) return;
    block_expect(block, pairs->count % 2 == 0 && (pairs->type == TW_U16 || pairs->type == TW_U32), "tags are pairs");
    const void *data = data_of(block, pairs);
    for (uint64_t i = 0; i < pairs->count; i += 2) {
        block_expect(block, pair_entry(pairs, data, i) < block->layer->key_count, "a tag's key is in the dictionary");
        block_expect(block, pair_entry(pairs, data, i + 1) < block->layer->value_count,
                     "a tag's value is in the dictionary");
    }
}

/* Strings back to back: byte offsets end at the last byte; UTF-16 offsets never count more units than bytes. */
static inline void check_strings(checked_block *block, uint8_t bytes_kind, uint8_t offsets_kind, uint32_t count) {
    const tw_column *bytes = find_column(block, bytes_kind, 0);
    const tw_column *offsets = find_column(block, offsets_kind, 0);
    if (!block_expect(block, offsets && offsets->count == count + 1, "offsets of strings are there")) return;
    const uint32_t *numbers = data_of(block, offsets);
    uint32_t end = numbers[count];
    bool ascii = bytes && bytes->flags & TW_STRINGS_ASCII;
    bool exact = ascii || !(offsets->flags & TW_STRINGS_UTF16);
    block_expect(block, exact ? end == count_of(bytes) : end <= count_of(bytes), "strings fill their bytes");
    check_offsets(block, offsets_kind, 0, count + 1, end, 0);
    const uint8_t *data = data_of(block, bytes);
    bool any_high = false;
    for (uint32_t i = 0; i < count_of(bytes); i++)
        any_high |= data[i] >= 0x80;
    block_expect(block, count_of(bytes) == 0 || ascii == !any_high, "the ASCII flag is right");
}

static inline void check_dictionary(checked_block *block) {
    if (!find_column(block, TW_COLUMN_TAG_OFFSETS, 0)) return;
    uint32_t values = block->layer->value_count;
    block_expect(block, count_column(block, TW_COLUMN_VALUE_TYPES, 0) == values, "a type a value");
    check_strings(block, TW_COLUMN_KEY_BYTES, TW_COLUMN_KEY_OFFSETS, block->layer->key_count);
    if (block->fault) return;
    const uint8_t *types = (const uint8_t *)numbers_of(block, TW_COLUMN_VALUE_TYPES, 0);
    uint32_t strings = 0;
    uint32_t numbers = 0;
    for (uint32_t i = 0; i < values; i++) {
        uint8_t plain = types[i] & 127;
        bool may_be_big = plain >= 4 && plain <= 6;
        block_expect(block, plain <= 7 && (types[i] < 128 || may_be_big), "a value's type is one of seven");
        strings += plain == 1;
        numbers += plain > 1;
    }
    block_expect(block, count_column(block, TW_COLUMN_VALUE_NUMBERS, 0) == numbers, "a number for each");
    check_strings(block, TW_COLUMN_STRING_BYTES, TW_COLUMN_STRING_OFFSETS, strings);
}

/* ---- a geometry group ----------------------------------------------------------------------------------------- */

static inline bool same_vertex(const uint8_t *positions, uint32_t size, uint64_t a, uint64_t b) {
    return memcmp(positions + 2 * size * a, positions + 2 * size * b, 2ull * size) == 0;
}

static inline void check_rings(checked_block *block, const uint8_t *positions, uint32_t element_size) {
    const uint32_t *rings = numbers_of(block, TW_COLUMN_RING_OFFSETS, TW_GROUP_POLYGONS);
    uint32_t count = count_column(block, TW_COLUMN_RING_OFFSETS, TW_GROUP_POLYGONS) - 1;
    for (uint32_t i = 0; i < count; i++)
        block_expect(block, same_vertex(positions, element_size, rings[i], rings[i + 1] - 1), "rings are closed");
}

/* First vertex of an entry of the geometry level. */
static inline uint32_t entry_vertex(const checked_block *block, uint8_t group, uint32_t entry) {
    if (group == TW_GROUP_POINTS) return entry;
    if (group == TW_GROUP_LINES) return numbers_of(block, TW_COLUMN_PART_OFFSETS, group)[entry];
    uint32_t ring = numbers_of(block, TW_COLUMN_POLYGON_OFFSETS, group)[entry];
    return numbers_of(block, TW_COLUMN_RING_OFFSETS, group)[ring];
}

static inline int64_t integer_position(const tw_column *positions, const void *data, uint64_t at) {
    return positions->type == TW_I16 ? ((const int16_t *)data)[at] : ((const int32_t *)data)[at];
}

/* The box of a feature's vertices, where they are integers. */
static inline void check_box(checked_block *block, const tw_column *positions, const int32_t *box, uint32_t first,
                             uint32_t end) {
    if (!block_expect(block, box != NULL, "boxes are there")) return;
    block_expect(block, box[0] <= box[2] && box[1] <= box[3], "a box of vertices is not empty");
    if (positions->type != TW_I16 && positions->type != TW_I32) return;
    const void *data = data_of(block, positions);
    int64_t low[2] = {INT64_MAX, INT64_MAX};
    int64_t high[2] = {INT64_MIN, INT64_MIN};
    for (uint64_t i = 2ull * first; i < 2ull * end; i++) {
        int64_t at = integer_position(positions, data, i);
        if (at < low[i % 2]) low[i % 2] = at;
        if (at > high[i % 2]) high[i % 2] = at;
    }
    block_expect(block, box[0] == low[0] && box[1] == low[1] && box[2] == high[0] && box[3] == high[1],
                 "a box fits its vertices");
}

static inline void check_triangles(checked_block *block, uint32_t feature, uint32_t first, uint32_t end) {
    const uint32_t *offsets = numbers_of(block, TW_COLUMN_TRIANGLE_OFFSETS, TW_GROUP_POLYGONS);
    const uint32_t *triangles = numbers_of(block, TW_COLUMN_TRIANGLES, TW_GROUP_POLYGONS);
    block_expect(block, offsets[feature] % 3 == 0, "triangles have three corners");
    block_expect(block, offsets[feature + 1] - offsets[feature] <= 9ull * (end - first), "not too many triangles");
    for (uint32_t i = offsets[feature]; i < offsets[feature + 1]; i++)
        block_expect(block, triangles[i] >= first && triangles[i] < end, "a triangle's corners are of its feature");
}

static inline void check_features_of_group(checked_block *block, uint8_t group, uint8_t *box_used) {
    const tw_layer_record *layer = block->layer;
    const tw_column *positions = find_column(block, TW_COLUMN_POSITIONS, group);
    const uint32_t *index = numbers_of(block, TW_COLUMN_FEATURE_INDEX, group);
    const uint32_t *offsets = numbers_of(block, TW_COLUMN_GEOMETRY_OFFSETS, group);
    const uint32_t *vertex_feature = numbers_of(block, TW_COLUMN_VERTEX_FEATURE, group);
    const uint8_t *types = (const uint8_t *)numbers_of(block, TW_COLUMN_FEATURE_TYPES, 0);
    const int32_t *boxes = (const int32_t *)numbers_of(block, TW_COLUMN_BBOXES, 0);
    bool triangles = find_column(block, TW_COLUMN_TRIANGLE_OFFSETS, group) != NULL;
    uint32_t features = count_column(block, TW_COLUMN_FEATURE_INDEX, group);
    for (uint32_t i = 0; i < features && !block->fault; i++) {
        uint32_t row = index[i] - layer->first_feature;
        block_expect(block, i == 0 || index[i] > index[i - 1], "features are listed in order");
        if (!block_expect(block, index[i] >= layer->first_feature && row < layer->row_count, "a feature is a row"))
            return;
        block_expect(block, types[row] == group, "a feature is in the group of its type");
        uint32_t first = entry_vertex(block, group, offsets[i]);
        uint32_t end = entry_vertex(block, group, offsets[i + 1]);
        check_box(block, positions, boxes ? boxes + 4ull * row : NULL, first, end);
        if (box_used) box_used[row] = 1;
        if (triangles) check_triangles(block, i, first, end);
        for (uint32_t v = first; v < end && vertex_feature; v++)
            block_expect(block, vertex_feature[v] == index[i], "a vertex knows its feature");
    }
}

static inline void check_group(checked_block *block, uint8_t group, uint8_t *box_used) {
    const tw_column *positions = find_column(block, TW_COLUMN_POSITIONS, group);
    uint32_t features = count_column(block, TW_COLUMN_FEATURE_INDEX, group);
    if (features == 0) {
        for (uint32_t i = 0; i < block->layer->column_count; i++)
            block_expect(block, block->columns[i].group != group, "an empty group has no columns");
        return;
    }
    if (!block_expect(block, positions && positions->count % 2 == 0, "positions are pairs")) return;
    block_expect(block, positions->type == block->layer->position_type, "positions are of the layer's type");
    uint32_t vertices = positions->count / 2;
    uint32_t entries = vertices;
    if (group == TW_GROUP_LINES) {
        entries = count_column(block, TW_COLUMN_PART_OFFSETS, group) - 1;
        check_offsets(block, TW_COLUMN_PART_OFFSETS, group, entries + 1, vertices, 2);
    }
    if (group == TW_GROUP_POLYGONS) {
        uint32_t rings = count_column(block, TW_COLUMN_RING_OFFSETS, group) - 1;
        entries = count_column(block, TW_COLUMN_POLYGON_OFFSETS, group) - 1;
        check_offsets(block, TW_COLUMN_RING_OFFSETS, group, rings + 1, vertices, 4);
        check_offsets(block, TW_COLUMN_POLYGON_OFFSETS, group, entries + 1, rings, 1);
    }
    check_offsets(block, TW_COLUMN_GEOMETRY_OFFSETS, group, features + 1, entries, 1);
    if (find_column(block, TW_COLUMN_VERTEX_FEATURE, group))
        block_expect(block, count_column(block, TW_COLUMN_VERTEX_FEATURE, group) == vertices, "a feature a vertex");
    if (find_column(block, TW_COLUMN_TRIANGLE_OFFSETS, group))
        check_offsets(block, TW_COLUMN_TRIANGLE_OFFSETS, group, features + 1,
                      count_column(block, TW_COLUMN_TRIANGLES, group), 0);
    if (block->fault) return;
    if (group == TW_GROUP_POLYGONS) check_rings(block, data_of(block, positions), tw_element_size(positions->type));
    check_features_of_group(block, group, box_used);
}

/* Features that no group lists have an empty box. Small layers only: the marks lie on the stack. */
enum { MOST_BOX_MARKS = 4096 };

static inline void check_groups(checked_block *block) {
    uint32_t rows = block->layer->row_count;
    const int32_t *boxes = (const int32_t *)numbers_of(block, TW_COLUMN_BBOXES, 0);
    block_expect(block, count_column(block, TW_COLUMN_BBOXES, 0) == (boxes ? 4 * rows : 0), "a box a row");
    static uint8_t box_used[MOST_BOX_MARKS];
    bool marking = boxes && rows <= MOST_BOX_MARKS;
    if (marking) memset(box_used, 0, sizeof box_used);
    for (uint8_t group = TW_GROUP_POINTS; group <= TW_GROUP_POLYGONS && !block->fault; group++)
        check_group(block, group, marking ? box_used : NULL);
    for (uint32_t i = 0; marking && i < rows && !block->fault; i++) {
        const int32_t *box = boxes + 4ull * i;
        bool empty = box[0] == INT32_MAX && box[1] == INT32_MAX && box[2] == INT32_MIN && box[3] == INT32_MIN;
        block_expect(block, box_used[i] || empty, "a feature without geometry has an empty box");
    }
}

/* ---- the whole ------------------------------------------------------------------------------------------------ */

static inline bool check_layer_record(checked_block *block, const tw_block_header *header, uint32_t number) {
    const tw_layer_record *layer = block->layer;
    uint64_t columns_end = layer->columns_offset + (uint64_t)layer->column_count * sizeof(tw_column);
    block_expect(block, number == 0 || layer->index > layer[-1].index, "layers are in the order of the tile");
    block_expect(block, layer->reserved[0] == 0 && layer->reserved[1] == 0 && layer->reserved_end == 0, "reserved");
    block_expect(block, layer->row_count <= layer->length, "no more rows than features");
    block_expect(block, layer->first_feature <= layer->length - layer->row_count || header->detail == 1, "rows");
    block_expect(block, layer->columns_offset % 8 == 0 && columns_end <= block->length, "columns are in the block");
    take_place(block, layer->name_offset, layer->name_length, "the name comes first");
    return !block->fault;
}

static inline void check_layer(checked_block *block, const tw_block_header *header, uint32_t number) {
    const tw_layer_record *layer = block->layer;
    if (!check_layer_record(block, header, number)) return;
    block->columns = (const void *)(block->bytes + layer->columns_offset);
    for (uint32_t i = 0; i < layer->column_count; i++) {
        const tw_column *column = &block->columns[i];
        if (!block_expect(block, column->type >= TW_U8 && column->type <= TW_U64, "a column's type")) return;
        block_expect(block, column->group <= TW_GROUP_POLYGONS && column->key == 0, "a column's group and key");
        block_expect(block, column->count > 0, "an empty column is left out");
        take_place(block, column->offset, (uint64_t)column->count * tw_element_size(column->type), "columns in order");
    }
    take_place(block, layer->columns_offset, (uint64_t)layer->column_count * sizeof(tw_column), "column records");
    if (block->fault) return;
    if (header->detail == 1) {
        block_expect(block, layer->column_count == 0, "a description has no columns");
        return;
    }
    check_feature_columns(block);
    if (!block->fault) check_tags(block);
    if (!block->fault) check_dictionary(block);
    if (!block->fault) check_groups(block);
}

static inline void check_problems(checked_block *block, const tw_block_header *header) {
    const tw_problem *problems = (const void *)(block->bytes + header->problems_offset);
    take_place(block, header->problems_offset, header->problems_stored * sizeof(tw_problem), "problems come last");
    bool all = header->problem_count <= TW_MAX_PROBLEMS;
    block_expect(block, header->problems_stored == (all ? header->problem_count : TW_MAX_PROBLEMS), "stored problems");
    for (uint32_t i = 0; i < header->problems_stored && !block->fault; i++) {
        block_expect(block, problems[i].reserved == 0, "reserved");
        block_expect(block, problems[i].code >= TW_LAYER_NO_NAME, "a problem's code is one of a problem");
        block_expect(block, strcmp(tw_status_name((tw_status)problems[i].code), "unknown") != 0, "a known code");
    }
}

/* What is wrong with the block, NULL when nothing is. */
static inline const char *block_fault(const uint8_t *bytes, uint32_t length) {
    static const uint8_t zeroes[30];
    checked_block block = {.bytes = bytes, .length = length};
    const tw_block_header *header = (const void *)bytes;
    if (!bytes || length < sizeof *header || length % 8 != 0 || (uintptr_t)bytes % 8 != 0) return "a block's size";
    if (header->magic != TW_BLOCK_MAGIC || header->version != TW_BLOCK_VERSION) return "magic and version";
    if (header->byte_length != length || header->format != 0 || header->detail > 1) return "header";
    if (memcmp(header->reserved, zeroes, sizeof zeroes) != 0) return "reserved";
    take_place(&block, 0, sizeof *header, "the header comes first");
    take_place(&block, header->layers_offset, (uint64_t)header->layer_count * sizeof(tw_layer_record), "layers");
    for (uint32_t i = 0; i < header->layer_count && !block.fault; i++) {
        block.layer = (const tw_layer_record *)(const void *)(bytes + header->layers_offset) + i;
        check_layer(&block, header, i);
    }
    if (!block.fault) check_problems(&block, header);
    block_expect(&block, block.place == length, "the block ends behind its problems");
    return block.fault;
}

#endif
