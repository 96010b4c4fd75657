/* Reads result blocks (docs/DESIGN.md, "The result block") in the C tests, and decodes into them.
 *
 *     CHECK_EQUAL(decode(&tile, &request), TW_OK);
 *     const tw_layer_record *layer = layer_at(0);
 *     const int32_t *positions = column_data(layer, TW_COLUMN_POSITIONS, TW_GROUP_LINES);
 */
#ifndef TW_TEST_BLOCKS_H
#define TW_TEST_BLOCKS_H

#include "../../c-src/block/block.h"
#include "protobuf.h"
#include "requests.h"
#include "test.h"

/* Writes tile and request where they belong, and decodes. */
static inline tw_status decode(const message *tile, const test_request *request) {
    uint8_t *at = tw_reserve(tile->length, request->length);
    if (!at) return tw_last_status();
    memcpy(at, tile->bytes, tile->length);
    memcpy(tw_request(), request->bytes, request->length);
    return tw_decode(tile->length, request->length);
}

/* Decodes everything of every layer, positions as int32. */
static inline tw_status decode_all(const message *tile) {
    tw_options options = options_for(TW_I32);
    test_request request = request_for_all(&options);
    return decode(tile, &request);
}

static inline tw_status open_tile(const message *tile, tw_handle *handle) {
    uint8_t *at = tw_reserve(tile->length, 0);
    if (!at) return tw_last_status();
    memcpy(at, tile->bytes, tile->length);
    return tw_open(tile->length, handle);
}

static inline tw_status read_tile(tw_handle handle, const test_request *request) {
    if (!tw_reserve(0, request->length)) return tw_last_status();
    memcpy(tw_request(), request->bytes, request->length);
    return tw_read(handle, request->length);
}

/* ---- the block that the last call left ------------------------------------------------------------------------ */

static inline const tw_block_header *block_header(void) {
    return (const void *)tw_result()->block;
}

static inline const tw_layer_record *layer_at(uint32_t number) {
    const tw_block_header *header = block_header();
    if (!header || number >= header->layer_count) {
        printf("layer_at: the block has no layer %u\n", (unsigned)number);
        __builtin_trap();
    }
    return (const tw_layer_record *)(const void *)(tw_result()->block + header->layers_offset) + number;
}

/* A column's record; NULL where the layer has none. */
static inline const tw_column *column_at(const tw_layer_record *layer, uint8_t kind, uint8_t group) {
    const tw_column *columns = (const void *)(tw_result()->block + layer->columns_offset);
    for (uint32_t i = 0; i < layer->column_count; i++) {
        if (columns[i].kind == kind && columns[i].group == group) return &columns[i];
    }
    return NULL;
}

/* Elements of a column, 0 where there is none. */
static inline uint32_t column_count(const tw_layer_record *layer, uint8_t kind, uint8_t group) {
    const tw_column *column = column_at(layer, kind, group);
    return column ? column->count : 0;
}

/* The first element; NULL where there is no such column. */
static inline const void *column_data(const tw_layer_record *layer, uint8_t kind, uint8_t group) {
    const tw_column *column = column_at(layer, kind, group);
    return column ? tw_result()->block + column->offset : NULL;
}

static inline const tw_problem *problem_at(uint32_t number) {
    const tw_block_header *header = block_header();
    if (!header || number >= header->problems_stored) return NULL;
    return (const tw_problem *)(const void *)(tw_result()->block + header->problems_offset) + number;
}

static inline uint32_t problem_count(void) {
    return block_header()->problem_count;
}

/* Code of a problem, TW_OK where there is none. */
static inline tw_status problem_code(uint32_t number) {
    const tw_problem *problem = problem_at(number);
    return problem ? (tw_status)problem->code : TW_OK;
}

/* Checks that a column of uint32_t or int32_t holds exactly the numbers listed. */
#define CHECK_COLUMN(layer, kind, group, ...)                                                                          \
    test_check_column((layer), (kind), (group), (const int32_t[]){__VA_ARGS__},                                        \
                      (uint32_t)(sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t)), __FILE__, __LINE__)

static inline int64_t column_element(const tw_column *column, uint32_t i) {
    const uint8_t *data = tw_result()->block + column->offset;
    switch (column->type) {
    case TW_U8:
        return data[i];
    case TW_I16:
        return ((const int16_t *)(const void *)data)[i];
    case TW_U16:
        return ((const uint16_t *)(const void *)data)[i];
    case TW_I32:
        return ((const int32_t *)(const void *)data)[i];
    case TW_U32:
        return ((const uint32_t *)(const void *)data)[i];
    case TW_F32:
        return (int64_t)((const float *)(const void *)data)[i];
    case TW_F64:
        return (int64_t)((const double *)(const void *)data)[i];
    default:
        return ((const int64_t *)(const void *)data)[i];
    }
}

static inline void test_check_column(const tw_layer_record *layer, uint8_t kind, uint8_t group, const int32_t *expected,
                                     uint32_t count, const char *file, int line) {
    const tw_column *column = column_at(layer, kind, group);
    if (!column) {
        test_check(0, "the column is there", file, line);
        return;
    }
    if (!test_check_equal(column->count, count, "the column's count", file, line)) return;
    for (uint32_t i = 0; i < count; i++) {
        if (!test_check_equal(column_element(column, i), expected[i], "an element of the column", file, line)) return;
    }
}

#endif
