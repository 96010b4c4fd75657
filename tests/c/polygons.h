/* Polygons for the tests of triangulation, and an exact judgement of their triangles that shares nothing with the
 * library.
 *
 * The judgement: every triangle turns left, and the edges of all triangles, added up as directed edges, leave exactly
 * the edges of the polygon. Then every point of the plane lies in as many triangles as the polygon winds around it,
 * which is once inside and never outside. The sum of the areas is checked as well. */
#ifndef TW_TESTS_POLYGONS_H
#define TW_TESTS_POLYGONS_H

#include <stdbool.h>
#include <stdlib.h>

#include "../../c-src/triangulate/triangulate.h"
#include "test.h"

#ifdef __wasm__
enum { MOST_VERTICES = 6000, MOST_RINGS = 1200 };
#else
enum { MOST_VERTICES = 250000, MOST_RINGS = 12000 };
#endif

/* Twice an area: beyond 64 bits at the ends of int32. */
__extension__ typedef __int128 twice_area;

typedef struct {
    int32_t positions[2 * MOST_VERTICES];
    uint32_t ring_offsets[MOST_RINGS + 1];
    uint32_t ring_count;
} polygon;

typedef struct {
    uint32_t triangles;
    bool is_sound;       /* not too many triangles, indices in range, no triangle of negative area */
    bool has_exact_area; /* of exterior less holes */
    bool is_exact;       /* the judgement above */
    double deviation;    /* of the area, as a fraction of the polygon's */
} verdict;

/* Memory that ends exactly after `size` bytes natively, so that AddressSanitizer sees one byte beyond. */
#ifdef __wasm__
static inline void *take_memory(uint64_t size) {
    static _Alignas(16) uint8_t pool[4u << 20];
    static uint64_t used;
    if (size == 0) used = 0;
    void *memory = pool + used;
    used += (size + 15u) & ~15ull;
    if (used > sizeof pool) __builtin_trap();
    return memory;
}
static inline void give_memory_back(void *memory) {
    (void)memory;
    take_memory(0);
}
#else
static inline void *take_memory(uint64_t size) {
    void *memory = malloc(size ? (size_t)size : 1);
    if (!memory) abort();
    return memory;
}
static inline void give_memory_back(void *memory) {
    free(memory);
}
#endif

static inline uint32_t polygon_vertices(const polygon *p) {
    return p->ring_offsets[p->ring_count];
}

/* n + 2h, closing vertices not counted. */
static inline uint32_t most_triangles(const polygon *p) {
    uint32_t most = 0;
    for (uint32_t ring = 0; ring < p->ring_count; ring++) {
        uint32_t vertices = p->ring_offsets[ring + 1] - p->ring_offsets[ring];
        most += (vertices > 0 ? vertices - 1 : 0) + (ring > 0 ? 2 : 0);
    }
    return most;
}

static inline void clear_polygon(polygon *p) {
    p->ring_count = 0;
    p->ring_offsets[0] = 0;
}

/* Begins a ring at the end of the polygon; add_vertex adds to it. */
static inline void begin_ring(polygon *p) {
    p->ring_count++;
    p->ring_offsets[p->ring_count] = p->ring_offsets[p->ring_count - 1];
}

static inline void add_vertex(polygon *p, int32_t x, int32_t y) {
    uint32_t at = p->ring_offsets[p->ring_count]++;
    p->positions[2 * at] = x;
    p->positions[2 * at + 1] = y;
}

static inline void close_ring(polygon *p) {
    uint32_t first = p->ring_offsets[p->ring_count - 1];
    add_vertex(p, p->positions[2 * first], p->positions[2 * first + 1]);
}

static inline twice_area cross(const int32_t *a, const int32_t *b, const int32_t *c) {
    return (twice_area)((int64_t)b[0] - a[0]) * ((int64_t)c[1] - a[1]) -
           (twice_area)((int64_t)c[0] - a[0]) * ((int64_t)b[1] - a[1]);
}

static inline twice_area ring_area(const polygon *p, uint32_t ring) {
    twice_area sum = 0;
    const int32_t *first = p->positions + 2 * p->ring_offsets[ring];
    for (uint32_t i = p->ring_offsets[ring]; i + 1 < p->ring_offsets[ring + 1]; i++) {
        sum += cross(first, p->positions + 2 * i, p->positions + 2 * (i + 1));
    }
    return sum;
}

static inline twice_area polygon_area(const polygon *p) {
    twice_area area = 0;
    for (uint32_t ring = 0; ring < p->ring_count; ring++) {
        twice_area part = ring_area(p, ring);
        if (part < 0) part = -part;
        area += ring == 0 ? part : -part;
    }
    return area;
}

