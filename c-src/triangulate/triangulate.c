/* Ear clipping with exact predicates. Called by the polygon reader, once a polygon. */
#include "triangulate.h"

#include <stddef.h>

/* One corner of the polygon that is left: a vertex, and its neighbours in a circle with the interior on the left. */
typedef struct {
    int64_t x, y;
    uint32_t previous, next, vertex, hole;
} corner;

/* Sign of the turn a, b, c: exact, for differences of 33 bits are compared as products of magnitudes. */
static int turn(const corner *a, const corner *b, const corner *c) {
    int64_t abx = b->x - a->x, aby = b->y - a->y, acx = c->x - a->x, acy = c->y - a->y;
    int left_sign = (abx < 0 ? -1 : abx > 0) * (acy < 0 ? -1 : acy > 0);
    int right_sign = (acx < 0 ? -1 : acx > 0) * (aby < 0 ? -1 : aby > 0);
    uint64_t left = (uint64_t)(abx < 0 ? -abx : abx) * (uint64_t)(acy < 0 ? -acy : acy);
    uint64_t right = (uint64_t)(acx < 0 ? -acx : acx) * (uint64_t)(aby < 0 ? -aby : aby);
    if (left_sign != right_sign) return left_sign > right_sign ? 1 : -1;
    int larger = left > right ? 1 : left < right ? -1 : 0;
    return left_sign < 0 ? -larger : larger;
}

/* Whether the ring turns left as a whole: the turn at its lowest corner that is no straight one. */
static int winding(const corner *corners, uint32_t first, uint32_t count) {
    int64_t high = 0;
    uint64_t low = 0;
    for (uint32_t i = 1; i + 1 < count; i++) {
        const corner *a = corners + first, *b = a + i, *c = b + 1;
        int64_t left[2] = {b->x - a->x, c->x - a->x}, right[2] = {c->y - a->y, -(b->y - a->y)};
        for (int k = 0; k < 2; k++) {
            int negative = (left[k] < 0) != (right[k] < 0);
            uint64_t product =
                (uint64_t)(left[k] < 0 ? -left[k] : left[k]) * (uint64_t)(right[k] < 0 ? -right[k] : right[k]);
            uint64_t before = low;
            low = negative ? low - product : low + product;
            high += negative ? -(int64_t)(low > before) : (int64_t)(low < before);
        }
    }
    return high < 0 ? -1 : (high | (int64_t)(low >> 1) | (int64_t)(low & 1)) != 0;
}

static int crosses(const corner *a, const corner *b, const corner *c, const corner *d) {
    return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

static int same(const corner *a, const corner *b) {
    return a->x == b->x && a->y == b->y;
}

/* Whether the diagonal a, b leaves a into the interior. */
static int opens(const corner *corners, const corner *a, const corner *b) {
    const corner *p = corners + a->previous, *n = corners + a->next;
    if (turn(p, a, n) >= 0) return turn(a, b, p) >= 0 && turn(a, n, b) >= 0;
    return turn(a, b, n) < 0 || turn(a, p, b) < 0;
}

/* Cuts from `from` (of a hole) to a corner of the ring at `start` that it sees. */
static uint32_t find_bridge(const corner *corners, uint32_t total, uint32_t start, uint32_t from) {
    const corner *m = corners + from;
    uint32_t p = start;
    do {
        const corner *c = corners + p;
        int free = opens(corners, c, m) && opens(corners, m, c);
        for (uint32_t i = 0; free && i < total; i++) {
            const corner *a = corners + i, *b = corners + a->next;
            if (crosses(m, c, a, b)) free = 0;
            if (!same(a, m) && !same(a, c) && turn(m, c, a) == 0 && (a->x < m->x) != (a->x < c->x)) free = 0;
            if (!same(a, m) && !same(a, c) && turn(m, c, a) == 0 && (a->y < m->y) != (a->y < c->y)) free = 0;
        }
        if (free) return p;
        p = c->next;
    } while (p != start);
    return start;
}

static int is_ear(const corner *corners, uint32_t at) {
    const corner *b = corners + at, *a = corners + b->previous, *c = corners + b->next;
    if (turn(a, b, c) <= 0) return 0;
    for (uint32_t p = c->next; p != b->previous; p = corners[p].next) {
        const corner *q = corners + p;
        if (same(q, a) || same(q, c) || turn(corners + q->previous, q, corners + q->next) > 0) continue;
        if (turn(a, b, q) >= 0 && turn(b, c, q) >= 0 && turn(c, a, q) >= 0) return 0;
    }
    return 1;
}

uint64_t tw_triangulate_workspace(uint32_t vertex_count, uint32_t ring_count) {
    return ((uint64_t)vertex_count + 2ull * ring_count) * sizeof(corner);
}

uint32_t tw_triangulate_polygon(const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring_count,
                                uint32_t *triangles, void *workspace) {
    corner *corners = workspace;
    uint32_t total = 0, written = 0, start = 0;
    for (uint32_t r = 0; r < ring_count; r++) {
        uint32_t first = total, count = ring_offsets[r + 1] - ring_offsets[r];
        if (count < 4) continue;
        count--;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t vertex = ring_offsets[r] + i;
            corner c = {positions[2 * (size_t)vertex], positions[2 * (size_t)vertex + 1], 0, 0, vertex, r};
            corners[total++] = c;
        }
        int flip = (winding(corners, first, count) < 0) != (r > 0);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t before = first + (i + count - 1) % count, after = first + (i + 1) % count;
            corners[first + i].previous = flip ? after : before;
            corners[first + i].next = flip ? before : after;
        }
    }
    if (total == 0) return 0;
    uint32_t ring_end = total;
    for (uint32_t i = 1; i < ring_end; i++) {
        if (corners[i].hole == corners[i - 1].hole) continue;
        uint32_t hole = i, bridge = find_bridge(corners, total, start, hole);
        for (uint32_t p = corners[i].next; p != i && bridge == start; p = corners[p].next) {
            hole = p;
            bridge = find_bridge(corners, total, start, p);
        }
        corners[total] = corners[bridge];
        corners[total + 1] = corners[hole];
        uint32_t outer_copy = total++, hole_copy = total++;
        corners[corners[bridge].next].previous = outer_copy;
        corners[corners[hole].previous].next = hole_copy;
        corners[outer_copy].previous = hole_copy;
        corners[hole_copy].next = outer_copy;
        corners[bridge].next = hole;
        corners[hole].previous = bridge;
    }
    uint32_t stop = start, at = start;
    while (corners[at].previous != corners[at].next) {
        corner *b = corners + at, *a = corners + b->previous, *c = corners + b->next;
        int flat = turn(a, b, c) == 0, ear = !flat && is_ear(corners, at);
        if (flat || ear) {
            if (ear) {
                triangles[written++] = a->vertex;
                triangles[written++] = b->vertex;
                triangles[written++] = c->vertex;
            }
            a->next = b->next;
            c->previous = b->previous;
            at = stop = b->next;
            continue;
        }
        at = b->next;
        if (at == stop) break;
    }
    return written;
}
