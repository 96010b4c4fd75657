/* Ear clipping after earcut 3 (ISC License, Copyright (c) 2026, Mapbox), without its index of blocks for holes. See
 * ears.h. */
#include "ears.h"

#include <stdlib.h>
#include <string.h>

/* A corner of what is left of the polygon; a ring is a circle of them. */
typedef struct corner corner;
struct corner {
    int64_t x, y;
    corner *previous, *next;
    corner *previous_z, *next_z;
    uint32_t vertex, z;
};

typedef struct {
    corner *corners;
    size_t corner_count;
    corner **sorted;
    corner **queue; /* the leftmost corner of each hole */
    uint32_t *triangles, *next;
    uint32_t *end;
    bool hashed, filtered;
    int64_t min_x, min_y;
    double inverse_size;
} clipper;

static size_t most_corners(size_t vertices, size_t rings) {
    /* A bridge copies two corners, and so does a cut where no ear was found; of these there are fewer than triangles.
     */
    return 4 * (vertices + 2 * rings);
}

size_t ears_workspace(size_t vertex_count, size_t ring_count) {
    size_t corners = most_corners(vertex_count, ring_count);
    return corners * (sizeof(corner) + sizeof(corner *)) + ring_count * sizeof(corner *);
}

/* ---- corners -------------------------------------------------------------------------------------------------- */

static int64_t area(const corner *p, const corner *q, const corner *r) {
    return (q->y - p->y) * (r->x - q->x) - (q->x - p->x) * (r->y - q->y);
}

static bool same(const corner *a, const corner *b) {
    return a->x == b->x && a->y == b->y;
}

static bool in_triangle(const corner *a, const corner *b, const corner *c, const corner *p) {
    return (c->x - p->x) * (a->y - p->y) >= (a->x - p->x) * (c->y - p->y) &&
           (a->x - p->x) * (b->y - p->y) >= (b->x - p->x) * (a->y - p->y) &&
           (b->x - p->x) * (c->y - p->y) >= (c->x - p->x) * (b->y - p->y);
}

static corner *copy_of(clipper *clip, const corner *of) {
    corner *copy = clip->corners + clip->corner_count++;
    *copy = *of;
    copy->previous_z = copy->next_z = NULL;
    return copy;
}

static void take_out(const corner *p) {
    p->next->previous = p->previous;
    p->previous->next = p->next;
    if (p->previous_z) p->previous_z->next_z = p->next_z;
    if (p->next_z) p->next_z->previous_z = p->previous_z;
}

static void put_triangle(clipper *clip, const corner *a, const corner *b, const corner *c) {
    if (clip->next + 3 > clip->end) return;
    *clip->next++ = a->vertex;
    *clip->next++ = b->vertex;
    *clip->next++ = c->vertex;
}

/* Takes out corners that repeat their neighbour or lie on a line with both, from `start` to `end`; all of the ring
 * where these are the same. */
static corner *filter(clipper *clip, corner *start, corner *end) {
    bool whole = start == end;
    corner *p = start;
    bool again = false;
    do {
        again = false;
        if (p != p->next && (same(p, p->next) || area(p->previous, p, p->next) == 0)) {
            if (whole || p == end) end = p->previous;
            clip->filtered = true;
            take_out(p);
            p = p->previous;
            again = true;
        } else if (whole || p != end) {
            p = p->next;
            again = !whole;
        }
    } while (again || p != end);
    return end;
}

/* Joins two corners by a diagonal: of one ring it makes two, of two rings one. Returns the second's copy. */
static corner *split(clipper *clip, corner *a, corner *b) {
    corner *a2 = copy_of(clip, a), *b2 = copy_of(clip, b);
    corner *after = a->next, *before = b->previous;
    a->next = b;
    b->previous = a;
    a2->next = after;
    after->previous = a2;
    b2->next = a2;
    a2->previous = b2;
    before->next = b2;
    b2->previous = before;
    return b2;
}

