/* Running sums against a plain sum in 64 bits: every count, every way to write, rings and their areas, both widths of
 * lanes, sums that leave 16 and 32 bits. */
#include "../../c-src/varint/deltas.h"
#include "test.h"

enum { MOST = 300, PARAMETERS = 2 * MOST + 3 + 8 };

static uint64_t random_state = 0x9E3779B97F4A7C15u;

static uint32_t random_below(uint32_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 32) * limit >> 32);
}

/* What must come out, one vertex after the other. */
typedef struct {
    int32_t vertices[2 * MOST];
    tw_bounds bounds;
    int32_t x, y;
    uint64_t area; /* modulo 2^64 */
    bool wrapped;
} plain_sum;

static int32_t plain_zigzag(uint32_t value) {
    return value % 2 == 0 ? (int32_t)(value / 2) : -(int32_t)(value / 2) - 1;
}

static int32_t plain_add(plain_sum *sum, int32_t a, int32_t b) {
    int64_t exact = (int64_t)a + b;
    if (exact < INT32_MIN || exact > INT32_MAX) sum->wrapped = true;
    return (int32_t)((exact + 0x180000000) % 0x100000000 - 0x80000000);
}

static void widen(tw_bounds *bounds, int32_t x, int32_t y) {
    if (x < bounds->min_x) bounds->min_x = x;
    if (y < bounds->min_y) bounds->min_y = y;
    if (x > bounds->max_x) bounds->max_x = x;
    if (y > bounds->max_y) bounds->max_y = y;
}

static void sum_plainly(const uint32_t *parameters, uint32_t count, plain_sum *sum) {
    for (uint32_t i = 0; i < count; i++) {
        sum->x = plain_add(sum, sum->x, plain_zigzag(parameters[2 * i]));
        sum->y = plain_add(sum, sum->y, plain_zigzag(parameters[2 * i + 1]));
        sum->vertices[2 * i] = sum->x;
        sum->vertices[2 * i + 1] = sum->y;
        widen(&sum->bounds, sum->x, sum->y);
    }
    for (uint32_t i = 0; i < count; i++) {
        const int32_t *a = sum->vertices + 2 * i;
        const int32_t *b = sum->vertices + 2 * ((i + 1) % count);
        sum->area += (uint64_t)((int64_t)a[0] * b[1]) - (uint64_t)((int64_t)b[0] * a[1]);
    }
}

static bool equal_bounds(tw_bounds a, tw_bounds b) {
    return a.min_x == b.min_x && a.min_y == b.min_y && a.max_x == b.max_x && a.max_y == b.max_y;
}

static const tw_bounds NO_BOUNDS = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};

static int32_t clamped(int32_t value) {
    return value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value;
}

static bool written_right(const plain_sum *plain, uint32_t count, uint32_t type, const void *positions) {
    for (uint32_t i = 0; i < 2 * count; i++) {
        int32_t vertex = plain->vertices[i];
        if (type == TW_WRITE_INT16 && ((const int16_t *)positions)[i] != clamped(vertex)) return false;
        if (type == TW_WRITE_INT32 && ((const int32_t *)positions)[i] != vertex) return false;
        if (type == TW_WRITE_FLOAT32 && ((const float *)positions)[i] != (float)vertex) return false;
    }
    return true;
}

/* The parameters as a reader has them: MoveTo's two, `gap` integers of other kinds, the rest. The eight that may be
 * read behind end where the buffer ends. Returns where MoveTo's lie. */
static void *lay_out(void *buffer, uint32_t lane_size, const uint32_t *parameters, uint32_t count, uint32_t gap) {
    memset(buffer, 0xA5, (size_t)PARAMETERS * lane_size);
    uint8_t *move = (uint8_t *)buffer + (size_t)(PARAMETERS - 8 - (2 * count + gap)) * lane_size;
    for (uint32_t i = 0; i < 2 * count; i++) {
        memcpy(move + (size_t)(i < 2 ? i : i + gap) * lane_size, &parameters[i], lane_size);
    }
    return move;
}

static uint32_t positions[2 * (MOST + TW_RUN_SLACK)];

/* Room that ends where it may no longer be written. */
static void *room_for(uint32_t count, uint32_t type) {
    uint32_t size = 2 * (count + TW_RUN_SLACK) * (type == TW_WRITE_INT16 ? 2 : 4);
    return (uint8_t *)positions + sizeof positions - size;
}

