/* Longitude and latitude against numbers of 320 bits, and what must hold between them wherever they lie. */
#include "../../c-src/read/mercator.h"
#include "test.h"

typedef struct {
    uint32_t extent, x, y, z;
    int32_t column, row;
    double longitude, longitude_missed; /* the nearest double, and what it misses in units of its last place */
    double latitude, latitude_missed;
} reference;

static const reference references[] = {
#include "mercator_reference.inc"
};
static const size_t reference_count = sizeof references / sizeof references[0];

/* The largest errors that mercator.h promises, in units in the last place. */
static const double longitude_bound = 0.5001, latitude_bound = 0.7;

static double longitude_at(const tw_mercator *mercator, int32_t column) {
    double place = column;
    tw_mercator_degrees(mercator, TW_LONGITUDE, &place, 1, 1);
    return place;
}

static double latitude_at(const tw_mercator *mercator, int32_t row) {
    double place = row;
    tw_mercator_degrees(mercator, TW_LATITUDE, &place, 1, 1);
    return place;
}

static uint64_t bits(double number) {
    uint64_t value;
    memcpy(&value, &number, sizeof value);
    return value;
}

/* The distance between a double and the next one away from 0. */
static double last_place(double number) {
    uint64_t next = bits(number) + 1;
    double after;
    memcpy(&after, &next, sizeof after);
    return after > number ? after - number : number - after;
}

static double error_in_last_place(double actual, double nearest, double missed) {
    if (nearest == 0) return actual == 0 ? 0 : 1e9;
    const double error = (actual - nearest) / last_place(nearest) - missed;
    return error < 0 ? -error : error;
}

static void check_reference(const reference *at, tw_mercator *mercator) {
    const double longitude = longitude_at(mercator, at->column);
    const double latitude = latitude_at(mercator, at->row);
    const double east = error_in_last_place(longitude, at->longitude, at->longitude_missed);
    const double north = error_in_last_place(latitude, at->latitude, at->latitude_missed);
    if (!CHECK(east <= longitude_bound) || !CHECK(north <= latitude_bound)) {
        printf("  extent %u, tile %u/%u/%u, vertex %d, %d: longitude %.17g is %.3f off, latitude %.17g %.3f\n",
               (unsigned)at->extent, (unsigned)at->z, (unsigned)at->x, (unsigned)at->y, (int)at->column, (int)at->row,
               longitude, east, latitude, north);
    }
}

static void equals_references(void) {
    for (size_t i = 0; i < reference_count; i++) {
        tw_mercator mercator;
        tw_mercator_begin(&mercator, references[i].extent, references[i].x, references[i].y, references[i].z);
        check_reference(&references[i], &mercator);
    }
    CHECK(reference_count > 300);
}

/* 180 * (2 * place - world) / world is a double in all of these, so it has to come out. */
static void longitudes_that_fit_are_exact(void) {
    for (uint32_t z = 0; z <= 32; z++) {
        tw_mercator mercator;
        tw_mercator_begin(&mercator, 4096, 0, 0, z);
        const double unit = 360.0 / 4096 / (double)(1ull << z); /* 45 * 2^k */
        for (int32_t column = -5000; column < 5000; column += 7) {
            CHECK(longitude_at(&mercator, column) == unit * column - 180);
        }
    }
}

static void equator_is_plus_zero(void) {
    for (uint32_t z = 1; z <= 32; z++) {
        tw_mercator mercator;
        tw_mercator_begin(&mercator, 4096, (1u << (z - 1)), (1u << (z - 1)), z);
        CHECK_EQUAL(bits(latitude_at(&mercator, 0)), 0);
        CHECK_EQUAL(bits(longitude_at(&mercator, 0)), 0);
        tw_mercator_begin(&mercator, 4096, 0, (1u << (z - 1)) - 1, z);
        CHECK_EQUAL(bits(latitude_at(&mercator, 4096)), 0);
    }
}

