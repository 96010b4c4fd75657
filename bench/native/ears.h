/* The other algorithm: ear clipping, as earcut does it, in C. Not part of the library; algorithms.c times it beside the
 * library's sweep. */
#ifndef TW_BENCH_EARS_H
#define TW_BENCH_EARS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of working memory for a polygon of so many vertices and rings. */
size_t ears_workspace(size_t vertex_count, size_t ring_count);

/* Triangulates a polygon as tw_triangulate_polygon does. With `hashed`, corners near an ear are looked for in z-order
 * once a polygon has more than 80 vertices; without, among all that are left. */
uint32_t ears_triangulate(const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring_count, bool hashed,
                          uint32_t *triangles, void *workspace);

#endif