/* Draws in two features: first a few vertices to begin away from 0, 0, whose box is forgotten; then the run. */
static bool draws_32(const uint32_t *parameters, uint32_t count, uint32_t type, uint32_t split) {
    static uint32_t lanes[PARAMETERS];
    plain_sum plain = {.bounds = NO_BOUNDS};
    sum_plainly(parameters, count, &plain);
    const uint32_t *move = lay_out(lanes, 4, parameters, count, split % 4);
    const uint32_t *line = move + 2 + split % 4;
    tw_sum32 sum;
    tw_sum32_start(&sum);
    tw_sum32_begin_ring(&sum, move);
    void *to = room_for(count, type);
    if (split == 0 || split >= count) {
        tw_sum32_run(&sum, move, line, count, true, type, to);
    } else {
        uint32_t size = type == TW_WRITE_INT16 ? 4 : 8;
        const uint32_t *rest = line + 2 * (split - 1);
        tw_sum32_run(&sum, move, line, split, true, type, to);
        tw_sum32_run(&sum, rest, rest + 2, count - split, true, type, (uint8_t *)to + (size_t)split * size);
    }
    tw_bounds bounds;
    bool whole = tw_sum32_bounds(&sum, &bounds);
    tw_cursor cursor = tw_sum32_cursor(&sum);
    return written_right(&plain, count, type, to) && whole == !plain.wrapped && equal_bounds(bounds, plain.bounds) &&
           cursor.x == plain.x && cursor.y == plain.y &&
           (plain.wrapped || (uint64_t)tw_sum32_end_ring(&sum) == plain.area);
}

static bool deltas_to_int32_right(const uint32_t *parameters, uint32_t count) {
    plain_sum plain = {.bounds = {-5, 7, 11, 13}, .x = -77, .y = 99};
    sum_plainly(parameters, count, &plain);
    tw_cursor cursor = {-77, 99};
    tw_bounds bounds = {-5, 7, 11, 13};
    int32_t *to = room_for(count, TW_WRITE_INT32);
    int wrapped = tw_deltas_to_int32(parameters, count, to, &cursor, &bounds);
    return written_right(&plain, count, TW_WRITE_INT32, to) && wrapped == plain.wrapped &&
           equal_bounds(bounds, plain.bounds) && cursor.x == plain.x && cursor.y == plain.y;
}

#ifdef TW_SIMD
static bool in_16_bits(const tw_bounds *bounds) {
    return bounds->min_x >= -32767 && bounds->min_y >= -32767 && bounds->max_x <= 32766 && bounds->max_y <= 32766;
}

static bool draws_16(const uint32_t *parameters, uint32_t count, uint32_t type, uint32_t split) {
    static uint16_t lanes[PARAMETERS];
    plain_sum plain = {.bounds = NO_BOUNDS};
    sum_plainly(parameters, count, &plain);
    const uint16_t *move = lay_out(lanes, 2, parameters, count, split % 4);
    const uint16_t *line = move + 2 + split % 4;
    tw_sum16 sum;
    tw_sum16_start(&sum);
    tw_sum16_begin_ring(&sum, move);
    void *to = room_for(count, type);
    if (split == 0 || split >= count) {
        tw_sum16_run(&sum, move, line, count, true, type, to);
    } else {
        uint32_t size = type == TW_WRITE_INT16 ? 4 : 8;
        const uint16_t *rest = line + 2 * (split - 1);
        tw_sum16_run(&sum, move, line, split, true, type, to);
        tw_sum16_run(&sum, rest, rest + 2, count - split, true, type, (uint8_t *)to + (size_t)split * size);
    }
    tw_bounds bounds;
    bool whole = tw_sum16_bounds(&sum, &bounds);
    if (whole != in_16_bits(&plain.bounds)) return false;
    if (!whole) return true;
    tw_cursor cursor = tw_sum16_cursor(&sum);
    return written_right(&plain, count, type, to) && equal_bounds(bounds, plain.bounds) && cursor.x == plain.x &&
           cursor.y == plain.y && tw_sum16_end_ring(&sum) == (int64_t)plain.area;
}
#else
static bool draws_16(const uint32_t *parameters, uint32_t count, uint32_t type, uint32_t split) {
    (void)parameters;
    (void)count;
    (void)type;
    (void)split;
    return true;
}
#endif

/* Draws with parameters of up to `bits` bits, in every way to write. */
static bool draws_right(uint32_t count, uint32_t bits, uint32_t split) {
    uint32_t parameters[PARAMETERS] = {0};
    uint32_t mask = 0xFFFFFFFFu >> (32 - bits);
    for (uint32_t i = 0; i < 2 * count; i++)
        parameters[i] = (random_below(1u << 16) << 16 | random_below(1u << 16)) & mask;
    if (!deltas_to_int32_right(parameters, count)) return false;
    for (uint32_t type = TW_WRITE_INT16; type <= TW_WRITE_FLOAT32; type += 2) {
        if (!draws_32(parameters, count, type, split)) return false;
        if (bits <= 14 && !draws_16(parameters, count, type, split)) return false;
    }
    return true;
}

