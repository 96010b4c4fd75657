/* Geometry parameters to positions: zigzag, then a running sum over x and over y. Called by the geometry reader,
 * once a run of a MoveTo or LineTo. MVT 4.3.2. */
#ifndef TW_VARINT_DELTAS_H
#define TW_VARINT_DELTAS_H

#include <stdint.h>

/* Where the pen stands, and the box of all vertices since tw_bounds were reset. Tile units. */
typedef struct {
    int32_t x, y;
} tw_cursor;

typedef struct {
    int32_t min_x, min_y, max_x, max_y;
} tw_bounds;

/* Writes `count` vertices from 2 * count zigzag parameters. Sums wrap modulo 2^32; returns 1 when one did, else 0.
 * Moves the cursor to the last vertex and widens the bounds by all of them. `positions` has room for 2 * count + 8
 * elements, `parameters` may be read 8 elements behind its end. */
int tw_deltas_to_int32(const uint32_t *parameters, uint32_t count, int32_t *positions, tw_cursor *cursor,
                       tw_bounds *bounds);

#endif