/* Whether the diagonal from a to b leaves a into the interior. */
static bool opens(const corner *a, const corner *b) {
    if (area(a->previous, a, a->next) < 0) return area(a, b, a->next) >= 0 && area(a, a->previous, b) >= 0;
    return area(a, b, a->previous) < 0 || area(a, a->next, b) < 0;
}

/* ---- rings and holes ------------------------------------------------------------------------------------------ */

static bool turns_like_exterior(const int32_t *positions, uint32_t first, uint32_t count) {
    int64_t sum = 0;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        const int32_t *p = positions + 2 * (size_t)(first + i), *q = positions + 2 * (size_t)(first + j);
        sum += ((int64_t)q[0] - p[0]) * ((int64_t)p[1] + q[1]);
    }
    return sum > 0;
}

/* A circle of a ring's corners, NULL where it has none. */
static corner *link_ring(clipper *clip, const int32_t *positions, uint32_t first, uint32_t count, bool exterior) {
    bool forward = count > 0 && exterior == turns_like_exterior(positions, first, count);
    corner *last = NULL;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t vertex = first + (forward ? i : count - 1 - i);
        corner *p = clip->corners + clip->corner_count++;
        *p = (corner){positions[2 * (size_t)vertex], positions[2 * (size_t)vertex + 1], p, p, NULL, NULL, vertex, 0};
        if (last) {
            p->next = last->next;
            p->previous = last;
            last->next->previous = p;
            last->next = p;
        }
        last = p;
    }
    if (last && last != last->next && same(last, last->next)) {
        take_out(last);
        last = last->next;
    }
    return last;
}

static corner *leftmost(corner *start) {
    corner *best = start;
    for (corner *p = start->next; p != start; p = p->next) {
        if (p->x < best->x || (p->x == best->x && p->y < best->y)) best = p;
    }
    return best;
}

static double slope(const corner *p) {
    return (double)(p->next->y - p->y) / (double)(p->next->x - p->x);
}

static int by_place(const void *left, const void *right) {
    const corner *a = *(corner *const *)left, *b = *(corner *const *)right;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    if (a->y != b->y) return a->y < b->y ? -1 : 1;
    double difference = slope(a) - slope(b);
    return (difference > 0) - (difference < 0);
}

/* The end to the left of the nearest edge that a ray from the hole to the left meets, and where it does. */
static corner *find_edge(const corner *hole, corner *outer, double *met) {
    corner *best = NULL;
    *met = -1e300;
    corner *p = outer;
    do {
        if (same(hole, p->next)) return p->next;
        if (hole->y <= p->y && hole->y >= p->next->y && p->next->y != p->y) {
            double x =
                (double)p->x + (double)(hole->y - p->y) * (double)(p->next->x - p->x) / (double)(p->next->y - p->y);
            if (x <= (double)hole->x && x > *met) {
                *met = x;
                best = p->x < p->next->x ? p : p->next;
                if (x == (double)hole->x) return best;
            }
        }
        p = p->next;
    } while (p != outer);
    return best;
}

static bool in_ray_triangle(const corner *hole, const corner *m, double met, const corner *p) {
    double hx = (double)hole->x, hy = (double)hole->y, px = (double)p->x, py = (double)p->y;
    double ax = hole->y < m->y ? hx : met, cx = hole->y < m->y ? met : hx, bx = (double)m->x, by = (double)m->y;
    return (cx - px) * (hy - py) >= (ax - px) * (hy - py) && (ax - px) * (by - py) >= (bx - px) * (hy - py) &&
           (bx - px) * (hy - py) >= (cx - px) * (by - py);
}

static bool contains_sector(const corner *m, const corner *p) {
    return area(m->previous, m, p->previous) < 0 && area(p->next, m, m->next) < 0;
}

