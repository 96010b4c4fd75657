/* Web Mercator backwards: tile units to degrees of longitude and latitude. Called by positions.c, once a block of
 * vertices or of rows. How it works, and how exact it is: docs/coordinates.md.
 *
 * No libm, and the same bits natively and in WebAssembly, with SIMD and without: only + - * / of doubles, in one
 * order, never contracted into fused operations. */
#ifndef TW_READ_MERCATOR_H
#define TW_READ_MERCATOR_H

#include <stdint.h>

/* Which of a vertex's two numbers. */
typedef enum { TW_LONGITUDE = 0, TW_LATITUDE = 1 } tw_axis;

/* A tile's place in the world, a square of extent * 2^z units. Places count from the middle of the world, east and
 * south positive. Where z is 0 the middle may lie between two units, so half units are counted. */
typedef struct {
    double reach;   /* from the middle of the world to its edge */
    double inverse; /* 1 / reach */
    double unit;    /* a tile unit: 1, or 2 where half units are counted */
    double edge[2]; /* the tile's left and top edge: edge + edge_rest, apart because the sum may have 64 bits */
    double edge_rest[2];
} tw_mercator;

/* Prepares for the vertices of one layer of tile z/x/y. extent > 0, z <= 32, x and y < 2^z. */
void tw_mercator_begin(tw_mercator *mercator, uint32_t extent, uint32_t x, uint32_t y, uint32_t z);

/* Turns columns of the tile into longitudes, or rows into latitudes, in degrees and in place: `count` numbers,
 * places[0], places[stride], places[2 * stride] and so on, any int32.
 *
 * Longitudes are within 0.5001 units in the last place, and exact where a double can hold them. Beyond the world they
 * go on past 180. Latitudes are within 0.7 units in the last place. North of the world they go up to 90, south of it
 * down to -90.
 *
 * For one extent and zoom both depend on the place in the world only: a vertex that two tiles share has the same bits
 * in both. Rows mirrored at the equator have opposite latitudes, to the bit. */
void tw_mercator_degrees(const tw_mercator *mercator, tw_axis axis, double *places, uint32_t count, uint32_t stride);

#endif
