/* Random polygons with holes, which all have to be exact, and random rings of no sense, which have to end well.
 *
 *     TRIANGULATE_CASES=2000000 build/tests/gcc-scalar/triangulate_random
 *
 * runs so many of each kind; a quick number otherwise. A failure prints its seed: TRIANGULATE_SEED runs that one alone.
 */
#include "polygons.h"

static polygon shape;

/* ---- Regions of a bent grid: connected cells, their outline walked with the interior on the left. Holes touch each
 * other and the exterior in corners, edges are straight over several vertices, and nothing crosses: vertices move by
 * less than half a cell. */

enum { MOST_CELLS = 24 };

typedef struct {
    int width, height;
    bool cells[MOST_CELLS][MOST_CELLS];
    bool used[MOST_CELLS + 1][MOST_CELLS + 1][4]; /* edges walked, from each vertex in each direction */
    int32_t vertices[MOST_CELLS + 1][MOST_CELLS + 1][2];
} region;

static region grid;

static const int step_x[4] = {1, 0, -1, 0};
static const int step_y[4] = {0, 1, 0, -1};

static bool is_cell(int x, int y) {
    return x >= 0 && y >= 0 && x < grid.width && y < grid.height && grid.cells[y][x];
}

/* Whether the edge from a vertex in a direction has a cell on its left and none on its right. */
static bool is_edge(int x, int y, int direction) {
    switch (direction) {
    case 0:
        return is_cell(x, y) && !is_cell(x, y - 1);
    case 1:
        return is_cell(x - 1, y) && !is_cell(x, y);
    case 2:
        return is_cell(x - 1, y - 1) && !is_cell(x - 1, y);
    default:
        return is_cell(x, y - 1) && !is_cell(x - 1, y - 1);
    }
}

static bool is_free_edge(int x, int y, int direction) {
    return is_edge(x, y, direction) && !grid.used[y][x][direction];
}

/* A walk from cell to cell, which takes every cell that it enters; some walks set out again from old cells. */
static void grow_region(void) {
    memset(&grid, 0, sizeof grid);
    uint32_t most = random_below(40) == 0 ? MOST_CELLS : 8;
    grid.width = 1 + (int)random_below(most);
    grid.height = 1 + (int)random_below(most);
    int x = (int)random_below((uint32_t)grid.width);
    int y = (int)random_below((uint32_t)grid.height);
    grid.cells[y][x] = true;
    bool branches = random_below(2);
    uint32_t steps = 6 * random_below((uint32_t)(grid.width * grid.height) + 1);
    for (uint32_t i = 0; i < steps; i++) {
        int direction = (int)random_below(4);
        int next_x = x + step_x[direction];
        int next_y = y + step_y[direction];
        if (next_x < 0 || next_y < 0 || next_x >= grid.width || next_y >= grid.height) continue;
        x = next_x;
        y = next_y;
        grid.cells[y][x] = true;
        if (!branches || random_below(4) > 0) continue;
        int old_x = (int)random_below((uint32_t)grid.width);
        int old_y = (int)random_below((uint32_t)grid.height);
        if (!is_cell(old_x, old_y)) continue;
        x = old_x;
        y = old_y;
    }
}

/* Where the grid's vertices lie: moved by up to a quarter of a cell or not at all, sheared, small or as large as int32.
 */
static void place_vertices(void) {
    int32_t scale = random_below(3) == 0 ? 1 : 1 << random_below(27);
    uint32_t wander = random_below(3) == 0 ? 0 : (uint32_t)scale / 4;
    int32_t shear = scale < 1 << 20 ? (int32_t)random_below(5) - 2 : 0;
    bool extreme = scale > 1 << 25;
    for (int y = 0; y <= grid.height; y++) {
        for (int x = 0; x <= grid.width; x++) {
            int64_t at_x = (int64_t)x * scale + random_below(2 * wander + 1) - wander;
            int64_t at_y = (int64_t)y * scale + random_below(2 * wander + 1) - wander;
            at_x += shear * at_y;
            /* Up to 24 cells of 2^26 fill half the range; from its lower end on they reach across all of it when
             * doubled. */
            if (extreme) {
                at_x = 2 * at_x + (1 << 25) - INT64_C(1610612736);
                at_y = 2 * at_y + (1 << 25) - INT64_C(1610612736);
            }
            grid.vertices[y][x][0] = (int32_t)at_x;
            grid.vertices[y][x][1] = (int32_t)at_y;
        }
    }
}

