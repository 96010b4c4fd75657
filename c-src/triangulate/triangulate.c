/* One polygon to triangles: the short path, or the sweep. See triangulate.h. */
#include "triangulate.h"

#include <stddef.h>

#include "fan.h"
#include "sweep.h"

/* Most elements of each array for so many vertices. Every bottom makes one interval, and every ring has as many tops as
 * bottoms. A cell is pushed by every corner, a second one at a top, two more at a bottom; numbers of intervals and
 * cells begin at 1. */
static uint64_t most_intervals(uint64_t vertices) {
    return vertices / 2 + 1;
}

static uint64_t most_cells(uint64_t vertices) {
    return vertices + 3 * (vertices / 2) + 1;
}

uint64_t tw_triangulate_workspace(uint32_t vertex_count, uint32_t ring_count) {
    (void)ring_count;
    uint64_t vertices = vertex_count;
    return vertices * (sizeof(tw_corner) + sizeof(tw_extremum) + 2 * sizeof(uint32_t)) +
           most_intervals(vertices) * sizeof(tw_interval) + most_cells(vertices) * sizeof(tw_cell);
}

static void *take(char **workspace, uint64_t size) {
    void *taken = *workspace;
    *workspace += size;
    return taken;
}

/* The arrays in the order of their alignment. */
static void lay_out(tw_sweep *sweep, uint64_t vertices, char *workspace) {
    sweep->cutter.outline.corners = take(&workspace, vertices * sizeof(tw_corner));
    sweep->cutter.outline.extrema = take(&workspace, vertices * sizeof(tw_extremum));
    sweep->intervals = take(&workspace, most_intervals(vertices) * sizeof(tw_interval));
    sweep->cutter.cells = take(&workspace, most_cells(vertices) * sizeof(tw_cell));
    sweep->order = take(&workspace, vertices * sizeof(uint32_t));
    sweep->spare = take(&workspace, vertices * sizeof(uint32_t));
}

static double sweep_once(tw_sweep *sweep, const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring_count,
                         bool transposed) {
    sweep->cutter.outline.transposed = transposed;
    sweep->cutter.output.count = 0;
    sweep->cutter.output.inverted = 0;
    tw_outline_read(&sweep->cutter.outline, positions, ring_offsets, ring_count);
    tw_sweep_run(sweep);
    return sweep->cutter.output.inverted;
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
    uint64_t most = count;
    for (uint32_t ring = 1; ring < ring_count; ring++)
        most += 2ull + tw_ring_length(positions, ring_offsets, ring);
    tw_sweep sweep;
    sweep.cutter.output.triangles = triangles;
    sweep.cutter.output.first_vertex = first;
    sweep.cutter.output.limit = (uint32_t)(3 * most);
    lay_out(&sweep, ring_offsets[ring_count] - first, workspace);
    double upright = sweep_once(&sweep, positions, ring_offsets, ring_count, false);
    if (upright == 0) return sweep.cutter.output.count;
    /* The polygon crosses itself. Sweeping it sideways may do better. */
    double sideways = sweep_once(&sweep, positions, ring_offsets, ring_count, true);
    if (sideways > upright) sweep_once(&sweep, positions, ring_offsets, ring_count, false);
    return sweep.cutter.output.count;
}