/* A corner of the outer ring that the hole's leftmost corner sees (David Eberly). */
static corner *find_bridge(const corner *hole, corner *outer) {
    if (same(hole, outer)) return outer;
    double met = 0;
    corner *m = find_edge(hole, outer, &met);
    if (!m || same(hole, m) || met == (double)hole->x) return m;
    corner *stop = m, *p = m;
    int64_t left = m->x;
    const corner *edge = m;
    double least = 1e300;
    do {
        if (hole->x > p->x && p->x >= left && in_ray_triangle(hole, edge, met, p)) {
            double tangent = (double)llabs(hole->y - p->y) / (double)(hole->x - p->x);
            bool along = p->y == hole->y && p->next->y == hole->y && p->next->x > hole->x;
            bool better =
                tangent < least || (tangent == least && (p->x > m->x || (p->x == m->x && contains_sector(m, p))));
            if (better && (along || opens(p, hole))) {
                m = p;
                least = tangent;
            }
        }
        p = p->next;
    } while (p != stop);
    return m;
}

static corner *join_holes(clipper *clip, corner *outer, size_t hole_count) {
    qsort(clip->queue, hole_count, sizeof(void *), by_place);
    for (size_t i = 0; i < hole_count; i++) {
        corner *bridge = find_bridge(clip->queue[i], outer);
        if (!bridge) continue;
        corner *back = split(clip, bridge, clip->queue[i]);
        filter(clip, back, back->next);
        outer = filter(clip, bridge, bridge->next);
    }
    return filter(clip, outer, outer);
}

/* ---- z-order -------------------------------------------------------------------------------------------------- */

static uint32_t spread(uint32_t x) {
    x = (x | (x << 8)) & 0x00FF00FF;
    x = (x | (x << 4)) & 0x0F0F0F0F;
    x = (x | (x << 2)) & 0x33333333;
    return (x | (x << 1)) & 0x55555555;
}

static uint32_t z_of(const clipper *clip, int64_t x, int64_t y) {
    uint32_t across = (uint32_t)((double)(x - clip->min_x) * clip->inverse_size);
    uint32_t up = (uint32_t)((double)(y - clip->min_y) * clip->inverse_size);
    return spread(across) | (spread(up) << 1);
}

/* One pass of a radix sort, by eight bits. */
static void sort_by_digit(corner **from, corner **to, size_t count, int shift) {
    size_t starts[257] = {0};
    for (size_t i = 0; i < count; i++)
        starts[1 + ((from[i]->z >> shift) & 255)]++;
    for (int i = 0; i < 256; i++)
        starts[i + 1] += starts[i];
    for (size_t i = 0; i < count; i++)
        to[starts[(from[i]->z >> shift) & 255]++] = from[i];
}

static void link_in_z_order(clipper *clip, corner *start) {
    size_t count = 0;
    corner *p = start;
    do {
        p->z = z_of(clip, p->x, p->y);
        clip->sorted[count++] = p;
        p = p->next;
    } while (p != start);
    corner **spare = clip->sorted + count;
    for (int shift = 0; shift < 32; shift += 16) {
        sort_by_digit(clip->sorted, spare, count, shift);
        sort_by_digit(spare, clip->sorted, count, shift + 8);
    }
    for (size_t i = 0; i < count; i++) {
        clip->sorted[i]->previous_z = i > 0 ? clip->sorted[i - 1] : NULL;
        clip->sorted[i]->next_z = i + 1 < count ? clip->sorted[i + 1] : NULL;
    }
}

/* ---- ears ----------------------------------------------------------------------------------------------------- */

typedef struct {
    const corner *a, *b, *c;
    int64_t x0, y0, x1, y1;
} ear_box;

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static ear_box box_of(const corner *b) {
    const corner *a = b->previous, *c = b->next;
    return (ear_box){a,
                     b,
                     c,
                     least(least(a->x, b->x), c->x),
                     least(least(a->y, b->y), c->y),
                     most(most(a->x, b->x), c->x),
                     most(most(a->y, b->y), c->y)};
}

