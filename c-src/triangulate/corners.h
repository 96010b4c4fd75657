/* The corners of a polygon and the exact turn between three of them. Included by everything in this folder.
 *
 * All pictures and words in this folder have x to the right and y upwards, the sweep goes up, and the interior lies on
 * the left of who walks from a corner to the next, whatever the winding in the tile was. So a boundary with the
 * interior on its right, a left boundary, goes up from a corner to the previous one, and a right boundary from a corner
 * to the next. */
#ifndef TW_TRIANGULATE_CORNERS_H
#define TW_TRIANGULATE_CORNERS_H

#include <stdbool.h>
#include <stdint.h>

/* Sides of an interval, and of a chain. */
enum { TW_LEFT = 0, TW_RIGHT = 1 };

/* A vertex of a ring as the sweep sees it. The corners of a ring lie one behind the other, repeated vertices left out,
 * beginning and ending with the same bottom: so the edges between a bottom and a top are a run in the array. */
typedef struct {
    uint64_t key; /* y, then x, each plus 2^31: the sweep passes corners in the order of their keys */
    uint32_t vertex;
    uint32_t below; /* the next corner down in a stack of chain.h; 0 is none, and no corner */
} tw_corner;

/* A corner where the boundary turns from down to up (a bottom) or from up to down (a top). Along a ring they alternate.
 * Two boundaries go up from a bottom, one with the interior on each side, and two end at a top. */
typedef struct {
    uint64_t key;
    uint32_t corner[2]; /* of a bottom: where the boundary on each side begins */
    uint32_t chain[2];  /* of a bottom: the interval that each of its boundaries bounds; of a top: the bottom (number of
                           an  extremum) of the boundary that ends here, on each side */
    int32_t step;       /* from a corner to the next one, 1 or -1 */
    int8_t turn;        /* sign of the turn here: positive convex, negative reflex */
    bool is_top;
} tw_extremum;

/* What every step needs to know of the polygon. */
typedef struct {
    tw_corner *corners; /* from 1 on */
    tw_extremum *extrema;
    uint32_t corner_count;
    uint32_t extremum_count;
    bool is_wide;    /* coordinates leave -2^30..2^30-1, so that a turn may not fit 64 bits */
    bool transposed; /* x and y are swapped */
} tw_outline;

/* Twice the area of a, b, c (keys) as a float: the differences are exact, the result is off by less than 2^13. */
double tw_turn_about(uint64_t a, uint64_t b, uint64_t c);

/* Twice the area of a, b, c: positive when they turn left. Exact, but with a wide outline cut to the range of 64 bits
 * where it lies far outside; the sign is always right. */
static inline int64_t tw_turn(const tw_outline *outline, uint64_t a, uint64_t b, uint64_t c) {
    if (outline->is_wide) {
        double about = tw_turn_about(a, b, c);
        if (about >= 0x1p62) return INT64_MAX;
        if (about <= -0x1p62) return -INT64_MAX;
    }
    int64_t abx = (int64_t)(uint32_t)b - (int64_t)(uint32_t)a;
    int64_t aby = (int64_t)(b >> 32) - (int64_t)(a >> 32);
    int64_t acx = (int64_t)(uint32_t)c - (int64_t)(uint32_t)a;
    int64_t acy = (int64_t)(c >> 32) - (int64_t)(a >> 32);
    /* The true value fits 64 bits, so wrapping products give it. */
    return (int64_t)((uint64_t)abx * (uint64_t)acy - (uint64_t)acx * (uint64_t)aby);
}

/* The same as a function, for where it is called seldom (rings.c). */
int64_t tw_turn_of(const tw_outline *outline, uint64_t a, uint64_t b, uint64_t c);

/* Number of vertices of a ring without the closing one. */
uint32_t tw_ring_length(const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring);

/* Fills the arrays of an outline from the rings, and sets is_wide. Rings without area are left out, and all of them
 * where the exterior has none. Corners: at most one more than vertices for each ring, and one; extrema: at most one a
 * vertex. */
void tw_outline_read(tw_outline *outline, const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring_count);

#endif
