/* What the steps of reading share. Called by the API through tw_read_tile; each step has its own file:
 *
 *     tile.c       the layers in turn, and what is wrong with them
 *     layer.c      the columns of one layer: the three steps below
 *     features.c   types and ids (feature.c: the fields of one feature)
 *     groups.c     points, lines, polygons: one group of columns each
 *       geometry.c   one feature: common.c the short way, careful.c any form
 *       polygons.c   rings to polygons
 *       positions.c  to the element type and coordinates asked for (mercator.c: degrees)
 *     properties.c the dictionary (tags.c: the pairs; value.c: one value; strings.c: text) */
#ifndef TW_READ_READER_H
#define TW_READ_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "../block/block.h"
#include "../request/request.h"
#include "../scan/scan.h"
#include "../varint/deltas.h"
#include "../wire/length.h"

/* Geometry types of MVT 4.3.4. */
enum { TW_UNKNOWN = 0, TW_POINT = 1, TW_LINE = 2, TW_POLYGON = 3, TW_GEOMETRY_TYPES = 4 };

/* A feature's packed fields. A field that came in several pieces has offset TW_NONE and the length of all of them
 * together. */
typedef struct {
    uint32_t geometry_offset, geometry_length;
    uint32_t tags_offset, tags_length;
} tw_feature_record;

typedef struct {
    const tw_tile *tile;
    const tw_request_t *request;
    tw_block *block;
    tw_fault *fault; /* status TW_OK while all is well; strict mode sets it at a problem */

    /* The layer in hand. */
    const tw_layer *layer;
    const tw_options *options;
    tw_layer_record *record;
    uint32_t layer_number;
    uint32_t first_row; /* number of the feature in row 0 */
    uint32_t row_count;
    uint8_t *types;                             /* a geometry type a row */
    tw_feature_record *features;                /* scratch, a row each */
    uint32_t *next_row;                         /* scratch: the next row of the same type, row_count behind the last */
    uint32_t first_row_of[TW_GEOMETRY_TYPES];   /* of each type, row_count where it has none */
    int32_t *bboxes;                            /* four a row */
    uint64_t geometry_bytes[TW_GEOMETRY_TYPES]; /* of the rows of each type */
    uint32_t feature_counts[TW_GEOMETRY_TYPES];
    uint32_t longest_geometry; /* bytes of the largest one */
    /* What vertices are written as (TW_WRITE_*): the final type at once where that can be, else int32, to be converted.
     */
    uint32_t write_type;
    bool restart;  /* a feature needs int32 while it is read: the layer's geometry is read again */
    bool too_wide; /* a coordinate does not fit int16: again, and the layer's positions are int32 */
    bool narrowed; /* a group of the layer has been written as int16 */
} tw_reader;

/* Reads what the request asks for into a block. False at a fault, which says why. */
bool tw_read_tile(const tw_tile *tile, const tw_request_t *request, tw_block *block, tw_fault *fault);

/* Writes layer records without columns: what tw_describe gives. */
bool tw_describe_tile(const tw_tile *tile, tw_block *block, tw_fault *fault);

/* The steps, in order. Each returns false at a fault. */
bool tw_read_layer(tw_reader *reader);
bool tw_read_features(tw_reader *reader);
bool tw_read_group(tw_reader *reader, uint8_t type);
bool tw_read_properties(tw_reader *reader);

/* Notes a problem of the row (TW_NONE: of the layer) at a byte of the tile; where the request is strict and the
 * specification says MUST, it becomes the fault. */
void tw_note(tw_reader *reader, tw_status code, uint32_t row, uint32_t offset);

/* Makes memory's end the fault. Always false. */
bool tw_read_out_of_memory(tw_reader *reader);

/* The bytes of a packed field of a feature in one piece: where they lie, or gathered into scratch. *bytes is NULL when
 * memory is at its end. Field numbers of vector_tile.proto. */
enum { TW_FEATURE_ID = 1, TW_FEATURE_TAGS = 2, TW_FEATURE_TYPE = 3, TW_FEATURE_GEOMETRY = 4 };
tw_span tw_packed_field(const tw_tile *tile, tw_span feature, uint32_t number, uint32_t offset, uint32_t length);

/* The span of the feature in a row. */
static inline tw_span tw_feature_span(const tw_reader *reader, uint32_t row) {
    uint32_t number = reader->layer->first_feature + reader->first_row + row;
    const uint8_t *at = reader->tile->bytes + reader->tile->spans[number];
    uint32_t length;
    /* In bounds: as for tw_span_from. */
    const uint8_t *payload = tw_short_length(at, &length);
    return length <= TW_MOST_SHORT ? (tw_span){payload, length} : tw_long_span(at);
}

/* Reads one feature's fields. False at a wire fault. */
typedef struct {
    uint64_t id;
    bool has_id;
    bool has_type;
    uint32_t type; /* TW_UNKNOWN where the feature has none that the specification knows */
    tw_feature_record record;
} tw_feature;
bool tw_parse_feature(const tw_tile *tile, tw_span span, tw_feature *feature, tw_fault *fault);

#endif