/* Whether a corner lies in the triangle and so forbids the ear. */
static bool blocks(const ear_box *ear, const corner *p) {
    return p->x >= ear->x0 && p->x <= ear->x1 && p->y >= ear->y0 && p->y <= ear->y1 && p != ear->c &&
           !same(p, ear->a) && in_triangle(ear->a, ear->b, ear->c, p) && area(p->previous, p, p->next) >= 0;
}

static bool is_ear(const corner *b) {
    ear_box ear = box_of(b);
    for (const corner *p = ear.c->next; p != ear.a; p = p->next) {
        if (blocks(&ear, p)) return false;
    }
    return true;
}

static bool is_ear_hashed(const clipper *clip, const corner *b) {
    ear_box ear = box_of(b);
    uint32_t low = z_of(clip, ear.x0, ear.y0), high = z_of(clip, ear.x1, ear.y1);
    for (const corner *p = b->previous_z; p && p->z >= low; p = p->previous_z) {
        if (blocks(&ear, p)) return false;
    }
    for (const corner *p = b->next_z; p && p->z <= high; p = p->next_z) {
        if (blocks(&ear, p)) return false;
    }
    return true;
}

static bool opposite(int64_t a, int64_t b) {
    return (a > 0 && b < 0) || (a < 0 && b > 0);
}

static bool on_segment(const corner *p, const corner *q, const corner *r) {
    return q->x <= most(p->x, r->x) && q->x >= least(p->x, r->x) && q->y <= most(p->y, r->y) &&
           q->y >= least(p->y, r->y);
}

static bool crosses(const corner *p1, const corner *q1, const corner *p2, const corner *q2, bool touching) {
    int64_t o1 = area(p1, q1, p2), o2 = area(p1, q1, q2), o3 = area(p2, q2, p1), o4 = area(p2, q2, q1);
    if (opposite(o1, o2) && opposite(o3, o4)) return true;
    if (!touching) return false;
    return (o1 == 0 && on_segment(p1, p2, q1)) || (o2 == 0 && on_segment(p1, q2, q1)) ||
           (o3 == 0 && on_segment(p2, p1, q2)) || (o4 == 0 && on_segment(p2, q1, q2));
}

/* Cuts off places where two edges nearby cross. */
static corner *cure(clipper *clip, corner *start) {
    corner *p = start;
    bool cured = false;
    do {
        corner *a = p->previous, *b = p->next->next;
        if (crosses(a, p, p->next, b, false) && opens(a, b) && opens(b, a)) {
            put_triangle(clip, a, p, b);
            take_out(p);
            take_out(p->next);
            p = start = b;
            cured = true;
        }
        p = p->next;
    } while (p != start);
    return cured ? filter(clip, p, p) : p;
}

static bool crosses_ring(const corner *a, const corner *b) {
    const corner *p = a;
    do {
        const corner *n = p->next;
        bool apart =
            p->vertex != a->vertex && n->vertex != a->vertex && p->vertex != b->vertex && n->vertex != b->vertex;
        if (apart && crosses(p, n, a, b, true)) return true;
        p = n;
    } while (p != a);
    return false;
}

static bool middle_inside(const corner *a, const corner *b) {
    bool inside = false;
    double x = (double)(a->x + b->x) / 2, y = (double)(a->y + b->y) / 2;
    const corner *p = a;
    do {
        const corner *n = p->next;
        if (((double)p->y > y) != ((double)n->y > y) &&
            x < (double)(n->x - p->x) * (y - (double)p->y) / (double)(n->y - p->y) + (double)p->x)
            inside = !inside;
        p = n;
    } while (p != a);
    return inside;
}

static bool is_diagonal(const corner *a, const corner *b) {
    if (a->next->vertex == b->vertex) return false;
    bool zero = same(a, b) && area(a->previous, a, a->next) > 0 && area(b->previous, b, b->next) > 0;
    if (!zero &&
        !(opens(a, b) && opens(b, a) && (area(a->previous, a, b->previous) != 0 || area(a, b->previous, b) != 0)))
        return false;
    return !crosses_ring(a, b) && (zero || middle_inside(a, b));
}

