/* The order in which the sweep passes bottoms and tops: a merge sort. Called by sweep.c. */
#include "sweep.h"

/* Runs of so many are sorted by insertion. */
enum { RUN = 8 };

/* Extrema at the same point: intervals merge there, end, begin, and split, in this order. */
static int rank(const tw_extremum *extremum) {
    return extremum->is_top ? extremum->turn : 3 - extremum->turn;
}

static bool comes_before(const tw_outline *outline, uint32_t first, uint32_t second) {
    const tw_extremum *a = &outline->extrema[first];
    const tw_extremum *b = &outline->extrema[second];
    if (a->key != b->key) return a->key < b->key;
    return rank(a) < rank(b);
}

static void insert_run(const tw_outline *outline, uint32_t *order, uint32_t start, uint32_t end) {
    for (uint32_t i = start; i < end; i++) {
        uint32_t at = i;
        for (; at > start && comes_before(outline, i, order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static uint32_t at_most(uint64_t position, uint32_t count) {
    return position < count ? (uint32_t)position : count;
}

static void merge_runs(const tw_outline *outline, const uint32_t *from, uint32_t *to, uint32_t start, uint32_t width) {
    uint32_t middle = at_most((uint64_t)start + width, outline->extremum_count);
    uint32_t end = at_most((uint64_t)start + 2ull * width, outline->extremum_count);
    uint32_t left = start;
    uint32_t right = middle;
    for (uint32_t i = start; i < end; i++) {
        bool take_right = left == middle || (right < end && comes_before(outline, from[right], from[left]));
        to[i] = take_right ? from[right++] : from[left++];
    }
}

void tw_sweep_sort(tw_sweep *sweep) {
    const tw_outline *outline = &sweep->cutter.outline;
    uint32_t count = outline->extremum_count;
    for (uint64_t start = 0; start < count; start += RUN) {
        insert_run(outline, sweep->order, (uint32_t)start, at_most(start + RUN, count));
    }
    for (uint64_t width = RUN; width < count; width *= 2) {
        for (uint64_t start = 0; start < count; start += 2 * width) {
            merge_runs(outline, sweep->order, sweep->spare, (uint32_t)start, (uint32_t)width);
        }
        uint32_t *sorted = sweep->spare;
        sweep->spare = sweep->order;
        sweep->order = sorted;
    }
}
