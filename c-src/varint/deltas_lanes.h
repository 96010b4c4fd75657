/* Groups of vertices for deltas_template.h: tw_fours of four vertices in 16-bit lanes, tw_twos of two in 32-bit lanes,
 * and, without SIMD, tw_ones of one. Included by deltas.h only.
 *
 * Each has the same functions; what they do is said at the first group. */

#ifdef TW_SIMD

/* ---- four vertices: x, y, x, y, x, y, x, y in 16 bits ------------------------------------------------------- */

/* From 16 - n bytes on: a mask of the first n bytes, n up to 16. Loading it takes less than making it of a count. */
static const uint32_t tw_keep_masks[8] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, 0, 0, 0, 0};

/* The first `size` bytes, and zeros. */
static inline v128_t tw_keep_bytes(v128_t group, uint32_t size) {
    return wasm_v128_and(group, wasm_v128_load((const uint8_t *)tw_keep_masks + 16 - size));
}

typedef v128_t tw_fours;
typedef uint16_t tw_four_lane;
typedef v128_t tw_four_area; /* two sums in 64 bits, to be added up */
enum { tw_four_vertices = 4, tw_four_least = INT16_MIN, tw_four_greatest = INT16_MAX };

static inline v128_t tw_four_all(int32_t value) {
    return wasm_i16x8_splat((int16_t)value);
}

/* The two parameters at `from`, in every vertex. */
static inline v128_t tw_four_repeat(const uint16_t *from) {
    return wasm_v128_load32_splat(from);
}

static inline v128_t tw_four_load(const uint16_t *from) {
    return wasm_v128_load(from);
}

/* A group whose first vertex comes from elsewhere. */
static inline v128_t tw_four_load_after(const uint16_t *first, const uint16_t *from) {
    return wasm_v128_load32_lane(first, wasm_v128_load(from), 0);
}

/* The first `count` vertices of a group, and zeros. */
static inline v128_t tw_four_keep(v128_t group, uint32_t count) {
    return tw_keep_bytes(group, 4 * count);
}

static inline v128_t tw_four_zigzag(v128_t parameters) {
    return tw_zigzag_i16x8(parameters);
}

/* Every vertex plus all before it. Four deltas of 14 zigzag bits, -8192..8191, cannot leave 16 bits. */
static inline v128_t tw_four_sums(v128_t deltas) {
    /* Shuffles whose bytes go on from one operand into the other are one instruction in engines, hence 3 and not 0. */
    v128_t none = wasm_i16x8_splat(0);
    v128_t pairs = wasm_i16x8_add(deltas, wasm_i32x4_shuffle(none, deltas, 3, 4, 5, 6));
    return wasm_i16x8_add(pairs, wasm_i32x4_shuffle(none, pairs, 0, 1, 4, 5));
}

/* Saturating: what would leave the range stays at its end, where tw_four_box sees it. */
static inline v128_t tw_four_add(v128_t a, v128_t b) {
    return wasm_i16x8_add_sat(a, b);
}

static inline v128_t tw_four_note_wrap(v128_t noted, v128_t at, v128_t deltas, v128_t vertices) {
    (void)at;
    (void)deltas;
    (void)vertices;
    return noted;
}

/* The vertex before each one: the last of the group before, then all but the last. */
static inline v128_t tw_four_previous(v128_t before, v128_t group) {
    return wasm_i32x4_shuffle(before, group, 3, 4, 5, 6);
}

static inline v128_t tw_four_no_area(void) {
    return wasm_i64x2_splat(0);
}

/* x, y to y, -x. */
static inline v128_t tw_four_turn(v128_t group) {
    v128_t odd = wasm_i32x4_splat((int32_t)0xFFFF0000);
    v128_t swapped = wasm_i16x8_shuffle(group, group, 1, 0, 3, 2, 5, 4, 7, 6);
    return wasm_i16x8_sub(wasm_v128_xor(swapped, odd), odd);
}

