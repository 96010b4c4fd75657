/* Geometry parameters to positions: zigzag, then a running sum over x and over y. Called by the geometry reader.
 * MVT 4.3.2. docs/varint.md draws one step.
 *
 * A tw_sum32 or tw_sum16 follows a feature: it knows where the pen stands, the box of the vertices, and the area of the
 * ring in hand. The two are the same (deltas_template.h) but for their lanes. tw_sum32 takes 32-bit lanes and any
 * coordinates. tw_sum16, which only builds with SIMD have (TW_SIMD), takes 16-bit lanes, counts in 16 bits and writes
 * four vertices a step: it holds for a feature that stays within -32767..32766, and tells when one does not.
 *
 *     tw_sum16_start(&sum);
 *     tw_sum16_begin_ring(&sum, move);                                          (rings only)
 *     tw_sum16_run(&sum, move, line, 1 + count, true, TW_WRITE_INT32, positions); (MoveTo and LineTo in one)
 *     area = tw_sum16_end_ring(&sum);                                           (rings only)
 *     if (!tw_sum16_bounds(&sum, &bounds)) ... the feature again, with tw_unpack_uint32 and tw_sum32
 *
 * A vertex that was drawn but is not wanted: keep a copy of the sum from before, and tw_sum16_forget(&sum, &copy). */
#ifndef TW_VARINT_DELTAS_H
#define TW_VARINT_DELTAS_H

#include <stdbool.h>
#include <stdint.h>

#include "simd.h"
#include "varint.h"

/* Where the pen stands. Tile units. */
typedef struct {
    int32_t x, y;
} tw_cursor;

/* A box of vertices. Without any: min INT32_MAX, max INT32_MIN. */
typedef struct {
    int32_t min_x, min_y, max_x, max_y;
} tw_bounds;

/* What a run writes; the numbers are those of the element types of a request. TW_WRITE_INT16 writes coordinates beyond
 * int16 as its nearest end: the bounds tell whether there were any. */
enum { TW_WRITE_INT16 = 2, TW_WRITE_INT32 = 4, TW_WRITE_FLOAT32 = 6 };

/* Vertices that a run may write behind the last one: callers give room for them. */
#define TW_RUN_SLACK 4u

#include "deltas_lanes.h"

#ifdef TW_SIMD
#define BITS(name) tw_sum16##name
#define LANES(name) tw_four##name
#include "deltas_template.h"
#define BITS(name) tw_sum32##name
#define LANES(name) tw_two##name
#include "deltas_template.h"
#else
#define BITS(name) tw_sum32##name
#define LANES(name) tw_one##name
#include "deltas_template.h"
#endif

/* Writes `count` vertices from 2 * count zigzag parameters. Sums wrap modulo 2^32; returns 1 when one did, else 0.
 * Moves the cursor to the last vertex and widens the bounds by all of them. `positions` has room for 2 * count + 8
 * elements, `parameters` may be read 8 elements behind its end. */
int tw_deltas_to_int32(const uint32_t *parameters, uint32_t count, int32_t *positions, tw_cursor *cursor,
                       tw_bounds *bounds);

#endif
