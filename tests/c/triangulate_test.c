/* Kinds of polygons that triangulations stumble over, each from every first vertex, with both windings, and in all
 * eight orientations of the plane. Rings are written as text: "0 0, 9 0, 9 9" is open, holes follow after '|'. */
#include "polygons.h"

static polygon shape;
static polygon turned;

static int32_t parse_number(const char **at) {
    while (**at == ' ' || **at == ',')
        (*at)++;
    return (int32_t)strtol(*at, (char **)at, 10);
}

/* Reads rings from text. */
static void parse(const char *text) {
    clear_polygon(&shape);
    begin_ring(&shape);
    while (*text) {
        int32_t x = parse_number(&text);
        int32_t y = parse_number(&text);
        add_vertex(&shape, x, y);
        while (*text == ' ')
            text++;
        if (*text != '|') continue;
        text++;
        close_ring(&shape);
        begin_ring(&shape);
    }
    close_ring(&shape);
}

/* One of eight orientations: bit 0 mirrors x, bit 1 mirrors y, bit 2 swaps them. -1 - x keeps the ends of int32 apart.
 */
static void orient(int32_t *at, int orientation) {
    int32_t x = orientation & 1 ? -1 - at[0] : at[0];
    int32_t y = orientation & 2 ? -1 - at[1] : at[1];
    at[0] = orientation & 4 ? y : x;
    at[1] = orientation & 4 ? x : y;
}

/* `shape` with every ring begun `rotation` vertices later, some of them (bits of `reversals`) backwards. */
static void turn_shape(uint32_t rotation, uint32_t reversals, int orientation) {
    clear_polygon(&turned);
    for (uint32_t ring = 0; ring < shape.ring_count; ring++) {
        uint32_t first = shape.ring_offsets[ring];
        uint32_t count = shape.ring_offsets[ring + 1] - first - 1;
        begin_ring(&turned);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t step = (i + rotation) % count;
            if (reversals >> (ring % 3) & 1) step = count - 1 - step;
            int32_t at[2] = {shape.positions[2 * (first + step)], shape.positions[2 * (first + step) + 1]};
            orient(at, orientation);
            add_vertex(&turned, at[0], at[1]);
        }
        close_ring(&turned);
    }
}

/* Whether the verdict holds for every way to write the shape down. */
static bool holds_all_ways(bool (*holds)(const verdict *)) {
    uint32_t vertices = polygon_vertices(&shape);
    uint32_t step = vertices > 64 ? vertices / 8 : 1;
    for (uint32_t rotation = 0; rotation < vertices; rotation += step) {
        for (uint32_t reversals = 0; reversals<8; reversals += vertices> 1000 ? 5 : 1) {
            for (int orientation = 0; orientation < 8; orientation++) {
                turn_shape(rotation, reversals, orientation);
                verdict result = triangulate_polygon(&turned);
                if (holds(&result)) continue;
                printf("rotation %u, reversals %u, orientation %d: %u triangles, deviation %g\n", rotation, reversals,
                       orientation, result.triangles, result.deviation);
                return false;
            }
        }
    }
    return true;
}

static bool is_exact(const verdict *result) {
    return result->is_exact && result->has_exact_area;
}

/* What may be asked of any rings. */
static bool is_sound(const verdict *result) {
    return result->is_sound;
}

static bool is_nothing(const verdict *result) {
    return result->triangles == 0;
}

static int exact(const char *text) {
    parse(text);
    return holds_all_ways(is_exact);
}

static int sound(const char *text) {
    parse(text);
    return holds_all_ways(is_sound);
}

static int nothing(const char *text) {
    parse(text);
    return holds_all_ways(is_nothing);
}

