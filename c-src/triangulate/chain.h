/* What is left of a monotone piece below the sweep line, and how a corner that joins it cuts triangles off. Used by
 * sweep.c.
 *
 *        d . . . e        A chain is a stack of corners, here a, b, c, d. All but the lowest lie on one side (here the
 * left), and /       /         between a and its top every corner is reflex. A corner that joins on the same side cuts
 * off the top as c       /          long as that is convex. One that joins on the other side, e, sees all of them: it
 * cuts a fan \     /           from e, and d and e are what is left. b   / |  /             Garey, Johnson, Preparata
 * and Tarjan, Triangulating a simple polygon, 1978. */
#ifndef TW_TRIANGULATE_CHAIN_H
#define TW_TRIANGULATE_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "corners.h"

/* An element of a stack. Stacks share corners, so the links do not lie in the corners. */
typedef struct {
    uint32_t corner;
    uint32_t below; /* cell numbers from 1 on, 0 is none */
} tw_cell;

typedef struct {
    uint32_t top; /* a cell */
    uint32_t side;
} tw_chain;

/* Where the triangles go. */
typedef struct {
    uint32_t *triangles;
    uint32_t count; /* of vertex numbers written */
    uint32_t limit; /* of vertex numbers */
    uint32_t first_vertex;
    double inverted; /* twice the area of the triangles that came out with the wrong sign and were left out: 0 means
                        that those written cover the polygon exactly */
} tw_output;

typedef struct {
    tw_outline outline;
    tw_output output;
    tw_cell *cells;
    uint32_t cell_count;
} tw_cutter;

/* A chain of one corner. */
tw_chain tw_chain_start(tw_cutter *cutter, uint32_t corner);

/* Lets a corner join on a side. */
void tw_chain_add(tw_cutter *cutter, tw_chain *chain, uint32_t corner, uint32_t side);

/* Ends a piece with its highest corner. */
void tw_chain_finish(tw_cutter *cutter, const tw_chain *chain, uint32_t corner);

#endif
