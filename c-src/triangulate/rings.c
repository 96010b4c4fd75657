/* Rings to corners: repeated vertices left out, bottoms and tops found, winding by exact area. Called by triangulate.c.
 */
#include <stddef.h>

#include "corners.h"

double tw_turn_about(uint64_t a, uint64_t b, uint64_t c) {
    double abx = (double)(uint32_t)b - (double)(uint32_t)a;
    double aby = (double)(b >> 32) - (double)(a >> 32);
    double acx = (double)(uint32_t)c - (double)(uint32_t)a;
    double acy = (double)(c >> 32) - (double)(a >> 32);
    return abx * acy - acx * aby;
}

int64_t tw_turn_of(const tw_outline *outline, uint64_t a, uint64_t b, uint64_t c) {
    return tw_turn(outline, a, b, c);
}

uint32_t tw_ring_length(const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring) {
    uint32_t first = ring_offsets[ring];
    uint32_t count = ring_offsets[ring + 1] - first;
    if (count < 2) return count;
    const int32_t *a = positions + 2 * (size_t)first;
    const int32_t *b = a + 2 * (size_t)(count - 1);
    return a[0] == b[0] && a[1] == b[1] ? count - 1 : count;
}

typedef struct {
    const int32_t *x; /* of the first vertex; y of a transposed ring */
    const int32_t *y;
    uint32_t count;
    uint32_t first; /* number of the first vertex */
} ring;

static uint64_t key_of(int64_t x, int64_t y) {
    return ((uint64_t)y << 32 | (uint32_t)x) ^ 0x8000000080000000u;
}

static uint64_t vertex_key(const ring *ring, uint32_t vertex) {
    return key_of(ring->x[2 * (size_t)vertex], ring->y[2 * (size_t)vertex]);
}

static uint32_t after(const ring *ring, uint32_t vertex) {
    return vertex + 1 == ring->count ? 0 : vertex + 1;
}

/* The first vertex, going on from vertex 0, that is a bottom: down, then up. Any vertex of a ring that is one point. */
static uint32_t find_bottom(const ring *ring) {
    uint32_t vertex = 0;
    uint64_t here = vertex_key(ring, vertex);
    bool came_down = false;
    for (uint64_t i = 0; i < 2ull * ring->count; i++) {
        uint32_t next = after(ring, vertex);
        uint64_t there = vertex_key(ring, next);
        if (there > here && came_down) break;
        if (there < here) came_down = true;
        vertex = next;
        here = there;
    }
    return vertex;
}

static inline void add_extremum(tw_outline *outline, const tw_corner *corner, bool is_top) {
    tw_extremum *extremum = &outline->extrema[outline->extremum_count++];
    extremum->key = corner->key;
    extremum->corner[TW_LEFT] = extremum->corner[TW_RIGHT] = (uint32_t)(corner - outline->corners);
    extremum->is_top = is_top;
}

/* Writes the corners of a ring, the first bottom again at their end, and its extrema, that bottom first. Returns the
 * sign of its area. */
static int read_corners(tw_outline *outline, const ring *ring) {
    /* Each product of two coordinates is at most 2^62 in size, their difference is below 2^63; the sum is kept in two
     * halves. */
    int64_t high = 0;
    int64_t low = 0;
    uint32_t far = 0;
    uint32_t vertex = find_bottom(ring);
    tw_corner *corner = outline->corners + outline->corner_count + 1;
    int64_t before_x = ring->x[2 * (size_t)vertex];
    int64_t before_y = ring->y[2 * (size_t)vertex];
    uint64_t before = key_of(before_x, before_y);
    *corner = (tw_corner){before, ring->first + vertex, 0};
    add_extremum(outline, corner, false);
    bool goes_up = true;
    for (uint32_t i = 0; i < ring->count; i++) {
        vertex = after(ring, vertex);
        int64_t x = ring->x[2 * (size_t)vertex];
        int64_t y = ring->y[2 * (size_t)vertex];
        uint64_t key = key_of(x, y);
        if (key == before) continue;
        int64_t term = before_x * y - x * before_y;
        high += term >> 32;
        low += (uint32_t)term;
        far |= ((uint32_t)x + 0x40000000u) | ((uint32_t)y + 0x40000000u);
        if ((key > before) != goes_up) {
            add_extremum(outline, corner, goes_up);
            goes_up = !goes_up;
        }
        *++corner = (tw_corner){key, ring->first + vertex, 0};
        before = key;
        before_x = x;
        before_y = y;
    }
    outline->corner_count = (uint32_t)(corner - outline->corners);
    if (far >> 31) outline->is_wide = true;
    high += low >> 32;
    low = (uint32_t)low;
    if (high == 0 && low == 0) return 0;
    return high < 0 ? -1 : 1;
}

/* Completes the extrema of a ring, which are those from `begin` on: their turns, and where the boundaries that end at a
 * top begin. */
static void link_extrema(tw_outline *outline, uint32_t begin, uint32_t end, bool reversed) {
    const tw_corner *corners = outline->corners;
    tw_extremum *first = &outline->extrema[begin];
    uint32_t to_next = reversed ? TW_LEFT : TW_RIGHT;
    uint32_t last_corner = outline->corner_count;
    for (uint32_t i = begin; i < end; i++) {
        tw_extremum *extremum = &outline->extrema[i];
        uint32_t at = extremum->corner[TW_LEFT];
        uint32_t before = i == begin ? last_corner - 1 : at - 1;
        int64_t turn = tw_turn_of(outline, corners[before].key, corners[at].key, corners[at + 1].key);
        if (reversed) turn = -turn;
        extremum->turn = (int8_t)((turn > 0) - (turn < 0));
        extremum->step = reversed ? -1 : 1;
        extremum->chain[to_next] = i - 1;
        extremum->chain[!to_next] = i + 1 == end ? begin : i + 1;
    }
    first->corner[!to_next] = last_corner;
}

void tw_outline_read(tw_outline *outline, const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring_count) {
    outline->corner_count = outline->extremum_count = 0;
    outline->is_wide = false;
    for (uint32_t i = 0; i < ring_count; i++) {
        const int32_t *first = positions + 2 * (size_t)ring_offsets[i];
        ring ring = {first + outline->transposed, first + !outline->transposed,
                     tw_ring_length(positions, ring_offsets, i), ring_offsets[i]};
        uint32_t corners = outline->corner_count;
        uint32_t extrema = outline->extremum_count;
        int sign = ring.count < 3 ? 0 : read_corners(outline, &ring);
        if (sign != 0) {
            link_extrema(outline, extrema, outline->extremum_count, (sign < 0) != (i > 0));
            continue;
        }
        outline->corner_count = corners;
        outline->extremum_count = extrema;
        if (i == 0) return;
    }
}
