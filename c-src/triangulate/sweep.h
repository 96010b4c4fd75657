/* The sweep over a polygon's bottoms and tops. Called by triangulate.c. */
#ifndef TW_TRIANGULATE_SWEEP_H
#define TW_TRIANGULATE_SWEEP_H

#include <stdint.h>

#include "intervals.h"

typedef struct {
    tw_cutter cutter;
    tw_interval *intervals;
    uint32_t interval_count;
    uint32_t root;
    uint32_t *order; /* extrema as the sweep passes them */
    uint32_t *spare; /* as long, for sorting */
} tw_sweep;

/* Cuts the outline into triangles. */
void tw_sweep_run(tw_sweep *sweep);

/* Sorts the extrema into `order` (order.c). */
void tw_sweep_sort(tw_sweep *sweep);

#endif