/* Where two cells meet in a corner only, the outline may join them there or part them. */
static int turn_of_walk(int x, int y, int direction, uint32_t preference) {
    if (is_free_edge(x, y, direction)) return direction;
    int left = (direction + 1) & 3;
    int right = (direction + 3) & 3;
    bool goes_left = is_free_edge(x, y, left);
    bool goes_right = is_free_edge(x, y, right);
    if (goes_left && goes_right) return (preference == 2 ? random_below(2) : preference) ? left : right;
    return goes_left ? left : goes_right ? right : -1;
}

static void walk_ring(int x, int y, int direction, uint32_t preference, bool repeats) {
    begin_ring(&shape);
    while (direction >= 0) {
        grid.used[y][x][direction] = true;
        const int32_t *vertex = grid.vertices[y][x];
        add_vertex(&shape, vertex[0], vertex[1]);
        if (repeats && random_below(4) == 0) add_vertex(&shape, vertex[0], vertex[1]);
        x += step_x[direction];
        y += step_y[direction];
        direction = turn_of_walk(x, y, direction, preference);
    }
    close_ring(&shape);
}

/* Moves a ring to the front, and turns rings around and begins them elsewhere at random. */
static void shuffle_rings(uint32_t exterior) {
    static polygon shuffled;
    clear_polygon(&shuffled);
    for (uint32_t i = 0; i < shape.ring_count; i++) {
        uint32_t ring = i == 0 ? exterior : i <= exterior ? i - 1 : i;
        uint32_t first = shape.ring_offsets[ring];
        uint32_t count = shape.ring_offsets[ring + 1] - first - 1;
        uint32_t rotation = random_below(count);
        bool backwards = random_below(2);
        begin_ring(&shuffled);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t step = (k + rotation) % count;
            const int32_t *at = shape.positions + 2 * (first + (backwards ? count - 1 - step : step));
            add_vertex(&shuffled, at[0], at[1]);
        }
        close_ring(&shuffled);
    }
    /* Only what is used: the whole would be megabytes. */
    memcpy(shape.positions, shuffled.positions, 8 * (size_t)polygon_vertices(&shuffled));
    memcpy(shape.ring_offsets, shuffled.ring_offsets, 4 * ((size_t)shuffled.ring_count + 1));
}

/* False where the walk parted the region, so that it is no single polygon. */
static bool make_region(void) {
    grow_region();
    place_vertices();
    clear_polygon(&shape);
    uint32_t preference = random_below(3);
    bool repeats = random_below(8) == 0;
    for (int y = 0; y <= grid.height; y++) {
        for (int x = 0; x <= grid.width; x++) {
            for (int direction = 0; direction < 4; direction++) {
                if (is_free_edge(x, y, direction)) walk_ring(x, y, direction, preference, repeats);
            }
        }
    }
    uint32_t exteriors = 0;
    uint32_t exterior = 0;
    for (uint32_t ring = 0; ring < shape.ring_count; ring++) {
        if (ring_area(&shape, ring) <= 0) continue;
        exterior = ring;
        exteriors++;
    }
    if (exteriors != 1) return false;
    shuffle_rings(exterior);
    return true;
}

/* ---- Stars: vertices around a centre in the order of their angles, with holes of the same kind in wedges between
 * them. */

static int half_plane(const int32_t *at) {
    return at[1] < 0 || (at[1] == 0 && at[0] < 0);
}

static int compare_angles(const void *first, const void *second) {
    const int32_t *a = first;
    const int32_t *b = second;
    if (half_plane(a) != half_plane(b)) return half_plane(a) - half_plane(b);
    int64_t turn = (int64_t)a[0] * b[1] - (int64_t)b[0] * a[1];
    return (turn < 0) - (turn > 0);
}

static bool make_star(void) {
    int32_t points[64][2];
    uint32_t count = 3 + random_below(60);
    uint32_t size = 2 + random_below(random_below(2) ? 12 : 1000000);
    for (uint32_t i = 0; i < count; i++) {
        points[i][0] = (int32_t)random_below(2 * size + 1) - (int32_t)size;
        points[i][1] = (int32_t)random_below(2 * size + 1) - (int32_t)size;
    }
    qsort(points, count, sizeof points[0], compare_angles);
    clear_polygon(&shape);
    begin_ring(&shape);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (points[i][0] == 0 && points[i][1] == 0) continue;
        if (kept > 0 && compare_angles(points[kept - 1], points[i]) == 0) continue;
        points[kept][0] = points[i][0];
        points[kept++][1] = points[i][1];
    }
    for (uint32_t i = 0; i < kept; i++) {
        const int32_t *next = points[(i + 1) % kept];
        /* Every wedge is narrower than a half circle, so the star is simple and holds its centre. */
        if ((int64_t)points[i][0] * next[1] - (int64_t)next[0] * points[i][1] <= 0) return false;
        add_vertex(&shape, 8 * points[i][0], 8 * points[i][1]);
    }
    close_ring(&shape);
    /* A triangular hole with a corner in the centre in every third wedge: they touch each other there. */
    bool with_holes = random_below(2);
    for (uint32_t i = 0; with_holes && i < kept; i += 3) {
        const int32_t *a = points[i];
        const int32_t *b = points[(i + 1) % kept];
        begin_ring(&shape);
        add_vertex(&shape, 0, 0);
        add_vertex(&shape, 2 * a[0] + b[0], 2 * a[1] + b[1]);
        add_vertex(&shape, a[0] + 2 * b[0], a[1] + 2 * b[1]);
        close_ring(&shape);
    }
    shuffle_rings(0);
    return true;
}

