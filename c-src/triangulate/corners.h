/* The corners of a polygon and the exact turn between three of them. Included by everything in this folder.
 *
 * All pictures and words in this folder have x to the right and y upwards, the sweep goes up, and the interior lies on
 * the left of who walks from corner to next corner, whatever the winding in the tile was. So a boundary that has
 * the interior on its right, a left boundary, goes up by `previous`, and a right boundary goes up by `next`. */
#ifndef TW_TRIANGULATE_CORNERS_H
#define TW_TRIANGULATE_CORNERS_H

#include <stdbool.h>
#include <stdint.h>

/* Sides of an interval, and the neighbours by which its boundaries go up. */
enum { TW_LEFT = 0, TW_RIGHT = 1, TW_PREVIOUS = TW_LEFT, TW_NEXT = TW_RIGHT };

/* Corner i is vertex i of the polygon; closing vertices and repeated ones belong to no ring of corners. */
typedef struct {
    uint64_t key; /* y, then x, each plus 2^31: the sweep passes corners in the order of their keys */
    uint32_t neighbour[2];
} tw_corner;

/* A corner where the boundary turns from down to up (a bottom) or from up to down (a top). Along a ring they alternate.
 * Two chains of edges go up from a bottom, a left boundary and a right one, and two end at a top. */
typedef struct {
    uint64_t key;
    uint32_t corner;
    uint32_t is_top;
    uint32_t chain[2]; /* of a bottom: the intervals that its chains bound on that side; of a top: the bottoms (extrema)
                          of the chains that end here */
} tw_extremum;

/* What every step needs to know of the polygon. */
typedef struct {
    tw_corner *corners;
    tw_extremum *extrema;
    uint32_t extremum_count;
    bool is_wide;    /* coordinates leave -2^30..2^30-1, so that a turn may not fit 64 bits */
    bool transposed; /* x and y are swapped */
} tw_outline;

/* Twice the area of a, b, c: positive when they turn left. Exact, but with a wide outline cut to the range of 64 bits
 * where it lies far outside; the sign is always right. */
static inline int64_t tw_turn(const tw_outline *outline, uint64_t a, uint64_t b, uint64_t c) {
    int64_t abx = (int64_t)(uint32_t)b - (int64_t)(uint32_t)a;
    int64_t aby = (int64_t)(b >> 32) - (int64_t)(a >> 32);
    int64_t acx = (int64_t)(uint32_t)c - (int64_t)(uint32_t)a;
    int64_t acy = (int64_t)(c >> 32) - (int64_t)(a >> 32);
    if (outline->is_wide) {
        /* Differences have 33 bits and are exact as double; the error of `about` is below 2^13. */
        double about = (double)abx * (double)acy - (double)acx * (double)aby;
        if (about >= 0x1p62) return INT64_MAX;
        if (about <= -0x1p62) return -INT64_MAX;
    }
    /* The true value fits 64 bits, so wrapping products give it. */
    return (int64_t)((uint64_t)abx * (uint64_t)acy - (uint64_t)acx * (uint64_t)aby);
}

static inline uint64_t tw_key(const tw_outline *outline, uint32_t corner) {
    return outline->corners[corner].key;
}

/* The turn at a corner: positive where it is convex, negative where it is reflex. */
static inline int64_t tw_turn_at(const tw_outline *outline, uint32_t corner) {
    const tw_corner *c = &outline->corners[corner];
    return tw_turn(outline, tw_key(outline, c->neighbour[TW_PREVIOUS]), c->key, tw_key(outline, c->neighbour[TW_NEXT]));
}

/* Number of vertices of a ring without the closing one. */
uint32_t tw_ring_length(const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring);

/* Fills the arrays of an outline, which have room for every vertex, from the rings, and sets is_wide. Rings without
 * area are left out, and all of them where the exterior has none. */
void tw_outline_read(tw_outline *outline, const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring_count);

#endif
