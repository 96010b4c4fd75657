/* Layers of one name. Called at the end of a scan. */
#include <string.h>

#include "../base/arena.h"
#include "scan.h"

/* Order of two layers by name: by length, then by bytes. */
static int compare_names(const tw_tile *tile, uint32_t a, uint32_t b) {
    const tw_layer *first = &tile->layers[a];
    const tw_layer *second = &tile->layers[b];
    if (first->name_length != second->name_length) return first->name_length < second->name_length ? -1 : 1;
    return memcmp(tile->bytes + first->name_offset, tile->bytes + second->name_offset, first->name_length);
}

/* Merges the sorted runs from[start, middle) and from[middle, end) into `to`. Stable. */
static void merge_runs(const tw_tile *tile, const uint32_t *from, uint32_t *to, uint32_t start, uint32_t middle,
                       uint32_t end) {
    uint32_t left = start;
    uint32_t right = middle;
    for (uint32_t i = start; i < end; i++) {
        bool take_left = left < middle && (right == end || compare_names(tile, from[left], from[right]) <= 0);
        to[i] = from[take_left ? left++ : right++];
    }
}

/* Layer numbers sorted by name, equal names by number, in one of two tables of layer_count entries. A sort, since a
 * hash table would grow quadratic under names made to collide. */
static const uint32_t *sort_by_name(const tw_tile *tile, uint32_t *order, uint32_t *other) {
    uint32_t count = tile->layer_count;
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t start = 0; start < count; start += 2 * width) {
            uint32_t middle = start + width < count ? start + width : count;
            uint32_t end = middle + width < count ? middle + width : count;
            merge_runs(tile, order, other, start, middle, end);
        }
        uint32_t *sorted = other;
        other = order;
        order = sorted;
    }
    return order;
}

/* Work memory: above the arena's top. */
bool tw_mark_duplicate_names(tw_tile *tile, tw_fault *fault) {
    uint32_t count = tile->layer_count;
    uint32_t *work = (uint32_t *)(void *)tw_arena_top();
    if (!tw_arena_require(tw_arena_top(), 2 * (uint64_t)count * sizeof *work)) {
        *fault = (tw_fault){tw_arena_status(), 0, TW_NONE, TW_NONE};
        return false;
    }
    const uint32_t *order = sort_by_name(tile, work, work + count);
    for (uint32_t i = 1; i < count; i++) {
        tw_layer *layer = &tile->layers[order[i]];
        layer->duplicate_name = layer->has_name && compare_names(tile, order[i - 1], order[i]) == 0;
    }
    return true;
}