/* A directed edge, lower end first; `direction` is 1 or -1. */
typedef struct {
    uint64_t low, high;
    int32_t direction;
} edge;

typedef struct {
    edge *edges;
    uint32_t count;
} edge_list;

static inline uint64_t point_key(const int32_t *at) {
    return (uint64_t)(uint32_t)at[0] << 32 | (uint32_t)at[1];
}

static inline void add_edge(edge_list *list, const int32_t *from, const int32_t *to, int32_t direction) {
    uint64_t a = point_key(from);
    uint64_t b = point_key(to);
    if (a == b) return;
    list->edges[list->count++] = a < b ? (edge){a, b, direction} : (edge){b, a, -direction};
}

static inline int compare_edges(const void *first, const void *second) {
    const edge *a = first;
    const edge *b = second;
    if (a->low != b->low) return a->low < b->low ? -1 : 1;
    return (a->high > b->high) - (a->high < b->high);
}

/* Whether the edges cancel out. Sorts them. */
static inline bool edges_cancel(edge_list *list) {
    qsort(list->edges, list->count, sizeof(edge), compare_edges);
    int64_t sum = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        if (i > 0 && compare_edges(&list->edges[i], &list->edges[i - 1]) != 0) {
            if (sum != 0) return false;
        }
        sum += list->edges[i].direction;
    }
    return sum == 0;
}

/* Rings without area count for nothing, and all of them where the exterior has none. */
static inline void add_ring_edges(const polygon *p, edge_list *list) {
    for (uint32_t ring = 0; ring < p->ring_count; ring++) {
        twice_area area = ring_area(p, ring);
        if (area == 0 && ring == 0) return;
        if (area == 0) continue;
        int32_t direction = (area > 0) == (ring == 0) ? -1 : 1;
        for (uint32_t i = p->ring_offsets[ring]; i + 1 < p->ring_offsets[ring + 1]; i++) {
            add_edge(list, p->positions + 2 * i, p->positions + 2 * (i + 1), direction);
        }
    }
}

static inline verdict judge(const polygon *p, const uint32_t *numbers, uint32_t count, edge_list *list) {
    verdict result = {count / 3, count % 3 == 0, false, false, 0};
    if (result.triangles > most_triangles(p)) result.is_sound = false;
    twice_area area = 0;
    for (uint32_t i = 0; i + 2 < count; i += 3) {
        const int32_t *corner[3];
        for (int k = 0; k < 3; k++) {
            if (numbers[i + k] >= polygon_vertices(p)) {
                result.is_sound = false;
                return result;
            }
            corner[k] = p->positions + 2 * numbers[i + k];
        }
        twice_area part = cross(corner[0], corner[1], corner[2]);
        if (part < 0) result.is_sound = false;
        area += part;
        for (int k = 0; k < 3; k++)
            add_edge(list, corner[k], corner[(k + 1) % 3], 1);
    }
    add_ring_edges(p, list);
    twice_area expected = polygon_area(p);
    result.has_exact_area = area == expected;
    result.is_exact = result.is_sound && edges_cancel(list);
    double difference = (double)(area - expected);
    if (difference != 0)
        result.deviation = (difference < 0 ? -difference : difference) / (double)(expected ? expected : 1);
    if (result.deviation < 0) result.deviation = -result.deviation;
    return result;
}

/* Triangulates in memory of exactly the promised sizes. */
static inline verdict triangulate_polygon(const polygon *p) {
    uint32_t vertices = polygon_vertices(p);
    uint32_t most = most_triangles(p);
    void *workspace = take_memory(tw_triangulate_workspace(vertices, p->ring_count));
    uint32_t *triangles = take_memory(12ull * most);
    edge_list list = {take_memory(sizeof(edge) * (3ull * most + vertices)), 0};
    uint32_t count = tw_triangulate_polygon(p->positions, p->ring_offsets, p->ring_count, triangles, workspace);
    verdict result = judge(p, triangles, count, &list);
    give_memory_back(list.edges);
    give_memory_back(triangles);
    give_memory_back(workspace);
    return result;
}

/* Random numbers: the same on every run and machine. */
static uint64_t random_state;

static inline void seed_random(uint64_t seed) {
    random_state = seed * 0x9E3779B97F4A7C15u + 0xD1B54A32D192ED03u;
}

static inline uint32_t random_below(uint32_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 32) * limit >> 32);
}

#endif
