/* Positions converted in place, each number against the formula of positions.h worked out on its own. */
#include "../../c-src/read/positions.h"

#include "../../c-src/read/mercator.h"
#include "test.h"

enum { MOST_VERTICES = 300 };

/* Vertices of a test, before and after. */
typedef struct {
    int32_t before[2 * MOST_VERTICES];
    tw_bounds bounds;
    uint32_t count;
    uint8_t *after;
} vertices;

static uint64_t random_state = 7;

static uint32_t random32(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 32);
}

static int32_t random_between(int32_t least, int32_t most) {
    return (int32_t)(least + (int64_t)(random32() % ((uint64_t)((int64_t)most - least) + 1)));
}

static tw_bounds bounds_of(const int32_t *positions, uint32_t count) {
    tw_bounds bounds = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    for (uint32_t i = 0; i < count; i++) {
        const int32_t x = positions[2 * i], y = positions[2 * i + 1];
        if (x < bounds.min_x) bounds.min_x = x;
        if (x > bounds.max_x) bounds.max_x = x;
        if (y < bounds.min_y) bounds.min_y = y;
        if (y > bounds.max_y) bounds.max_y = y;
    }
    return bounds;
}

static size_t element_size(uint8_t type) {
    return type == TW_F64 ? 8 : type == TW_I16 ? 2 : 4;
}

/* Random vertices, the first ones the corners of what is allowed. */
static void scatter(vertices *all, uint32_t count, int32_t least, int32_t most) {
    all->count = count;
    for (uint32_t i = 0; i < 2 * count; i++) {
        all->before[i] = i < 4 ? (i % 3 ? most : least) : random_between(least, most);
    }
    all->bounds = bounds_of(all->before, count);
}

/* Converts a copy that has just the room it may use, so that the sanitizers see what is touched beyond. */
static void convert(vertices *all, const tw_position_format *format, int with_table) {
    const size_t wider = element_size(format->type) > 4 ? 8 : 4;
    const uint64_t scratch = tw_positions_scratch(format, all->bounds, all->count);
    CHECK(scratch <= 8ull * all->count);
    all->after = test_memory(wider * 2 * all->count);
    memcpy(all->after, all->before, 8 * (size_t)all->count);
    void *table = with_table ? test_memory((size_t)scratch) : NULL;
    tw_positions_convert(format, all->after, all->count, all->bounds, table);
}

static void check_int(const vertices *all, uint32_t element, size_t size) {
    int32_t value = 0;
    int16_t narrow;
    if (size == 2) {
        memcpy(&narrow, all->after + 2 * (size_t)element, sizeof narrow);
        value = narrow;
    } else {
        memcpy(&value, all->after + 4 * (size_t)element, sizeof value);
    }
    CHECK_EQUAL(value, all->before[element]);
}

/* The same bits, so that -0 and 0 differ. */
static void check_number(const vertices *all, uint32_t element, uint8_t type, double expected) {
    if (type == TW_F64) {
        CHECK_BYTES(all->after + 8 * (size_t)element, &expected, sizeof expected);
        return;
    }
    const float rounded = (float)expected;
    CHECK_BYTES(all->after + 4 * (size_t)element, &rounded, sizeof rounded);
}

static const uint32_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 63, 64, 65, 127, 128, 129, MOST_VERTICES};
static const size_t count_count = sizeof counts / sizeof counts[0];
static const uint8_t float_types[] = {TW_F32, TW_F64};

static vertices all;

static void integers_stay_as_they_are(void) {
    for (size_t i = 0; i < count_count; i++) {
        const tw_position_format narrow = {.type = TW_I16}, wide = {.type = TW_I32};
        scatter(&all, counts[i], -32767, 32766);
        convert(&all, &narrow, 0);
        for (uint32_t element = 0; element < 2 * counts[i]; element++)
            check_int(&all, element, 2);
        scatter(&all, counts[i], INT32_MIN, INT32_MAX);
        convert(&all, &wide, 0);
        for (uint32_t element = 0; element < 2 * counts[i]; element++)
            check_int(&all, element, 4);
    }
}

static void tile_units_become_floats(void) {
    for (size_t i = 0; i < 2 * count_count; i++) {
        const tw_position_format format = {.type = float_types[i % 2]};
        scatter(&all, counts[i / 2], INT32_MIN, INT32_MAX);
        convert(&all, &format, 0);
        for (uint32_t element = 0; element < 2 * all.count; element++)
            check_number(&all, element, format.type, all.before[element]);
    }
}

/* float32 is rounded from the integer at once: 16777217 lies between two floats and goes to the even one. */
static void floats_are_rounded_to_nearest(void) {
    const tw_position_format format = {.type = TW_F32};
    static const int32_t before[] = {16777217, 16777219, -16777217, 33554433, 33554435, 2147483647, 0, -1};
    static const float expected[] = {16777216, 16777220, -16777216, 33554432, 33554436, 2147483648.0f, 0, -1};
    all.count = 4;
    memcpy(all.before, before, sizeof before);
    all.bounds = bounds_of(before, 4);
    convert(&all, &format, 0);
    CHECK_BYTES(all.after, expected, sizeof expected);
}