static void small_rings(void) {
    CHECK(exact("0 0, 5 0, 0 5"));
    CHECK(exact("0 0, 5 0, 5 5, 0 5"));
    CHECK(exact("0 0, 9 0, 3 3, 0 9"));                     /* a dart: one diagonal only */
    CHECK(exact("0 0, 6 0, 6 1, 1 1, 1 6, 0 6"));           /* L */
    CHECK(exact("0 0, 9 0, 9 3, 6 3, 6 9, 3 9, 3 3, 0 3")); /* T */
    CHECK(exact("0 0, 9 0, 9 9, 6 9, 6 3, 3 3, 3 9, 0 9")); /* U */
    CHECK(exact("0 0, 4 0, 4 4, 9 4, 9 6, 2 6, 2 2, 0 2")); /* Z */
    CHECK(exact("0 0, 7 1, 9 7, 5 9, -2 8, -4 3"));         /* convex */
    CHECK(exact("3 0, 6 0, 6 3, 9 3, 9 6, 6 6, 6 9, 3 9, 3 6, 0 6, 0 3, 3 3"));
    CHECK(exact("0 0, 10 1, 1 2, 10 3, 1 4, 10 5, 0 6")); /* teeth */
}

static void counts_of_small_rings(void) {
    parse("0 0, 5 0, 5 5, 0 5");
    CHECK_EQUAL(triangulate_polygon(&shape).triangles, 2);
    parse("0 0, 9 0, 9 9, 6 9, 6 3, 3 3, 3 9, 0 9");
    CHECK_EQUAL(triangulate_polygon(&shape).triangles, 6);
    parse("0 0, 9 0, 9 9, 0 9 | 3 3, 6 3, 6 6, 3 6");
    CHECK_EQUAL(triangulate_polygon(&shape).triangles, 8);
}

static void straight_and_repeated_vertices(void) {
    CHECK(exact("0 0, 2 0, 4 0, 6 0, 6 6, 0 6"));
    CHECK(exact("0 0, 2 0, 4 0, 6 0, 6 2, 6 4, 6 6, 3 6, 0 6, 0 3"));
    CHECK(exact("0 0, 3 3, 6 6, 3 8, 0 10, 0 5"));
    CHECK(exact("0 0, 0 0, 6 0, 6 6, 6 6, 6 6, 0 6, 0 0"));
    CHECK(exact("0 0, 0 0, 9 0, 9 0, 9 9, 9 9, 6 9, 6 9, 6 3, 6 3, 3 3, 3 3, 3 9, 3 9, 0 9, 0 9"));
    CHECK(exact("0 0, 4 0, 8 0, 8 4, 4 4, 4 8, 0 8, 0 4"));
    CHECK(exact("0 0, 1 0, 2 0, 3 0, 4 0, 4 1, 3 1, 2 1, 1 1, 0 1"));
}

static void spikes_and_bridges(void) {
    CHECK(exact("0 0, 9 0, 9 4, 15 4, 9 4, 9 9, 0 9")); /* out and back */
    CHECK(exact("0 0, 9 0, 9 4, 3 4, 9 4, 9 9, 0 9"));  /* in and back */
    CHECK(exact("0 0, 9 0, 9 4, 5 2, 9 4, 9 9, 0 9"));
    CHECK(exact("0 0, 9 0, 9 9, 5 9, 5 13, 5 20, 5 13, 5 9, 0 9"));
    CHECK(exact("0 0, 9 0, 9 9, 0 9, 0 3, 3 3, 3 6, 6 6, 6 3, 3 3, 0 3"));    /* a bridge to a hole */
    CHECK(exact("0 0, 9 0, 9 9, 0 9, 0 0, 3 3, 3 6, 6 6, 6 3, 3 3"));         /* from a corner */
    CHECK(exact("0 0, 20 0, 20 20, 0 20 | 10 2, 10 8, 6 14, 14 14, 10 8"));   /* a hole with a tail */
    CHECK(exact("0 0, 10 0, 10 10, 25 10, 27 3, 25 10, 40 10, 40 20, 0 20")); /* a second leg that is a spike */
    CHECK(exact("0 0, 10 1, 10 10, 25 11, 27 3, 25 11, 35 12, 36 2, 35 12, 39 9, 40 20, 0 20"));
    CHECK(exact("0 0, 20 0, 20 20, 0 20 | 2 2, 8 8, 14 9, 9 14, 8 8"));
    CHECK(exact("0 0, 9 0, 9 4, 12 4, 12 0, 20 0, 20 9, 12 9, 12 4, 9 4, 9 9, 0 9")); /* two squares on a string */
}

