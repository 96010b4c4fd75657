/* One polygon to triangles: the short path, or the sweep. See triangulate.h. */
#include "triangulate.h"

#include <stddef.h>

#include "fan.h"
#include "sweep.h"

/* Most elements of each array for so many vertices and rings. Corner and interval 0 are none; a ring's first bottom is
 * there twice; a bottom has one interval, and at most two copies of corners, a top one. Bottoms and tops are as many.
 */
static uint64_t most_corners(uint64_t vertices, uint64_t rings) {
    return 1 + vertices + rings + 3 * (vertices / 2);
}

static uint64_t most_intervals(uint64_t vertices) {
    return 1 + vertices / 2;
}

uint64_t tw_triangulate_workspace(uint32_t vertex_count, uint32_t ring_count) {
    return vertex_count * (uint64_t)(sizeof(tw_extremum) + 2 * sizeof(uint32_t)) +
           most_corners(vertex_count, ring_count) * sizeof(tw_corner) +
           most_intervals(vertex_count) * sizeof(tw_interval);
}

static void *take(char **workspace, uint64_t size) {
    void *taken = *workspace;
    *workspace += size;
    return taken;
}

/* The arrays in the order of their alignment. */
static void lay_out(tw_sweep *sweep, uint32_t vertices, uint32_t rings, char *workspace) {
    sweep->cutter.outline.corners = take(&workspace, most_corners(vertices, rings) * sizeof(tw_corner));
    sweep->cutter.outline.extrema = take(&workspace, vertices * sizeof(tw_extremum));
    sweep->intervals = take(&workspace, most_intervals(vertices) * sizeof(tw_interval));
    sweep->order = take(&workspace, vertices * sizeof(uint32_t));
    sweep->spare = take(&workspace, vertices * sizeof(uint32_t));
}

/* Sweeps upwards, or to the right, and returns how wrong the result is: 0 for every valid polygon. */
static double sweep_once(tw_sweep *sweep, const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring_count,
                         uint32_t *triangles, bool transposed) {
    sweep->cutter.outline.transposed = transposed;
    sweep->cutter.next = triangles;
    sweep->cutter.excess = 0;
    tw_outline_read(&sweep->cutter.outline, positions, ring_offsets, ring_count);
    tw_sweep_run(sweep);
    return __builtin_fabs(sweep->cutter.excess);
}

uint32_t tw_triangulate_polygon(const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring_count,
                                uint32_t *triangles, void *workspace) {
    if (ring_count == 0) return 0;
    uint32_t first = ring_offsets[0];
    uint32_t count = tw_ring_length(positions, ring_offsets, 0);
    if (ring_count == 1 && count <= TW_FAN_MAX_VERTICES) {
        if (count < 3) return 0;
        uint32_t written = tw_fan(positions + 2 * (size_t)first, count, first, triangles);
        if (written != TW_NO_FAN) return written;
    }
    uint32_t most = count;
    for (uint32_t ring = 1; ring < ring_count; ring++)
        most += 2 + tw_ring_length(positions, ring_offsets, ring);
    tw_sweep sweep;
    lay_out(&sweep, ring_offsets[ring_count] - first, ring_count, workspace);
    sweep.cutter.end = triangles + 3 * (size_t)most;
    double upright = sweep_once(&sweep, positions, ring_offsets, ring_count, triangles, false);
    if (upright > 0) {
        /* The polygon crosses itself. Sweeping it sideways may do better. */
        double sideways = sweep_once(&sweep, positions, ring_offsets, ring_count, triangles, true);
        if (sideways > upright) sweep_once(&sweep, positions, ring_offsets, ring_count, triangles, false);
    }
    return (uint32_t)(sweep.cutter.next - triangles);
}
