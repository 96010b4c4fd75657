/* Many polygons to triangles in one array. See group.h. */
#include "group.h"

#include <stdbool.h>
#include <stddef.h>

#include "../base/arena.h"
#include "triangulate.h"

/* Whether offsets do not fall and stay within `limit`; otherwise sets *faulty. */
static bool are_offsets(const uint32_t *offsets, uint32_t count, uint32_t limit, uint64_t *faulty) {
    uint32_t before = 0;
    for (uint64_t i = 0; i <= count; i++) {
        if (offsets[i] < before || offsets[i] > limit) {
            *faulty = i;
            return false;
        }
        before = offsets[i];
    }
    return true;
}

static bool are_polygons(const tw_polygons *polygons, uint64_t *faulty) {
    if (!are_offsets(polygons->ring_offsets, polygons->ring_count, polygons->vertex_count, faulty)) return false;
    if (are_offsets(polygons->polygon_offsets, polygons->polygon_count, polygons->ring_count, faulty)) return true;
    *faulty += (uint64_t)polygons->ring_count + 1;
    return false;
}

static uint32_t polygon_vertices(const tw_polygons *polygons, uint32_t polygon) {
    const uint32_t *ring = polygons->polygon_offsets + polygon;
    return polygons->ring_offsets[ring[1]] - polygons->ring_offsets[ring[0]];
}

/* Room for the largest polygon. */
static uint64_t workspace_size(const tw_polygons *polygons) {
    uint64_t largest = 0;
    for (uint32_t i = 0; i < polygons->polygon_count; i++) {
        uint32_t rings = polygons->polygon_offsets[i + 1] - polygons->polygon_offsets[i];
        uint64_t size = tw_triangulate_workspace(polygon_vertices(polygons, i), rings);
        if (size > largest) largest = size;
    }
    return largest;
}

tw_status tw_triangulate_group(const tw_polygons *polygons, uint32_t **result, uint64_t *count) {
    if (!are_polygons(polygons, count)) return TW_NOT_TRIANGULABLE;
    uint64_t offset_count = (uint64_t)polygons->polygon_count + 1;
    uint64_t most_triangles = (uint64_t)polygons->vertex_count + 2ull * polygons->ring_count;
    uint32_t *offsets = tw_arena_take(4 * (offset_count + 3 * most_triangles));
    void *workspace = offsets ? tw_arena_take(workspace_size(polygons)) : NULL;
    if (!workspace) return tw_arena_status();

    /* All memory is below 4 GiB, so 32 bits count what fits in it. */
    uint32_t *triangles = offsets + offset_count;
    uint32_t written = 0;
    for (uint32_t i = 0; i < polygons->polygon_count; i++) {
        uint32_t first = polygons->polygon_offsets[i];
        offsets[i] = written;
        written += tw_triangulate_polygon(polygons->positions, polygons->ring_offsets + first,
                                          polygons->polygon_offsets[i + 1] - first, triangles + written, workspace);
    }
    offsets[polygons->polygon_count] = written;
    *result = offsets;
    *count = offset_count + written;
    return TW_OK;
}
