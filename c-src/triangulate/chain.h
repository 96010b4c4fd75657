/* What is left of a monotone piece below the sweep line, and how a corner that joins it cuts triangles off. Used by
 * sweep.c. Garey, Johnson, Preparata and Tarjan, Triangulating a simple polygon, 1978.
 *
 * A chain is a stack of corners, in the drawing a, b, c, d. All but the lowest lie on one side (here the left), and
 * between a and its top every corner is reflex. A corner that joins on the same side cuts off the top as long as that
 * is convex. One that joins on the other side, e, sees all of them: it cuts a fan, and d and e are what is left. */
/* clang-format off */
/*
 *      d . . . e
 *     /       /
 *    c       /
 *     \     /
 *      b   /
 *      |  /
 *       a
 */
/* clang-format on */
#ifndef TW_TRIANGULATE_CHAIN_H
#define TW_TRIANGULATE_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "corners.h"

typedef struct {
    uint32_t top; /* a corner; the others by `below` */
    uint32_t side;
} tw_chain;

typedef struct {
    tw_outline outline;
    uint32_t *next; /* where the next triangle goes */
    uint32_t *end;
    double excess; /* twice the area that those written have too much: what came out with the wrong sign was left out,
                      and so was what is beyond `end`. 0 for every valid polygon */
} tw_cutter;

/* Whether two of three corners are the same point: such a triangle is left out. Others without area are written: they
 * keep the triangles on both sides of them edge to edge. */
static inline bool tw_is_point(const tw_corner *a, const tw_corner *b, const tw_corner *c) {
    return a->key == b->key || b->key == c->key || c->key == a->key;
}

/* Cuts triangles off the top of a chain on a side, all of them or while it is convex, and returns the corner that is
 * the top then. The chain comes in pieces, since WebAssembly passes structs through memory. */
static inline uint32_t tw_chain_cut(tw_cutter *cutter, uint32_t top, uint32_t side, const tw_corner *joining,
                                    bool all) {
    const tw_corner *corners = cutter->outline.corners;
    /* Triangles have their lowest corner first, and turn left. */
    int64_t sign = side == TW_LEFT ? -1 : 1;
    uint32_t upper_place = 2 - (side ^ cutter->outline.transposed);
    uint32_t *next = cutter->next;
    const tw_corner *upper = &corners[top];
    while (upper->below) {
        const tw_corner *lower = &corners[upper->below];
        int64_t turn = sign * tw_turn(&cutter->outline, lower->key, upper->key, joining->key);
        bool empty = false;
        if (turn <= 0) {
            empty = turn < 0 || tw_is_point(lower, upper, joining);
            if (!all && (turn < 0 || !empty)) break;
        }
        if (!empty && next != cutter->end) {
            next[0] = lower->vertex;
            next[upper_place] = upper->vertex;
            next[3 - upper_place] = joining->vertex;
            next += 3;
        } else {
            cutter->excess -= (double)sign * tw_turn_about(lower->key, upper->key, joining->key);
        }
        top = upper->below;
        upper = lower;
    }
    cutter->next = next;
    return top;
}

/* Lets a corner join on a side. It is in no other chain. */
static inline tw_chain tw_chain_add(tw_cutter *cutter, tw_chain chain, uint32_t corner, uint32_t side) {
    tw_corner *corners = cutter->outline.corners;
    bool crosses_over = chain.side != side;
    uint32_t below = tw_chain_cut(cutter, chain.top, chain.side, &corners[corner], crosses_over);
    if (crosses_over) {
        below = chain.top;
        corners[below].below = 0;
    }
    corners[corner].below = below;
    return (tw_chain){corner, side};
}

#endif