/* ---- Rings of no sense: random vertices on a small grid cross, repeat and overlap in every way; on a large one they
 * mostly cross. */

static bool make_garbage(void) {
    clear_polygon(&shape);
    uint32_t rings = 1 + random_below(random_below(2) ? 1 : 6);
    uint32_t range = random_below(4);
    uint32_t size = range == 0 ? 3 : range == 1 ? 8 : range == 2 ? 4096 : UINT32_MAX;
    for (uint32_t ring = 0; ring < rings; ring++) {
        begin_ring(&shape);
        uint32_t count = random_below(random_below(4) ? 12 : 80);
        for (uint32_t i = 0; i < count; i++)
            add_vertex(&shape, (int32_t)random_below(size), (int32_t)random_below(size));
        if (count > 0) close_ring(&shape);
    }
    return true;
}

/* ---- */

static uint64_t cases(uint64_t usual) {
#ifdef __wasm__
    return usual / 20;
#else
    const char *more = getenv("TRIANGULATE_CASES");
    return more ? strtoull(more, NULL, 10) : usual;
#endif
}

static uint64_t first_seed(void) {
#ifdef __wasm__
    return 0;
#else
    const char *seed = getenv("TRIANGULATE_SEED");
    return seed ? strtoull(seed, NULL, 10) : 0;
#endif
}

static void print_shape(void) {
    for (uint32_t ring = 0; ring < shape.ring_count; ring++) {
        for (uint32_t i = shape.ring_offsets[ring]; i + 1 < shape.ring_offsets[ring + 1]; i++) {
            printf("%d %d, ", shape.positions[2 * i], shape.positions[2 * i + 1]);
        }
        printf("|\n");
    }
}

/* Judges so many shapes of a kind; returns how many were judged. */
static uint64_t judge_cases(const char *kind, bool (*make)(void), bool exact, uint64_t count) {
    uint64_t judged = 0;
    uint64_t start = first_seed();
    if (start) count = 1;
    for (uint64_t seed = start; seed < start + count; seed++) {
        seed_random(seed);
        if (!make()) continue;
        verdict result = triangulate_polygon(&shape);
        judged++;
        if (result.is_sound && (!exact || (result.is_exact && result.has_exact_area))) continue;
        CHECK(!"a verdict is wrong");
        printf("%s, seed %llu: %u triangles, deviation %g\n", kind, (unsigned long long)seed, result.triangles,
               result.deviation);
        if (polygon_vertices(&shape) < 60) print_shape();
        break;
    }
    return judged;
}

static void regions(void) {
    CHECK(judge_cases("region", make_region, true, cases(10000)) > 0 || first_seed());
}

static void stars(void) {
    CHECK(judge_cases("star", make_star, true, cases(10000)) > 0 || first_seed());
}

/* A polygon that crosses itself is swept upwards and sideways, and the better is kept: so swapping x and y changes
 * nothing. */
static void garbage_turned(void) {
    for (uint64_t seed = 1; seed <= cases(5000); seed++) {
        seed_random(seed);
        make_garbage();
        verdict upright = triangulate_polygon(&shape);
        for (uint32_t i = 0; i < polygon_vertices(&shape); i++) {
            int32_t x = shape.positions[2 * i];
            shape.positions[2 * i] = shape.positions[2 * i + 1];
            shape.positions[2 * i + 1] = x;
        }
        verdict sideways = triangulate_polygon(&shape);
        if (CHECK(upright.deviation == sideways.deviation)) continue;
        printf("seed %llu: %.17g and %.17g\n", (unsigned long long)seed, upright.deviation, sideways.deviation);
        print_shape();
        break;
    }
}

static void garbage(void) {
    CHECK(judge_cases("garbage", make_garbage, false, cases(20000)) > 0 || first_seed());
}

int main(void) {
    RUN(regions);
    RUN(stars);
    RUN(garbage);
    RUN(garbage_turned);
    return test_report();
}
