/* The result block: its layout and its builder. Called by the readers. Layout: docs/DESIGN.md, "The result block".
 * The builder writes at the top of the arena; whoever adds columns has made room there before. */
#ifndef TW_BLOCK_BLOCK_H
#define TW_BLOCK_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "../include/tilewasm.h"

#define TW_BLOCK_MAGIC 0x31425754u /* "TWB1" */
#define TW_BLOCK_VERSION 1u
#define TW_BLOCK_ALIGNMENT 8u
#define TW_MAX_PROBLEMS 1000u
#define TW_MAX_COLUMNS 40u

/* Kinds of columns. */
enum {
    TW_COLUMN_FEATURE_TYPES = 1,
    TW_COLUMN_FEATURE_IDS = 2,
    TW_COLUMN_FEATURE_HAS_ID = 3,
    TW_COLUMN_BBOXES = 4,
    TW_COLUMN_TAG_OFFSETS = 5,
    TW_COLUMN_TAG_PAIRS = 6,
    TW_COLUMN_KEY_BYTES = 7,
    TW_COLUMN_KEY_OFFSETS = 8,
    TW_COLUMN_VALUE_TYPES = 9,
    TW_COLUMN_VALUE_NUMBERS = 10,
    TW_COLUMN_STRING_BYTES = 11,
    TW_COLUMN_STRING_OFFSETS = 12,
    TW_COLUMN_POSITIONS = 16,
    TW_COLUMN_FEATURE_INDEX = 17,
    TW_COLUMN_GEOMETRY_OFFSETS = 18,
    TW_COLUMN_PART_OFFSETS = 19,
    TW_COLUMN_POLYGON_OFFSETS = 20,
    TW_COLUMN_RING_OFFSETS = 21,
    TW_COLUMN_TRIANGLES = 22,
    TW_COLUMN_TRIANGLE_OFFSETS = 23,
    TW_COLUMN_VERTEX_FEATURE = 24,
};

enum { TW_GROUP_NONE = 0, TW_GROUP_POINTS = 1, TW_GROUP_LINES = 2, TW_GROUP_POLYGONS = 3 };

/* Flag of the four string columns. */
enum { TW_STRINGS_ASCII = 1, TW_STRINGS_UTF16 = 1 };

typedef struct {
    uint32_t magic, version, byte_length;
    uint32_t layer_count, layers_offset;
    uint32_t problems_offset, problems_stored, problem_count;
    uint8_t format, detail;
    uint8_t reserved[30];
} tw_block_header;

typedef struct {
    uint32_t index, version, extent, length;
    uint32_t name_offset, name_length;
    uint32_t columns_offset, column_count;
    uint8_t position_type, coordinates;
    uint8_t reserved[2];
    uint32_t key_count, value_count;
    uint32_t first_feature, row_count;
    uint32_t tile_key_count, tile_value_count;
    uint32_t reserved_end;
} tw_layer_record;

typedef struct {
    uint8_t kind, type, group, flags;
    uint32_t offset, count, key;
} tw_column;

typedef struct {
    uint16_t code;
    uint16_t reserved;
    uint32_t layer, feature, offset;
} tw_problem;

/* A block being built. */
typedef struct {
    uint8_t *start;
    uint8_t *top; /* where the next column begins, aligned to 8 */
    tw_block_header *header;
    tw_layer_record *layers;
    tw_layer_record *layer; /* the one in hand */
    tw_problem *problems;   /* below the block until it is closed */
    uint32_t column_count;
    tw_column columns[TW_MAX_COLUMNS]; /* of the layer in hand */
} tw_block;

/* Begins a block with room for so many layers. False when memory is at its end. */
bool tw_block_begin(tw_block *block, uint32_t layer_capacity);

/* Begins a layer: everything in its record is 0. Puts the name into the block. The caller has made room for the name.
 */
tw_layer_record *tw_block_begin_layer(tw_block *block, const uint8_t *name, uint32_t name_length);

/* Ends a column whose `count` elements of `type` were written at block->top. An empty one is left out. */
void tw_block_end_column(tw_block *block, uint8_t kind, uint8_t type, uint8_t group, uint8_t flags, uint32_t count);

/* Copies `count` elements into a column. */
void tw_block_copy_column(tw_block *block, uint8_t kind, uint8_t type, uint8_t group, const void *elements,
                          uint32_t count);

/* Ends the layer in hand: writes its column records. */
void tw_block_end_layer(tw_block *block);

/* A point to go back to while a layer is in hand: columns and problems added since are then gone. */
typedef struct {
    uint8_t *top;
    uint32_t column_count, problems_stored, problem_count;
} tw_block_mark;
tw_block_mark tw_block_mark_of(const tw_block *block);
void tw_block_rewind(tw_block *block, tw_block_mark mark);

/* Adds a problem; the first TW_MAX_PROBLEMS are kept, all are counted. */
void tw_block_add_problem(tw_block *block, tw_status code, uint32_t layer, uint32_t feature, uint32_t offset);

/* Writes the problems and the header's lengths. False when memory is at its end. */
bool tw_block_end(tw_block *block);

/* Bytes of an element. */
uint32_t tw_element_size(uint8_t type);

#endif