static void every_count(void) {
    for (uint32_t count = 1; count <= 40; count++) {
        for (uint32_t split = 0; split < count; split++) {
            CHECK(draws_right(count, 7, split));
            CHECK(draws_right(count, 14, split));
        }
    }
}

static void every_size_of_parameters(void) {
    for (uint32_t bits = 1; bits <= 32; bits++) {
        for (uint32_t i = 0; i < 200; i++)
            CHECK(draws_right(1 + random_below(MOST), bits, random_below(20)));
    }
}

/* One step beyond each end of the range, in each direction, at each vertex of a group. */
static void ends_of_16_bits(void) {
    static const int32_t ENDS[] = {32765, 32766, 32767, -32766, -32767, -32768, 40000, -40000};
    for (uint32_t end = 0; end < sizeof ENDS / sizeof *ENDS; end++) {
        for (uint32_t place = 5; place < 20; place++) {
            for (uint32_t axis = 0; axis < 2; axis++) {
                uint32_t parameters[PARAMETERS] = {0};
                /* In five steps to the end, one step back. */
                for (uint32_t i = 0; i < 6; i++) {
                    int32_t step = i < 4 ? ENDS[end] / 5 : i == 4 ? ENDS[end] - ENDS[end] / 5 * 4 : -ENDS[end] / 5;
                    parameters[2 * (place - 5 + i) + axis] = ((uint32_t)step << 1) ^ (step < 0 ? ~0u : 0u);
                }
                CHECK(draws_16(parameters, place + 4, TW_WRITE_INT32, 0));
                CHECK(draws_32(parameters, place + 4, TW_WRITE_INT32, 0));
            }
        }
    }
}

/* The greatest parameters that 16-bit lanes hold. */
static void steepest_steps(void) {
    static const uint32_t STEPS[] = {0x3FFF, 0x3FFE};
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t parameters[PARAMETERS] = {0};
        for (uint32_t count = 1; count <= 12; count++) {
            for (uint32_t k = 0; k < count; k++) {
                parameters[2 * k] = STEPS[i % 2];
                parameters[2 * k + 1] = STEPS[i / 2];
            }
            CHECK(draws_16(parameters, count, TW_WRITE_INT16, 0));
        }
    }
}

static void no_vertices(void) {
    tw_bounds bounds;
    tw_sum32 sum;
    tw_sum32_start(&sum);
    CHECK(tw_sum32_bounds(&sum, &bounds));
    CHECK(equal_bounds(bounds, NO_BOUNDS));
#ifdef TW_SIMD
    tw_sum16 narrow;
    tw_sum16_start(&narrow);
    CHECK(tw_sum16_bounds(&narrow, &bounds));
    CHECK(equal_bounds(bounds, NO_BOUNDS));
#endif
    tw_cursor cursor = {3, 4};
    bounds = NO_BOUNDS;
    CHECK_EQUAL(tw_deltas_to_int32(NULL, 0, NULL, &cursor, &bounds), 0);
    CHECK(cursor.x == 3 && cursor.y == 4 && equal_bounds(bounds, NO_BOUNDS));
}

static void forgets_what_is_not_wanted(void) {
    uint32_t parameters[PARAMETERS] = {2000, 3000, 20, 30, 1, 1};
    plain_sum plain = {.bounds = NO_BOUNDS, .x = 1010, .y = 1515};
    sum_plainly(parameters + 4, 1, &plain);
    tw_sum32 sum;
    tw_sum32_start(&sum);
    tw_sum32 before = sum;
    tw_sum32_run(&sum, parameters, parameters + 2, 2, false, TW_WRITE_INT32, positions);
    tw_sum32_forget(&sum, &before);
    tw_sum32_run(&sum, parameters + 4, parameters + 6, 1, false, TW_WRITE_INT32, positions);
    tw_bounds bounds;
    CHECK(tw_sum32_bounds(&sum, &bounds));
    CHECK(equal_bounds(bounds, plain.bounds));
}

int main(void) {
    RUN(every_count);
    RUN(every_size_of_parameters);
    RUN(ends_of_16_bits);
    RUN(steepest_steps);
    RUN(no_vertices);
    RUN(forgets_what_is_not_wanted);
    return test_report();
}