static void clip_ears(clipper *clip, corner *ear);

/* Where no ear is left: cuts the ring in two along any diagonal. As earcut does it, hence the recursion: this is what
 * is compared, and only ever sees polygons of known tiles. */
// NOLINTNEXTLINE(misc-no-recursion)
static void clip_halves(clipper *clip, corner *start) {
    corner *a = start;
    do {
        for (corner *b = a->next->next; b != a->previous; b = b->next) {
            if (a->vertex == b->vertex || !is_diagonal(a, b)) continue;
            corner *c = split(clip, a, b);
            a = filter(clip, a, a->next);
            c = filter(clip, c, c->next);
            clip_ears(clip, a);
            clip_ears(clip, c);
            return;
        }
        a = a->next;
    } while (a != start);
}

// NOLINTNEXTLINE(misc-no-recursion)
static void clip_ears(clipper *clip, corner *ear) {
    if (clip->hashed) link_in_z_order(clip, ear);
    corner *stop = ear;
    bool cured = false;
    while (ear->previous != ear->next) {
        corner *next = ear->next;
        if (area(ear->previous, ear, next) < 0 && (clip->hashed ? is_ear_hashed(clip, ear) : is_ear(ear))) {
            put_triangle(clip, ear->previous, ear, next);
            take_out(ear);
            ear = stop = next;
            continue;
        }
        ear = next;
        if (ear != stop) continue;
        clip->filtered = false;
        ear = filter(clip, ear, ear);
        stop = ear;
        if (clip->filtered) continue;
        if (cured) {
            clip_halves(clip, ear);
            return;
        }
        ear = stop = cure(clip, ear);
        cured = true;
    }
}

/* The box of the exterior ring, for z-order. */
static void measure_box(clipper *clip, const corner *outer) {
    int64_t max_x = outer->x, max_y = outer->y;
    clip->min_x = outer->x;
    clip->min_y = outer->y;
    for (const corner *p = outer->next; p != outer; p = p->next) {
        clip->min_x = least(clip->min_x, p->x);
        clip->min_y = least(clip->min_y, p->y);
        max_x = most(max_x, p->x);
        max_y = most(max_y, p->y);
    }
    int64_t size = most(max_x - clip->min_x, max_y - clip->min_y);
    clip->inverse_size = size > 0 ? 32767.0 / (double)size : 0;
}

static uint32_t ring_length(const uint32_t *ring_offsets, uint32_t ring) {
    return ring_offsets[ring + 1] - ring_offsets[ring] - 1;
}

uint32_t ears_triangulate(const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring_count, bool hashed,
                          uint32_t *triangles, void *workspace) {
    uint32_t vertices = ring_offsets[ring_count] - ring_offsets[0];
    size_t corners = most_corners(vertices, ring_count);
    clipper clip = {.corners = workspace, .triangles = triangles, .next = triangles};
    clip.sorted = (corner **)(clip.corners + corners);
    clip.queue = clip.sorted + corners;
    clip.end = triangles + 3 * ((size_t)vertices + 2 * (size_t)ring_count);
    corner *outer = link_ring(&clip, positions, ring_offsets[0], ring_length(ring_offsets, 0), true);
    if (!outer || outer->next == outer->previous) return 0;
    clip.hashed = hashed && vertices > 80;
    if (clip.hashed) measure_box(&clip, outer);
    size_t holes = 0;
    for (uint32_t ring = 1; ring < ring_count; ring++) {
        corner *hole = link_ring(&clip, positions, ring_offsets[ring], ring_length(ring_offsets, ring), false);
        if (hole) clip.queue[holes++] = leftmost(hole);
    }
    if (holes > 0) outer = join_holes(&clip, outer, holes);
    clip_ears(&clip, outer);
    return (uint32_t)(clip.next - triangles);
}