/* Adds the cross product of each vertex and the step to the next: below 2^29 each, so a pair fits 32 bits. */
static inline v128_t tw_four_add_area(v128_t area, v128_t previous, v128_t deltas) {
    v128_t crosses = wasm_i32x4_dot_i16x8(previous, tw_four_turn(deltas));
    v128_t pairs = wasm_i32x4_add(crosses, wasm_i32x4_shuffle(crosses, crosses, 2, 3, 0, 1));
    return wasm_i64x2_add(area, wasm_i64x2_extend_low_i32x4(pairs));
}

/* All of the area, with the edge from `last` to `first`. */
static inline int64_t tw_four_whole_area(v128_t area, v128_t last, v128_t first) {
    int32_t closing = wasm_i32x4_extract_lane(wasm_i32x4_dot_i16x8(last, tw_four_turn(first)), 0);
    return wasm_i64x2_extract_lane(area, 0) + wasm_i64x2_extract_lane(area, 1) + closing;
}

/* Writes a group as TW_WRITE_* says. */
static inline void tw_four_write(v128_t group, uint32_t type, void *to) {
    if (type == TW_WRITE_INT16) {
        wasm_v128_store(to, group);
        return;
    }
    v128_t low = wasm_i32x4_extend_low_i16x8(group);
    v128_t high = wasm_i32x4_extend_high_i16x8(group);
    if (type == TW_WRITE_FLOAT32) {
        low = wasm_f32x4_convert_i32x4(low);
        high = wasm_f32x4_convert_i32x4(high);
    }
    wasm_v128_store(to, low);
    wasm_v128_store((uint8_t *)to + 16, high);
}

static inline v128_t tw_four_min(v128_t a, v128_t b) {
    return wasm_i16x8_min(a, b);
}

static inline v128_t tw_four_max(v128_t a, v128_t b) {
    return wasm_i16x8_max(a, b);
}

/* The last vertex, in every vertex. */
static inline v128_t tw_four_last(v128_t group) {
    return wasm_i32x4_shuffle(group, group, 3, 3, 3, 3);
}

static inline tw_cursor tw_four_vertex(v128_t group) {
    return (tw_cursor){wasm_i16x8_extract_lane(group, 0), wasm_i16x8_extract_lane(group, 1)};
}

