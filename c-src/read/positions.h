/* Positions as the request wants them: from tile units in int32 to another element type, or to other coordinates.
 * Called by the geometry reader, once a geometry group, after its vertices were decoded to where they stay. */
#ifndef TW_READ_POSITIONS_H
#define TW_READ_POSITIONS_H

#include <stdint.h>

#include "../request/request.h"
#include "../varint/deltas.h"

typedef struct {
    uint8_t type;        /* TW_I16, TW_I32, TW_F32 or TW_F64 */
    uint8_t coordinates; /* TW_COORDINATES_*; all but TW_COORDINATES_TILE go with a float type */
    double scale[2];     /* affine: of x and y */
    double offset[2];    /* affine: of x and y, added */
    uint32_t extent;     /* of the layer; not 0, except with tile units */
    uint32_t x, y, z;    /* degrees: the tile's address; z <= 32, x and y < 2^z */
} tw_position_format;

/* Bytes of scratch that tw_positions_convert can use for a table of latitudes: 8 for each row of `bounds` where
 * that is fewer projections than one a vertex, else 0. At most 8 * vertex_count. */
uint64_t tw_positions_scratch(const tw_position_format *format, tw_bounds bounds, uint32_t vertex_count);

/* Converts `vertex_count` vertices in place. `positions`, 8-byte aligned, holds 2 * vertex_count int32 (x, y, x, y,
 * ...) and becomes as many elements of format->type; it has room for the wider of the two.
 *
 * `bounds` holds every vertex. With TW_I16 the caller has seen that they lie within int16.
 * `scratch` is 8-byte aligned and has tw_positions_scratch bytes; NULL gives the same result without a table.
 *
 *     tile      x                            y
 *     unit      x / extent                   y / extent
 *     affine    scale[0] * unit + offset[0]  scale[1] * unit + offset[1]
 *     degrees   longitude                    latitude, see mercator.h
 *
 * Every number is computed in float64, in the order written here, and rounded once to the element type. */
void tw_positions_convert(const tw_position_format *format, void *positions, uint32_t vertex_count, tw_bounds bounds,
                          void *scratch);

#endif
