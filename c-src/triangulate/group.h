/* Triangulation of many polygons into the arena. Called by tw_triangulate in the API. */
#ifndef TW_TRIANGULATE_GROUP_H
#define TW_TRIANGULATE_GROUP_H

#include <stdint.h>

#include "../include/tilewasm_triangulate.h"

/* Polygons as tw_triangulate describes them. */
typedef struct {
    const int32_t *positions;
    const uint32_t *ring_offsets;
    const uint32_t *polygon_offsets;
    uint32_t vertex_count;
    uint32_t ring_count;
    uint32_t polygon_count;
} tw_polygons;

/* Leaves polygon_count + 1 offsets and the triangles behind them in the arena: sets *result and *count, of uint32_t. At
 * a fault of the offsets, sets *count to the number of the first faulty one. Returns a status as tw_triangulate does.
 */
tw_status tw_triangulate_group(const tw_polygons *polygons, uint32_t **result, uint64_t *count);

#endif