/* Row r of a tile and row extent - r of the tile mirrored at the equator. */
static void south_mirrors_north(void) {
    static const uint32_t extents[] = {1, 255, 4096, 2000000011};
    for (size_t i = 0; i < sizeof extents / sizeof extents[0]; i++) {
        const int64_t extent = extents[i];
        for (uint32_t z = 0; z <= 32; z++) {
            const uint64_t tiles = 1ull << z;
            const uint32_t y = (uint32_t)(tiles * 3 / 8);
            tw_mercator north, south;
            tw_mercator_begin(&north, extents[i], 0, y, z);
            tw_mercator_begin(&south, extents[i], 0, (uint32_t)(tiles - 1 - y), z);
            for (int64_t row = -700; row < 5000; row += 61) {
                const double above = latitude_at(&north, (int32_t)row);
                const double below = latitude_at(&south, (int32_t)(extent - row));
                CHECK(above == -below);
            }
            const double edge = latitude_at(&north, INT32_MAX);
            const int64_t mirrored = extent - INT32_MAX;
            CHECK(edge == -latitude_at(&south, (int32_t)mirrored));
        }
    }
}

static void latitudes_fall_from_row_to_row(void) {
    for (uint32_t z = 0; z <= 20; z += 4) {
        for (uint32_t part = 0; part < 8; part++) {
            tw_mercator mercator;
            tw_mercator_begin(&mercator, 4096, 0, (uint32_t)(((1ull << z) - 1) * part / 7), z);
            double before = latitude_at(&mercator, -513);
            double west = longitude_at(&mercator, -513);
            for (int32_t row = -512; row < 4608; row++) {
                const double latitude = latitude_at(&mercator, row), longitude = longitude_at(&mercator, row);
                if (!CHECK(latitude < before) || !CHECK(longitude > west)) return;
                before = latitude;
                west = longitude;
            }
        }
    }
}

/* Far beyond the world latitudes go on to the poles, and stay there. */
static void latitudes_end_at_the_poles(void) {
    tw_mercator mercator;
    tw_mercator_begin(&mercator, 4096, 0, 0, 0);
    double before = 0;
    for (int32_t row = 2048; row > -40000; row--) {
        const double latitude = latitude_at(&mercator, row);
        if (!CHECK(latitude >= before) || !CHECK(latitude <= 90)) return;
        before = latitude;
    }
    CHECK(before == 90);
    CHECK(latitude_at(&mercator, INT32_MIN) == 90);
    CHECK(latitude_at(&mercator, INT32_MAX) == -90);
    tw_mercator_begin(&mercator, 1, 0, 0, 0);
    CHECK(latitude_at(&mercator, INT32_MIN) == 90);
    CHECK(latitude_at(&mercator, INT32_MAX) == -90);
    CHECK(longitude_at(&mercator, INT32_MAX) == 360.0 * INT32_MAX - 180);
    CHECK(longitude_at(&mercator, INT32_MIN) == 360.0 * INT32_MIN - 180);
}

/* A vertex in the buffer of one tile is a vertex of its neighbour: the same bits, so that seams close. */
static void neighbours_agree(void) {
    static const uint32_t extents[] = {1, 3, 4096, 1000003, 2000000011};
    for (size_t i = 0; i < sizeof extents / sizeof extents[0]; i++) {
        const int64_t extent = extents[i];
        for (uint32_t z = 1; z <= 32; z++) {
            for (uint32_t part = 0; part < 9; part++) {
                const uint32_t tile = (uint32_t)(((1ull << z) - 2) * part / 8);
                tw_mercator one, next;
                tw_mercator_begin(&one, extents[i], tile, tile, z);
                tw_mercator_begin(&next, extents[i], tile + 1, tile + 1, z);
                for (int64_t place = extent - 40; place < extent + 40; place += 3) {
                    CHECK_EQUAL(bits(latitude_at(&one, (int32_t)place)),
                                bits(latitude_at(&next, (int32_t)(place - extent))));
                    CHECK_EQUAL(bits(longitude_at(&one, (int32_t)place)),
                                bits(longitude_at(&next, (int32_t)(place - extent))));
                }
            }
        }
    }
}

