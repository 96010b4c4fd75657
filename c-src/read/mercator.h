/* Web Mercator backwards: tile units to degrees of longitude and latitude. Called by positions.c, once a vertex
 * or once a row of a table. How it works, and how exact it is: docs/coordinates.md.
 *
 * No libm, and the same bits natively and in WebAssembly: only + - * / of doubles and 64-bit integers, in one
 * order, never contracted into fused operations. */
#ifndef TW_READ_MERCATOR_H
#define TW_READ_MERCATOR_H

#include <stdint.h>

/* A tile's place in the world. The world is a square of extent * 2^z units; both numbers of a vertex count from
 * its middle, east and south positive. Where z is 0 the middle may lie between two units, so units are halved. */
typedef struct {
    double reach;    /* units from the middle to the edge of the world */
    double inverse;  /* 1 / reach */
    int64_t left;    /* x of the tile's left edge */
    int64_t top;     /* y of the tile's top edge */
    uint32_t halves; /* steps of a vertex in these units: 2 where units are halved, else 1 */
} tw_mercator;

/* Prepares for the vertices of one layer of tile z/x/y. extent > 0, z <= 32, x and y < 2^z. */
void tw_mercator_begin(tw_mercator *mercator, uint32_t extent, uint32_t x, uint32_t y, uint32_t z);

/* Longitude in degrees at column `x` of the tile, within 0.51 units in the last place; exact where a double can
 * hold it. Any x: beyond the world it goes on past 180. */
double tw_mercator_longitude(const tw_mercator *mercator, int32_t x);

/* Latitude in degrees at row `y` of the tile, within 0.6 units in the last place. Any y: north of the world it
 * goes up to 90, south of it down to -90. Rows mirrored at the equator have opposite latitudes, to the bit. */
double tw_mercator_latitude(const tw_mercator *mercator, int32_t y);

#endif
