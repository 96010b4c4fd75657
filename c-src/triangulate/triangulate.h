/* Exact triangulation of integer polygons. Called by the polygon reader, once a polygon, and by tw_triangulate. How it
 * works is written in docs/triangulation.md.
 *
 * For a valid polygon the areas of the triangles sum to exactly its area; no triangle has a negative area by the
 * surveyor's formula (MVT 4.3.3.3), as exterior rings have none, whatever the winding of the rings. One of area 0 keeps
 * edges matched where three corners lie in a line. For a polygon that crosses itself the triangles are those of the
 * right sign. Time is O(n + m log m) for m places where a ring turns between up
 * and down, for any input. */
#ifndef TW_TRIANGULATE_H
#define TW_TRIANGULATE_H

#include <stdint.h>

/* Bytes of working memory that a polygon of so many vertices (closing ones included) and rings needs, at most. 64 bits:
 * may exceed what exists. */
uint64_t tw_triangulate_workspace(uint32_t vertex_count, uint32_t ring_count);

/* Triangulates one polygon: an exterior ring, then its holes. Positions are x, y pairs in tile units; ring r has the
 * vertices ring_offsets[r] to ring_offsets[r + 1] - 1, the last a copy of the first (where it is not, the ring is taken
 * as open). Writes vertex numbers, three a triangle, into `triangles`, which has room for n + 2h triangles (n vertices
 * without the closing ones, h holes). Returns how many numbers were written. `workspace` is 16-byte aligned, of
 * tw_triangulate_workspace bytes. */
uint32_t tw_triangulate_polygon(const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring_count,
                                uint32_t *triangles, void *workspace);

#endif