/* A tile of extent 8192 covers the same units as its four children of extent 4096, at zoom 0 too where units are
 * halved. */
static void zoom_levels_agree(void) {
    for (uint32_t z = 0; z < 32; z++) {
        const uint32_t tile = (uint32_t)(((1ull << z) - 1) * 3 / 5);
        tw_mercator parent, child;
        tw_mercator_begin(&parent, 8192, tile, tile, z);
        tw_mercator_begin(&child, 4096, 2 * tile + 1, 2 * tile + 1, z + 1);
        for (int32_t place = -4200; place < 4200; place += 29) {
            CHECK_EQUAL(bits(latitude_at(&parent, place + 4096)), bits(latitude_at(&child, place)));
            CHECK_EQUAL(bits(longitude_at(&parent, place + 4096)), bits(longitude_at(&child, place)));
        }
    }
}

/* One at a time or many at once, whatever lies next to them, beyond the poles too; what lies between them stays. */
static void runs_equal_single_numbers(void) {
    enum { COUNT = 41, MOST_STRIDE = 3 };
    tw_mercator mercator;
    tw_mercator_begin(&mercator, 4096, 1, 2, 2);
    for (uint32_t stride = 1; stride <= MOST_STRIDE; stride++) {
        for (uint32_t count = 0; count <= COUNT; count++) {
            double longitudes[(COUNT + 1) * MOST_STRIDE], latitudes[(COUNT + 1) * MOST_STRIDE];
            int32_t places[(COUNT + 1) * MOST_STRIDE];
            for (int32_t i = 0; i < (COUNT + 1) * MOST_STRIDE; i++) {
                places[i] = i % 5 == 4 ? i * 15000000 - 900000000 : i * 397 - 20000;
                longitudes[i] = latitudes[i] = places[i];
            }
            tw_mercator_degrees(&mercator, TW_LONGITUDE, longitudes, count, stride);
            tw_mercator_degrees(&mercator, TW_LATITUDE, latitudes, count, stride);
            for (uint32_t i = 0; i < (COUNT + 1) * MOST_STRIDE; i++) {
                const int in_run = i % stride == 0 && i / stride < count;
                const double longitude = in_run ? longitude_at(&mercator, places[i]) : places[i];
                const double latitude = in_run ? latitude_at(&mercator, places[i]) : places[i];
                CHECK_EQUAL(bits(longitudes[i]), bits(longitude));
                CHECK_EQUAL(bits(latitudes[i]), bits(latitude));
            }
        }
    }
}

/* The same numbers wherever this runs: natively with gcc and clang, in WebAssembly, with SIMD and without. */
static void bits_are_the_same_everywhere(void) {
    uint64_t state = 1, sum = 0;
    for (int i = 0; i < 40000; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const uint32_t z = (uint32_t)(state >> 33) % 33;
        const uint32_t extent = i % 2 ? 4096 : (uint32_t)(state >> 32) | 1;
        const uint32_t tile = (uint32_t)((state >> 20) % (1ull << z));
        const int32_t place = (int32_t)(state >> 40) >> (state >> 10) % 20;
        tw_mercator mercator;
        tw_mercator_begin(&mercator, extent, tile, tile, z);
        sum = sum * 31 + bits(latitude_at(&mercator, place));
        sum = sum * 31 + bits(longitude_at(&mercator, place));
    }
    CHECK_EQUAL(sum, -4600868016359141269);
}

int main(void) {
    RUN(equals_references);
    RUN(longitudes_that_fit_are_exact);
    RUN(equator_is_plus_zero);
    RUN(south_mirrors_north);
    RUN(latitudes_fall_from_row_to_row);
    RUN(latitudes_end_at_the_poles);
    RUN(neighbours_agree);
    RUN(zoom_levels_agree);
    RUN(runs_equal_single_numbers);
    RUN(bits_are_the_same_everywhere);
    return test_report();
}