static void holes(void) {
    CHECK(exact("0 0, 9 0, 9 9, 0 9 | 3 3, 6 3, 6 6, 3 6"));
    CHECK(exact("0 0, 9 0, 9 9, 0 9 | 1 1, 4 1, 4 4, 1 4 | 5 5, 8 5, 8 8, 5 8"));
    CHECK(exact("0 0, 20 0, 20 20, 0 20 | 2 2, 8 2, 2 8 | 18 18, 18 12, 12 18 | 10 5, 15 10, 10 15, 5 10"));
    CHECK(exact("0 0, 30 0, 30 9, 0 9 | 3 3, 6 3, 6 6, 3 6 | 9 3, 12 3, 12 6, 9 6 | 15 3, 18 3, 18 6, 15 6 | 21 3, 24 "
                "3, 24 6, 21 6"));
    CHECK(exact("0 0, 20 0, 20 20, 0 20 | 4 4, 16 4, 16 16, 12 16, 12 8, 8 8, 8 16, 4 16")); /* a U in a square */
}

static void touching_rings(void) {
    CHECK(exact("0 0, 9 0, 9 9, 0 9 | 0 0, 6 3, 3 6"));                /* corner to corner */
    CHECK(exact("0 0, 9 0, 9 9, 0 9 | 0 4, 4 2, 4 6"));                /* corner to edge */
    CHECK(exact("0 0, 9 0, 9 9, 5 9, 5 4, 4 9, 0 9 | 5 4, 7 2, 3 2")); /* to a reflex corner */
    CHECK(exact("0 0, 20 0, 20 20, 0 20 | 5 5, 10 5, 10 10, 5 10 | 10 10, 15 10, 15 15, 10 15"));
    CHECK(
        exact("0 0, 20 0, 20 20, 0 20 | 4 10, 10 6, 10 14 | 10 10, 16 7, 16 13")); /* corner to edge of another hole */
    CHECK(exact(
        "0 0, 20 0, 20 20, 0 20 | 2 2, 10 10, 2 10 | 18 2, 10 10, 18 10 | 10 10, 12 18, 8 18")); /* three in a point */
    CHECK(exact("0 0, 30 0, 30 20, 0 20 | 5 10, 10 5, 15 10, 10 15 | 15 10, 20 5, 25 10, 20 15"));
    CHECK(exact("0 0, 8 0, 8 8, 0 8 | 0 2, 2 1, 2 3 | 0 6, 2 5, 2 7 | 8 4, 6 3, 6 5 | 4 0, 3 2, 5 2 | 4 8, 3 6, 5 6"));
    CHECK(exact("0 0, 8 0, 8 8, 0 8 | 0 0, 8 8, 0 8"));                           /* a hole that is half of it */
    CHECK(exact("0 0, 8 0, 8 8, 0 8 | 0 0, 8 0, 8 8, 0 8"));                      /* all of it */
    CHECK(exact("0 0, 8 0, 8 8, 0 8 | 2 0, 6 0, 6 4, 2 4"));                      /* a shared piece of an edge */
    CHECK(exact("0 0, 8 0, 8 8, 0 8 | 2 2, 4 2, 4 6, 2 6 | 4 2, 6 2, 6 6, 4 6")); /* a shared edge of holes */
}

