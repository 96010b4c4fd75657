/* The intervals that the sweep line cuts out of the interior, in order from left to right: a splay tree. Called by
 * sweep.c.
 *
 * A splay tree keeps no balance and needs no luck: any n operations take O(n log n) steps, even where crossing edges of
 * an invalid polygon make comparisons contradict each other. */
#ifndef TW_TRIANGULATE_INTERVALS_H
#define TW_TRIANGULATE_INTERVALS_H

#include <stdbool.h>
#include <stdint.h>

#include "chain.h"

typedef struct {
    uint32_t passed[2]; /* the last corner passed on each boundary; the sweep line crosses the edge above it */
    int32_t step[2];    /* from there to the corner above, 1 or -1 */
    uint32_t bottom[2]; /* extrema: where each boundary begins */
    tw_chain chain[2];  /* what is not cut yet: one chain, or after a merge those of both old intervals */
    bool is_merged;     /* both chains then have the corner of the merge at their top */
    uint32_t parent;    /* interval numbers from 1 on, 0 is none */
    uint32_t child[2];
} tw_interval;

/* Makes an interval the root of the tree that it is in. */
void tw_intervals_splay(tw_interval *intervals, uint32_t at);

/* Puts a new interval next to the root, on one side of it. The root stays the root. */
void tw_intervals_insert(tw_interval *intervals, uint32_t root, uint32_t at, uint32_t side);

/* Takes an interval out and returns the new root. */
uint32_t tw_intervals_remove(tw_interval *intervals, uint32_t at);

#endif
