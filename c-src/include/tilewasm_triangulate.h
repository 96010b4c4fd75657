/* tilewasm: triangulation of polygons that did not come from a tile. Part of the public C API, see tilewasm.h; polygons
 * of a tile are triangulated while they are read, when the request asks for triangles. */
#ifndef TILEWASM_TRIANGULATE_H
#define TILEWASM_TRIANGULATE_H

#include "tilewasm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Triangulates all polygons of a group. The caller has reserved room by tw_reserve(8 * vertex_count, 4 * (ring_count +
 * 1 + polygon_count + 1)), and written the positions in it, and at tw_request() the ring offsets, then the polygon
 * offsets:
 *
 *     int32_t positions[2 * vertex_count]           x, y; any values of int32
 *     uint32_t ring_offsets[ring_count + 1]         first vertex of each ring, and the end of the last
 *     uint32_t polygon_offsets[polygon_count + 1]   first ring of each polygon, and the end of the last
 *
 * Offsets do not fall and stay inside the level below. The first ring of a polygon is its exterior, the others are
 * holes; either winding will do. A ring is closed by a copy of its first vertex; without one it is closed all the same.
 *
 * Leaves an array of uint32_t as tw_result: polygon_count + 1 offsets of the polygons' entries, counted from the first
 * triangle, then the triangles, three vertex numbers each. The areas of a valid polygon's triangles, all of them
 * positive by the surveyor's formula (MVT 4.3.3.3), sum to exactly its area.
 *
 * TW_OK; TW_NOT_TRIANGULABLE when the offsets are not as above, and error_offset of tw_result is then the number of the
 * faulty one, counted through both arrays; TW_BAD_REQUEST when less was reserved; TW_MEMORY_LIMIT, TW_OUT_OF_MEMORY. */
TW_API(tw_triangulate)
tw_status tw_triangulate(uint32_t vertex_count, uint32_t ring_count, uint32_t polygon_count);

#ifdef __cplusplus
}
#endif

#endif