static void self_touching_rings(void) {
    CHECK(exact("0 0, 4 4, 8 0, 8 8, 4 4, 0 8")); /* two triangles that meet in a point */
    CHECK(exact("0 0, 8 0, 4 4, 8 8, 0 8, 4 4"));
    CHECK(exact("0 0, 9 0, 9 9, 0 9, 0 5, 5 5, 4 3, 3 5, 0 5")); /* a hole that the ring walks around */
    CHECK(exact("0 0, 12 0, 12 12, 6 12, 6 8, 9 4, 3 4, 6 8, 6 12, 0 12"));
    CHECK(exact("0 0, 6 0, 6 6, 12 6, 12 12, 6 12, 6 6, 0 6"));
    CHECK(exact("4 0, 4 4, 8 4, 4 4, 4 8, 4 4, 0 4, 2 2"));
    /* Leaves around one point, some of them with a hole, so that their order there matters later. */
    CHECK(exact("0 0, 9 30, 3 30, 0 0, -3 30, -9 30"));
    CHECK(exact("0 0, 60 20, 60 30, 0 0, 30 60, 20 60, 0 0, -20 60, -30 60 | 25 54, 23 50, 26 57 | 54 22, 50 22, 54 24 "
                "| -25 54, -22 50, -24 56"));
}

static void rings_without_area(void) {
    CHECK(nothing("3 3, 3 3, 3 3"));
    CHECK(nothing("0 0, 4 0, 8 0, 2 0"));
    CHECK(nothing("0 0, 4 4, 8 8, 8 8, 2 2, 4 4"));
    CHECK(nothing("0 0, 4 4, 8 8, 4 4 | 1 1, 2 1, 1 2"));
    CHECK(nothing("0 0, 4 4, 8 8, 4 4 | 0 0, 9 9, 9 0, 0 5"));
    CHECK(nothing("0 0, 8 8, 8 0, 0 8 | 4 4, 5 4, 4 5, 3 5"));
    CHECK(nothing("0 0, 4 4"));
    CHECK(nothing("1 1"));
    CHECK(exact("0 0, 9 0, 9 9, 0 9 | 3 3, 6 6"));
    CHECK(exact("0 0, 9 0, 9 9, 0 9 | 3 3"));
    CHECK(exact("0 0, 9 0, 9 9, 0 9 | 3 3, 3 3, 3 3, 3 3 | 4 4, 6 6, 5 5 | 7 7, 8 7, 8 8"));
    CHECK(nothing("0 0, 8 8, 8 0, 0 8")); /* a bow tie with halves of one size */
}

static void crossing_rings(void) {
    CHECK(sound("0 0, 9 9, 9 0, 0 5"));
    CHECK(sound("0 3, 9 3, 2 9, 4 0, 7 9"));                   /* a pentagram winds twice around its middle */
    CHECK(sound("0 0, 9 0, 9 9, 0 9 | 5 5, 20 5, 20 8, 5 8")); /* a hole that leaves */
    CHECK(sound("0 0, 9 0, 9 9, 0 9 | 20 20, 25 20, 25 25"));  /* a hole elsewhere */
    CHECK(sound("3 3, 6 3, 6 6, 3 6 | 0 0, 9 0, 9 9, 0 9"));   /* a hole around */
    CHECK(sound("0 0, 9 0, 9 9, 0 9 | 2 2, 6 2, 6 6, 2 6 | 4 4, 8 4, 8 8, 4 8")); /* holes that overlap */
    CHECK(sound("0 0, 9 0, 9 9, 0 9 | 2 2, 6 2, 6 6, 2 6 | 2 2, 6 2, 6 6, 2 6"));
    CHECK(sound("0 0, 9 0, 9 9, 0 9, 0 0, 9 0, 9 9, 0 9")); /* walked twice */
    CHECK(sound("0 0, 10 0, 10 10, 5 -5, 0 10"));
    CHECK(sound("0 0, 100 0, 100 100, 0 100, 0 50, 120 51, 120 52, 0 51"));
}