static void unit_coordinates_divide_by_the_extent(void) {
    static const uint32_t extents[] = {4096, 1, 3, 49, 4095, 16777217, 4294967295u};
    for (size_t i = 0; i < 2 * count_count; i++) {
        for (size_t e = 0; e < sizeof extents / sizeof extents[0]; e++) {
            const tw_position_format format = {
                .type = float_types[i % 2], .coordinates = TW_COORDINATES_UNIT, .extent = extents[e]};
            const int everywhere = e % 2;
            scatter(&all, counts[i / 2], everywhere ? INT32_MIN : -200, everywhere ? INT32_MAX : 4300);
            convert(&all, &format, 0);
            for (uint32_t element = 0; element < 2 * all.count; element++)
                check_number(&all, element, format.type, all.before[element] / (double)extents[e]);
        }
    }
}

/* A product with the reciprocal would miss these: 49 * (1.0 / 49) < 1. */
static void unit_coordinates_are_true_quotients(void) {
    const tw_position_format format = {.type = TW_F64, .coordinates = TW_COORDINATES_UNIT, .extent = 49};
    static const int32_t before[] = {49, 98, 103, -49};
    static const double expected[] = {1, 2, 103.0 / 49, -1};
    all.count = 2;
    memcpy(all.before, before, sizeof before);
    all.bounds = bounds_of(before, 2);
    convert(&all, &format, 0);
    CHECK_BYTES(all.after, expected, sizeof expected);
}

static void affine_maps_scale_then_shift(void) {
    for (size_t i = 0; i < 2 * count_count; i++) {
        const tw_position_format format = {.type = float_types[i % 2],
                                           .coordinates = TW_COORDINATES_AFFINE,
                                           .extent = i % 3 ? 4096 : 1000,
                                           .scale = {512.1, -0.3},
                                           .offset = {1e6 + 0.1, -7.7}};
        scatter(&all, counts[i / 2], -200, 70000);
        convert(&all, &format, 0);
        for (uint32_t element = 0; element < 2 * all.count; element++) {
            /* volatile: each step is rounded on its own, whatever the compiler would like to fuse. */
            const volatile double unit = all.before[element] / (double)format.extent;
            const volatile double scaled = unit * format.scale[element % 2];
            check_number(&all, element, format.type, scaled + format.offset[element % 2]);
        }
    }
}

static void check_degrees(const tw_position_format *format) {
    tw_mercator mercator;
    tw_mercator_begin(&mercator, format->extent, format->x, format->y, format->z);
    for (uint32_t vertex = 0; vertex < all.count; vertex++) {
        double longitude = all.before[2 * vertex], latitude = all.before[2 * vertex + 1];
        tw_mercator_degrees(&mercator, TW_LONGITUDE, &longitude, 1, 1);
        tw_mercator_degrees(&mercator, TW_LATITUDE, &latitude, 1, 1);
        check_number(&all, 2 * vertex, format->type, longitude);
        check_number(&all, 2 * vertex + 1, format->type, latitude);
    }
}

static void degrees_are_the_same_with_and_without_a_table(void) {
    for (size_t i = 0; i < 2 * count_count; i++) {
        const tw_position_format format = {
            .type = float_types[i % 2], .coordinates = TW_COORDINATES_DEGREES, .extent = 4096, .x = 5, .y = 3, .z = 3};
        scatter(&all, counts[i / 2], 4000, 4000 + (int32_t)(random32() % (counts[i / 2] + 1)));
        const int64_t rows = all.count > 0 ? (int64_t)all.bounds.max_y - all.bounds.min_y + 1 : 0;
        CHECK_EQUAL(tw_positions_scratch(&format, all.bounds, all.count), rows < all.count ? 8 * rows : 0);
        convert(&all, &format, 1);
        check_degrees(&format);
        convert(&all, &format, 0);
        check_degrees(&format);
    }
}

static void degrees_of_vertices_anywhere(void) {
    for (size_t i = 0; i < 2 * count_count; i++) {
        const tw_position_format format = {.type = float_types[i % 2],
                                           .coordinates = TW_COORDINATES_DEGREES,
                                           .extent = i % 3 ? 4096 : 4294967295u,
                                           .z = (uint32_t)i % 2 * 32};
        scatter(&all, counts[i / 2], INT32_MIN, INT32_MAX);
        CHECK_EQUAL(tw_positions_scratch(&format, all.bounds, all.count), 0);
        convert(&all, &format, 1);
        check_degrees(&format);
    }
}

/* A table is for many vertices on few rows, and for latitudes only. */
static void tables_are_wanted_where_they_pay(void) {
    tw_position_format format = {.type = TW_F64, .coordinates = TW_COORDINATES_DEGREES, .extent = 4096};
    const tw_bounds rows = {0, -10, 0, 89}, every = {0, INT32_MIN, 0, INT32_MAX};
    const tw_bounds nothing = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    CHECK_EQUAL(tw_positions_scratch(&format, rows, 101), 800);
    CHECK_EQUAL(tw_positions_scratch(&format, rows, 100), 0);
    CHECK_EQUAL(tw_positions_scratch(&format, every, UINT32_MAX), 0);
    CHECK_EQUAL(tw_positions_scratch(&format, nothing, 0), 0);
    format.coordinates = TW_COORDINATES_UNIT;
    CHECK_EQUAL(tw_positions_scratch(&format, rows, 100), 0);
}

int main(void) {
    RUN(integers_stay_as_they_are);
    RUN(tile_units_become_floats);
    RUN(floats_are_rounded_to_nearest);
    RUN(unit_coordinates_divide_by_the_extent);
    RUN(unit_coordinates_are_true_quotients);
    RUN(affine_maps_scale_then_shift);
    RUN(degrees_are_the_same_with_and_without_a_table);
    RUN(degrees_of_vertices_anywhere);
    RUN(tables_are_wanted_where_they_pay);
    return test_report();
}
