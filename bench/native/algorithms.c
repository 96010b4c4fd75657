/* Two algorithms on the same polygons: the library's (a fan, or a sweep) and ear clipping, natively. Run by
 * bench/triangulate/algorithms.js, which interleaves them.
 *
 *     algorithms FILE CLOCK, on standard input: a line each, `pass ALGORITHM TIMES` or `check ALGORITHM`
 *
 * FILE has 32-bit numbers: how many polygons, rings and vertices, then polygon offsets, ring offsets, positions.
 * Answers a pass with its milliseconds and how many triangles there are, a check with how many polygons the triangles
 * miss. CLOCK is wall or cpu. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../c-src/triangulate/triangulate.h"
#include "common.h"
#include "ears.h"

typedef struct {
    uint32_t polygon_count, ring_count, vertex_count;
    const uint32_t *polygon_offsets, *ring_offsets;
    const int32_t *positions;
} polygons;

static uint32_t *triangles;
static void *workspace;

static uint32_t by_library(const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring_count) {
    return tw_triangulate_polygon(positions, ring_offsets, ring_count, triangles, workspace);
}

static uint32_t by_ears(const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring_count) {
    return ears_triangulate(positions, ring_offsets, ring_count, false, triangles, workspace);
}

static uint32_t by_hashed_ears(const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring_count) {
    return ears_triangulate(positions, ring_offsets, ring_count, true, triangles, workspace);
}

typedef uint32_t algorithm(const int32_t *positions, const uint32_t *ring_offsets, uint32_t ring_count);

static algorithm *find_algorithm(const char *name) {
    if (strcmp(name, "library") == 0) return by_library;
    if (strcmp(name, "ears") == 0) return by_ears;
    if (strcmp(name, "hashed-ears") == 0) return by_hashed_ears;
    bench_stop("no algorithm", name);
}

static const uint32_t *rings_of(const polygons *all, uint32_t polygon, uint32_t *count) {
    *count = all->polygon_offsets[polygon + 1] - all->polygon_offsets[polygon];
    return all->ring_offsets + all->polygon_offsets[polygon];
}

static polygons read_polygons(const char *path) {
    polygons all = {0};
    FILE *file = fopen(path, "rb");
    if (!file || fread(&all, sizeof(uint32_t), 3, file) != 3) bench_stop("cannot read", path);
    size_t count = (size_t)all.polygon_count + 1 + all.ring_count + 1 + 2 * (size_t)all.vertex_count;
    uint32_t *numbers = malloc(count * sizeof *numbers);
    if (!numbers || fread(numbers, sizeof *numbers, count, file) != count) bench_stop("cannot read", path);
    (void)fclose(file);
    all.polygon_offsets = numbers;
    all.ring_offsets = numbers + all.polygon_count + 1;
    all.positions = (const int32_t *)(all.ring_offsets + all.ring_count + 1);
    return all;
}

/* Room for the largest polygon by either algorithm. */
static void make_room(const polygons *all) {
    size_t work = 0, most = 0;
    for (uint32_t i = 0; i < all->polygon_count; i++) {
        uint32_t ring_count = 0;
        const uint32_t *rings = rings_of(all, i, &ring_count);
        uint32_t vertices = rings[ring_count] - rings[0];
        size_t sizes[2] = {(size_t)tw_triangulate_workspace(vertices, ring_count),
                           ears_workspace(vertices, ring_count)};
        for (int k = 0; k < 2; k++)
            if (sizes[k] > work) work = sizes[k];
        if (vertices + 2 * (size_t)ring_count > most) most = vertices + 2 * (size_t)ring_count;
    }
    workspace = malloc(work + 16);
    triangles = malloc(3 * most * sizeof *triangles + 16);
    if (!workspace || !triangles) bench_stop("no memory for", "the polygons");
}

static uint64_t run(const polygons *all, algorithm *triangulate) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < all->polygon_count; i++) {
        uint32_t ring_count = 0;
        const uint32_t *rings = rings_of(all, i, &ring_count);
        sum += triangulate(all->positions, rings, ring_count);
    }
    return sum / 3;
}

/* ---- areas ---------------------------------------------------------------------------------------------------- */

static int64_t x_of(const polygons *all, uint32_t vertex) {
    return all->positions[2 * (size_t)vertex];
}

static int64_t y_of(const polygons *all, uint32_t vertex) {
    return all->positions[2 * (size_t)vertex + 1];
}

/* Twice the area of a triangle; its sums fit while coordinates have 30 bits. */
static int64_t triangle_area(const polygons *all, uint32_t a, uint32_t b, uint32_t c) {
    int64_t x = x_of(all, a), y = y_of(all, a);
    return llabs((x_of(all, b) - x) * (y_of(all, c) - y) - (x_of(all, c) - x) * (y_of(all, b) - y));
}

static int64_t ring_area(const polygons *all, uint32_t start, uint32_t end) {
    int64_t sum = 0, x = x_of(all, start), y = y_of(all, start);
    for (uint32_t v = start; v + 1 < end; v++)
        sum += (x_of(all, v) - x) * (y_of(all, v + 1) - y) - (x_of(all, v + 1) - x) * (y_of(all, v) - y);
    return llabs(sum);
}

static uint32_t count_misses(const polygons *all, algorithm *triangulate) {
    uint32_t missed = 0;
    for (uint32_t i = 0; i < all->polygon_count; i++) {
        uint32_t ring_count = 0;
        const uint32_t *rings = rings_of(all, i, &ring_count);
        uint32_t length = triangulate(all->positions, rings, ring_count);
        int64_t left = ring_area(all, rings[0], rings[1]);
        for (uint32_t ring = 1; ring < ring_count; ring++)
            left -= ring_area(all, rings[ring], rings[ring + 1]);
        for (uint32_t k = 0; k < length; k += 3)
            left -= triangle_area(all, triangles[k], triangles[k + 1], triangles[k + 2]);
        missed += left != 0;
    }
    return missed;
}

static double milliseconds(clockid_t clock) {
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void answer(const polygons *all, const char *line, clockid_t clock) {
    char name[32] = "";
    long times = 0;
    if (sscanf(line, "check %31s", name) == 1) {
        printf("%u\n", count_misses(all, find_algorithm(name)));
    } else if (sscanf(line, "pass %31s %ld", name, &times) == 2 && times > 0) {
        algorithm *triangulate = find_algorithm(name);
        uint64_t count = 0;
        double start = milliseconds(clock);
        for (long i = 0; i < times; i++)
            count = run(all, triangulate);
        printf("%f %llu\n", (milliseconds(clock) - start) / (double)times, (unsigned long long)count);
    } else {
        bench_stop("not understood:", line);
    }
    (void)fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc != 3) bench_stop("usage:", "algorithms FILE CLOCK");
    clockid_t clock = strcmp(argv[2], "cpu") == 0 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
    polygons all = read_polygons(argv[1]);
    make_room(&all);
    char line[128];
    while (fgets(line, sizeof line, stdin))
        answer(&all, line, clock);
    return 0;
}