/* Where most points of one place have the same y: the order of corners has to break the tie alike everywhere. */
static void level_edges(void) {
    clear_polygon(&shape);
    begin_ring(&shape);
    for (int32_t i = 0; i < 20; i++) {
        add_vertex(&shape, 2 * i, i % 2 ? 5 : 0);
        add_vertex(&shape, 2 * i + 1, i % 2 ? 5 : 0);
    }
    add_vertex(&shape, 39, 9);
    add_vertex(&shape, 0, 9);
    close_ring(&shape);
    CHECK(holds_all_ways(is_exact));
}

static void combs_and_spirals(void) {
    clear_polygon(&shape);
    begin_ring(&shape);
    for (int32_t i = 0; i < 40; i++)
        add_vertex(&shape, 3 * i, i % 2 ? 2 : 100 + i % 5);
    add_vertex(&shape, 117, 0);
    add_vertex(&shape, 0, 0);
    close_ring(&shape);
    CHECK(holds_all_ways(is_exact));

    /* A square spiral: out along its left wall, back along its right one. */
    static const int32_t along[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    enum { CORNERS = 48 };
    int32_t wall[CORNERS + 1][2] = {{0, 0}};
    for (int i = 0; i < CORNERS; i++) {
        wall[i + 1][0] = wall[i][0] + along[i % 4][0] * 4 * (1 + i / 2);
        wall[i + 1][1] = wall[i][1] + along[i % 4][1] * 4 * (1 + i / 2);
    }
    clear_polygon(&shape);
    begin_ring(&shape);
    for (int i = 1; i < CORNERS; i++)
        add_vertex(&shape, wall[i][0], wall[i][1]);
    for (int i = CORNERS - 1; i > 0; i--) {
        const int32_t *in = along[(i + 3) % 4];
        const int32_t *out = along[i % 4];
        add_vertex(&shape, wall[i][0] + in[1] + out[1], wall[i][1] - in[0] - out[0]);
    }
    close_ring(&shape);
    CHECK(holds_all_ways(is_exact));
}

static void ends_of_int32(void) {
    CHECK(exact("-2147483648 -2147483648, 2147483647 -2147483648, 2147483647 2147483647, -2147483648 2147483647"));
    CHECK(exact("-2147483648 -2147483648, 2147483647 -2147483648, 2147483647 2147483647, -2147483648 2147483647"
                "| -2147483648 -2147483648, 2147483646 2147483646, 2147483646 2147483647"));
    CHECK(exact("-2147483648 0, 2147483647 1, 2147483647 2147483647, 0 2, -2147483648 2147483647"));
    CHECK(exact("-2147483648 -2147483648, 2147483647 2147483647, 2147483646 2147483647")); /* a sliver */
    CHECK(exact("-2147483648 -2147483648, 2147483646 2147483647, 2147483647 2147483647, 0 -1, 1 -1"));
    CHECK(exact("-1073741824 -1073741824, 1073741823 -1073741824, 1073741823 1073741823, 0 0, -1073741824 1073741823"));
    CHECK(exact("1073741824 0, 1073741830 0, 1073741830 6, 1073741826 3, 1073741824 6"));
    CHECK(sound("-2147483648 -2147483648, 2147483647 2147483647, 2147483647 -2147483648, -2147483648 2147483646"));
}

/* Square holes in rows and columns. */
static void hole_grid(int32_t rows, int32_t size, int32_t gap) {
    int32_t end = rows * (size + gap);
    clear_polygon(&shape);
    begin_ring(&shape);
    add_vertex(&shape, -gap, -gap);
    add_vertex(&shape, end, -gap);
    add_vertex(&shape, end, end);
    add_vertex(&shape, -gap, end);
    close_ring(&shape);
    for (int32_t i = 0; i < rows * rows; i++) {
        int32_t x = i % rows * (size + gap);
        int32_t y = i / rows * (size + gap);
        begin_ring(&shape);
        add_vertex(&shape, x, y);
        add_vertex(&shape, x, y + size);
        add_vertex(&shape, x + size, y + size);
        add_vertex(&shape, x + size, y);
        close_ring(&shape);
    }
}

static void many_holes(void) {
    hole_grid(8, 3, 1);
    CHECK(holds_all_ways(is_exact));
#ifdef __wasm__
    hole_grid(30, 5, 2);
#else
    hole_grid(100, 5, 2);
#endif
    verdict result = triangulate_polygon(&shape);
    CHECK(is_exact(&result));
    /* A chain of holes, corner to corner. */
    parse("0 0, 40 0, 40 40, 0 40 | 2 2, 8 8, 2 8 | 8 8, 14 14, 8 14 | 14 14, 20 20, 14 20 | 20 20, 26 26, 20 26 | 26 "
          "26, 32 32, 26 32");
    CHECK(holds_all_ways(is_exact));
}

/* Every vertex a bottom or a top: the most that the workspace has to hold, in memory of exactly that size. */
static void workspace_of_zigzags(void) {
    for (int32_t teeth = 2; teeth < 40; teeth++) {
        clear_polygon(&shape);
        begin_ring(&shape);
        for (int32_t i = 0; i < teeth; i++) {
            add_vertex(&shape, 10 * i, i % 2 ? 0 : 50 + i);
            add_vertex(&shape, 10 * i + 5, i % 2 ? 40 : 100);
        }
        for (int32_t i = teeth - 1; i >= 0; i--)
            add_vertex(&shape, 10 * i + 3, i % 2 ? -30 : -90 - i);
        close_ring(&shape);
        verdict result = triangulate_polygon(&shape);
        CHECK(result.is_sound);
    }
}

static void open_rings(void) {
    static const int32_t positions[] = {0, 0, 9, 0, 9, 9, 0, 9, 3, 3, 3, 6, 6, 6, 6, 3};
    static const uint32_t ring_offsets[] = {0, 4, 8};
    uint32_t triangles[3 * 10];
    void *workspace = take_memory(tw_triangulate_workspace(8, 2));
    CHECK_EQUAL(tw_triangulate_polygon(positions, ring_offsets, 2, triangles, workspace), 24);
    CHECK_EQUAL(tw_triangulate_polygon(positions, ring_offsets, 1, triangles, workspace), 6);
    CHECK_EQUAL(tw_triangulate_polygon(positions, ring_offsets, 0, triangles, workspace), 0);
    give_memory_back(workspace);
}

/* Vertex numbers are those of the whole group, not of the polygon. */
static void numbers_of_a_later_polygon(void) {
    static const int32_t positions[] = {7, 7, 7, 7, 0, 0, 5, 0, 5, 5, 0, 5, 0, 0};
    static const uint32_t ring_offsets[] = {2, 7};
    uint32_t triangles[6];
    void *workspace = take_memory(tw_triangulate_workspace(5, 1));
    CHECK_EQUAL(tw_triangulate_polygon(positions, ring_offsets, 1, triangles, workspace), 6);
    for (int i = 0; i < 6; i++)
        CHECK(triangles[i] >= 2 && triangles[i] < 6);
    give_memory_back(workspace);
}

int main(void) {
    RUN(small_rings);
    RUN(counts_of_small_rings);
    RUN(straight_and_repeated_vertices);
    RUN(spikes_and_bridges);
    RUN(holes);
    RUN(touching_rings);
    RUN(self_touching_rings);
    RUN(rings_without_area);
    RUN(crossing_rings);
    RUN(level_edges);
    RUN(combs_and_spirals);
    RUN(ends_of_int32);
    RUN(many_holes);
    RUN(workspace_of_zigzags);
    RUN(open_rings);
    RUN(numbers_of_a_later_polygon);
    return test_report();
}
