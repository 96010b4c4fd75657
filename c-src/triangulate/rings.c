/* Rings to corners: winding by exact area, repeated vertices left out, bottoms and tops found. Called by triangulate.c.
 */
#include <stddef.h>

#include "corners.h"

uint32_t tw_ring_length(const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring) {
    uint32_t first = ring_offsets[ring];
    uint32_t count = ring_offsets[ring + 1] - first;
    if (count < 2) return count;
    const int32_t *a = positions + 2 * (size_t)first;
    const int32_t *b = a + 2 * (size_t)(count - 1);
    return a[0] == b[0] && a[1] == b[1] ? count - 1 : count;
}

/* Writes the keys of a ring's corners and returns the sign of its area. */
static int read_keys(tw_outline *outline, tw_corner *corners, const int32_t *positions, uint32_t count) {
    /* Each product of two coordinates is at most 2^62 in size, their difference is below 2^63; the sum is kept in two
     * halves. */
    int64_t high = 0;
    int64_t low = 0;
    uint32_t far = 0;
    int64_t before_x = positions[2 * (size_t)(count - 1)];
    int64_t before_y = positions[2 * (size_t)(count - 1) + 1];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = (uint32_t)positions[2 * (size_t)i];
        uint32_t y = (uint32_t)positions[2 * (size_t)i + 1];
        far |= (x + 0x40000000u) | (y + 0x40000000u);
        int64_t term = before_x * (int32_t)y - (int64_t)(int32_t)x * before_y;
        high += term >> 32;
        low += (uint32_t)term;
        before_x = (int32_t)x;
        before_y = (int32_t)y;
        x ^= 0x80000000u;
        y ^= 0x80000000u;
        corners[i].key = outline->transposed ? (uint64_t)x << 32 | y : (uint64_t)y << 32 | x;
    }
    if (far >> 31) outline->is_wide = true;
    high += low >> 32;
    low = (uint32_t)low;
    if (high == 0 && low == 0) return 0;
    return (high < 0) == outline->transposed ? 1 : -1;
}

static void add_extremum(tw_outline *outline, uint32_t corner, bool is_top) {
    tw_extremum *extremum = &outline->extrema[outline->extremum_count++];
    extremum->key = tw_key(outline, corner);
    extremum->corner = corner;
    extremum->is_top = is_top;
}

/* Tells the tops from `begin` on, which are those of one ring in its order, where their two chains come from. */
static void link_tops(tw_outline *outline, uint32_t begin, bool reversed) {
    uint32_t end = outline->extremum_count;
    for (uint32_t i = begin; i < end; i++) {
        tw_extremum *top = &outline->extrema[i];
        if (!top->is_top) continue;
        top->chain[reversed ? TW_LEFT : TW_RIGHT] = (i == begin ? end : i) - 1;
        top->chain[reversed ? TW_RIGHT : TW_LEFT] = i + 1 == end ? begin : i + 1;
    }
}

static void link_corners(tw_outline *outline, uint32_t first, uint32_t count, bool reversed) {
    tw_corner *corners = outline->corners;
    uint32_t last = first + count - 1;
    /* A ring with an area has three different vertices, so both loops end before `first`. */
    while (corners[last].key == corners[first].key)
        last--;
    while (corners[last].key == corners[last - 1].key)
        last--;

    uint32_t begin = outline->extremum_count;
    uint32_t before = last;
    bool up = corners[first].key > corners[last].key;
    bool up_at_seam = up;
    for (uint32_t i = first; i <= last; i++) {
        if (corners[i].key == corners[before].key) continue;
        bool goes_up = corners[i].key > corners[before].key;
        if (goes_up != up) add_extremum(outline, before, up);
        up = goes_up;
        corners[before].neighbour[reversed ? TW_PREVIOUS : TW_NEXT] = i;
        corners[i].neighbour[reversed ? TW_NEXT : TW_PREVIOUS] = before;
        before = i;
    }
    if (up != up_at_seam) add_extremum(outline, last, up);
    link_tops(outline, begin, reversed);
}

void tw_outline_read(tw_outline *outline, const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring_count) {
    outline->extremum_count = 0;
    outline->is_wide = false;
    for (uint32_t ring = 0; ring < ring_count; ring++) {
        uint32_t first = ring_offsets[ring] - ring_offsets[0];
        uint32_t count = tw_ring_length(positions, ring_offsets, ring);
        const int32_t *vertices = positions + 2 * (size_t)ring_offsets[ring];
        int sign = count < 3 ? 0 : read_keys(outline, outline->corners + first, vertices, count);
        if (sign != 0) link_corners(outline, first, count, (sign < 0) != (ring > 0));
        if (sign == 0 && ring == 0) return;
    }
}
