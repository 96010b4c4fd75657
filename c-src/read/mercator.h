/* Web Mercator backwards: tile units to degrees of longitude and latitude. Called by positions.c, once a block of
 * vertices or of rows. How it works, and how exact it is: docs/coordinates.md.
 *
 * No libm, and the same bits natively and in WebAssembly, with SIMD and without: only + - * / of doubles, in one
 * order, never contracted into fused operations. */
#ifndef TW_READ_MERCATOR_H
#define TW_READ_MERCATOR_H

#include <stdint.h>

/* A tile's place in the world, a square of extent * 2^z units. Places count from the middle of the world, east and
 * south positive. Where z is 0 the middle may lie between two units, so half units are counted. */
typedef struct {
    double reach;           /* from the middle of the world to its edge */
    double inverse;         /* 1 / reach */
    double unit;            /* a tile unit: 1, or 2 where half units are counted */
    double left, left_rest; /* the tile's left edge, the sum of the two */
    double top, top_rest;   /* the tile's top edge, the sum of the two */
} tw_mercator;

/* Prepares for the vertices of one layer of tile z/x/y. extent > 0, z <= 32, x and y < 2^z. */
void tw_mercator_begin(tw_mercator *mercator, uint32_t extent, uint32_t x, uint32_t y, uint32_t z);

/* Longitudes in degrees of `count` columns of the tile, within 0.5001 units in the last place; exact where a double can
 * hold them. A column may be any number: beyond the world longitudes go on past 180. */
void tw_mercator_longitudes(const tw_mercator *mercator, const int32_t *columns, uint32_t count, double *longitudes);

/* Latitudes in degrees of `count` rows of the tile, within 0.65 units in the last place. A row may be any number: north
 * of the world latitudes go up to 90, south of it down to -90.
 *
 * In both functions, both arrays have room for an even number of elements; what is behind `count` is not kept.
 *
 * For one extent and zoom both depend on the place in the world only: a vertex that two tiles share has the same
 * bits in both. Rows mirrored at the equator have opposite latitudes, to the bit. */
void tw_mercator_latitudes(const tw_mercator *mercator, const int32_t *rows, uint32_t count, double *latitudes);

#endif