/* The box of all vertices; false when one left the range. */
static inline bool tw_four_box(v128_t low, v128_t high, v128_t wrapped, tw_bounds *bounds) {
    (void)wrapped;
    low = wasm_i16x8_min(low, wasm_i32x4_shuffle(low, low, 2, 3, 0, 1));
    low = wasm_i16x8_min(low, wasm_i32x4_shuffle(low, low, 1, 0, 3, 2));
    high = wasm_i16x8_max(high, wasm_i32x4_shuffle(high, high, 2, 3, 0, 1));
    high = wasm_i16x8_max(high, wasm_i32x4_shuffle(high, high, 1, 0, 3, 2));
    bounds->min_x = wasm_i16x8_extract_lane(low, 0);
    bounds->min_y = wasm_i16x8_extract_lane(low, 1);
    bounds->max_x = wasm_i16x8_extract_lane(high, 0);
    bounds->max_y = wasm_i16x8_extract_lane(high, 1);
    if (bounds->min_x > bounds->max_x) {
        *bounds = (tw_bounds){INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
        return true;
    }
    return bounds->min_x > INT16_MIN && bounds->min_y > INT16_MIN && bounds->max_x < INT16_MAX &&
           bounds->max_y < INT16_MAX;
}

/* ---- two vertices: x, y, x, y in 32 bits -------------------------------------------------------------------- */

typedef v128_t tw_twos;
typedef uint32_t tw_two_lane;
typedef v128_t tw_two_area; /* sum of x * step y, sum of y * step x */
enum { tw_two_vertices = 2, tw_two_least = INT32_MIN, tw_two_greatest = INT32_MAX };

static inline v128_t tw_two_all(int32_t value) {
    return wasm_i32x4_splat(value);
}

static inline v128_t tw_two_repeat(const uint32_t *from) {
    return wasm_v128_load64_splat(from);
}

static inline v128_t tw_two_load(const uint32_t *from) {
    return wasm_v128_load(from);
}

static inline v128_t tw_two_load_after(const uint32_t *first, const uint32_t *from) {
    return wasm_v128_load64_lane(first, wasm_v128_load(from), 0);
}

static inline v128_t tw_two_keep(v128_t group, uint32_t count) {
    return tw_keep_bytes(group, 8 * count);
}

static inline v128_t tw_two_zigzag(v128_t parameters) {
    return tw_zigzag_i32x4(parameters);
}

static inline v128_t tw_two_sums(v128_t deltas) {
    return wasm_i32x4_add(deltas, wasm_i32x4_shuffle(wasm_i32x4_splat(0), deltas, 0, 1, 4, 5));
}

static inline v128_t tw_two_add(v128_t a, v128_t b) {
    return wasm_i32x4_add(a, b);
}

static inline v128_t tw_two_previous(v128_t before, v128_t group) {
    return wasm_i32x4_shuffle(before, group, 2, 3, 4, 5);
}

/* A sum wrapped where both of its terms have the sign that it has not. */
static inline v128_t tw_two_note_wrap(v128_t noted, v128_t at, v128_t deltas, v128_t vertices) {
    v128_t terms = tw_two_previous(at, vertices);
    v128_t wrapped = wasm_v128_and(wasm_v128_xor(terms, vertices), wasm_v128_xor(deltas, vertices));
    return wasm_v128_or(noted, wrapped);
}

static inline v128_t tw_two_no_area(void) {
    return wasm_i64x2_splat(0);
}

static inline v128_t tw_two_add_area(v128_t area, v128_t previous, v128_t deltas) {
    v128_t swapped = wasm_i32x4_shuffle(deltas, deltas, 1, 0, 3, 2);
    area = wasm_i64x2_add(area, wasm_i64x2_extmul_low_i32x4(previous, swapped));
    return wasm_i64x2_add(area, wasm_i64x2_extmul_high_i32x4(previous, swapped));
}

static inline int64_t tw_two_whole_area(v128_t area, v128_t last, v128_t first) {
    v128_t swapped = wasm_i32x4_shuffle(first, first, 1, 0, 3, 2);
    area = wasm_i64x2_add(area, wasm_i64x2_extmul_low_i32x4(last, swapped));
    return wasm_i64x2_extract_lane(wasm_i64x2_sub(area, wasm_i64x2_shuffle(area, area, 1, 0)), 0);
}

static inline void tw_two_write(v128_t group, uint32_t type, void *to) {
    if (type == TW_WRITE_INT16) {
        wasm_v128_store64_lane(to, wasm_i16x8_narrow_i32x4(group, group), 0);
        return;
    }
    wasm_v128_store(to, type == TW_WRITE_FLOAT32 ? wasm_f32x4_convert_i32x4(group) : group);
}

static inline v128_t tw_two_min(v128_t a, v128_t b) {
    return wasm_i32x4_min(a, b);
}

static inline v128_t tw_two_max(v128_t a, v128_t b) {
    return wasm_i32x4_max(a, b);
}

static inline v128_t tw_two_last(v128_t group) {
    return wasm_i32x4_shuffle(group, group, 2, 3, 2, 3);
}

static inline tw_cursor tw_two_vertex(v128_t group) {
    return (tw_cursor){wasm_i32x4_extract_lane(group, 0), wasm_i32x4_extract_lane(group, 1)};
}

static inline bool tw_two_box(v128_t low, v128_t high, v128_t wrapped, tw_bounds *bounds) {
    low = wasm_i32x4_min(low, wasm_i32x4_shuffle(low, low, 2, 3, 0, 1));
    high = wasm_i32x4_max(high, wasm_i32x4_shuffle(high, high, 2, 3, 0, 1));
    wasm_v128_store(bounds, wasm_i32x4_shuffle(low, high, 0, 1, 4, 5));
    return wasm_i32x4_bitmask(wrapped) == 0;
}

#else

/* ---- one vertex, without SIMD ------------------------------------------------------------------------------- */

typedef tw_cursor tw_ones;
typedef uint32_t tw_one_lane;
typedef uint64_t tw_one_area;
enum { tw_one_vertices = 1, tw_one_least = INT32_MIN, tw_one_greatest = INT32_MAX };

static inline tw_cursor tw_one_all(int32_t value) {
    return (tw_cursor){value, value};
}

static inline tw_cursor tw_one_load(const uint32_t *from) {
    return (tw_cursor){(int32_t)from[0], (int32_t)from[1]};
}

static inline tw_cursor tw_one_repeat(const uint32_t *from) {
    return tw_one_load(from);
}

static inline tw_cursor tw_one_load_after(const uint32_t *first, const uint32_t *from) {
    (void)from;
    return tw_one_load(first);
}

static inline tw_cursor tw_one_keep(tw_cursor vertex, uint32_t count) {
    (void)count;
    return vertex;
}

static inline tw_cursor tw_one_zigzag(tw_cursor parameters) {
    return (tw_cursor){tw_zigzag32((uint32_t)parameters.x), tw_zigzag32((uint32_t)parameters.y)};
}

static inline tw_cursor tw_one_sums(tw_cursor delta) {
    return delta;
}

static inline tw_cursor tw_one_add(tw_cursor a, tw_cursor b) {
    return (tw_cursor){(int32_t)((uint32_t)a.x + (uint32_t)b.x), (int32_t)((uint32_t)a.y + (uint32_t)b.y)};
}

static inline tw_cursor tw_one_note_wrap(tw_cursor noted, tw_cursor at, tw_cursor delta, tw_cursor vertex) {
    noted.x |= (at.x ^ vertex.x) & (delta.x ^ vertex.x);
    noted.y |= (at.y ^ vertex.y) & (delta.y ^ vertex.y);
    return noted;
}

static inline tw_cursor tw_one_previous(tw_cursor before, tw_cursor vertex) {
    (void)vertex;
    return before;
}

static inline uint64_t tw_one_no_area(void) {
    return 0;
}

static inline uint64_t tw_one_add_area(uint64_t area, tw_cursor previous, tw_cursor delta) {
    return area + (uint64_t)((int64_t)previous.x * delta.y) - (uint64_t)((int64_t)previous.y * delta.x);
}

static inline int64_t tw_one_whole_area(uint64_t area, tw_cursor last, tw_cursor first) {
    return (int64_t)tw_one_add_area(area, last, first);
}

static inline int16_t tw_one_narrow(int32_t value) {
    return (int16_t)(value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value);
}

static inline void tw_one_write(tw_cursor vertex, uint32_t type, void *to) {
    if (type == TW_WRITE_INT16) {
        int16_t *narrow = to;
        narrow[0] = tw_one_narrow(vertex.x);
        narrow[1] = tw_one_narrow(vertex.y);
    } else if (type == TW_WRITE_FLOAT32) {
        float *real = to;
        real[0] = (float)vertex.x;
        real[1] = (float)vertex.y;
    } else {
        int32_t *whole = to;
        whole[0] = vertex.x;
        whole[1] = vertex.y;
    }
}

static inline tw_cursor tw_one_min(tw_cursor a, tw_cursor b) {
    return (tw_cursor){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
}

static inline tw_cursor tw_one_max(tw_cursor a, tw_cursor b) {
    return (tw_cursor){a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y};
}

static inline tw_cursor tw_one_last(tw_cursor vertex) {
    return vertex;
}

static inline tw_cursor tw_one_vertex(tw_cursor vertex) {
    return vertex;
}

static inline bool tw_one_box(tw_cursor low, tw_cursor high, tw_cursor wrapped, tw_bounds *bounds) {
    *bounds = (tw_bounds){low.x, low.y, high.x, high.y};
    return (wrapped.x | wrapped.y) >= 0;
}

#endif
