/* The kernels on their own, for npm run bench:kernels: as a WebAssembly module that JavaScript fills and calls, and as
 * a program that does the same natively. Built by build.js, with SIMD and without.
 *
 * An array lies in fields, as in a file: each pass works through all of them, with one buffer for the output. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "../../c-src/include/tilewasm_varint.h"
#include "../../c-src/varint/deltas.h"
#include "../../c-src/varint/unpack.h"
#include "steps.h"

enum { MOST_BYTES = 16 << 20, MOST_VALUES = 1300000, MOST_FIELDS = 400000, FIELD_VALUES = 1 << 20 };

/* What a pass does. The numbers are known to measure.js. */
enum { DECODE, ENCODE, UNPACK_32, UNPACK_LANES, INT16_POSITIONS, INT32_POSITIONS, FLOAT32_POSITIONS, FUSED };

typedef struct {
    uint32_t first_byte, byte_length, first_value, value_count;
} field;

static uint8_t bytes[16 + MOST_BYTES + TW_PADDING];
static uint64_t values[MOST_VALUES];
static field fields[MOST_FIELDS];
static _Alignas(16) uint64_t output[FIELD_VALUES];
static _Alignas(16) uint32_t lanes[FIELD_VALUES];

#ifdef TW_SIMD
#define LANE uint16_t
#define SUM(name) tw_sum16##name
#include "walk_template.h"
#endif
#define LANE uint32_t
#define SUM(name) tw_sum32##name
#include "walk_template.h"

/* The other way to read geometry: varints straight into the sum, no lanes between. Where the commands are must be known
 * while they are read, so each step takes whole vertices from where the last one ended: two with SIMD, else one. */
typedef struct {
    const uint8_t *at;
    const uint8_t *end;
    int32_t *to;
    int32_t x, y;
    tw_bounds bounds;
} fused;

static bool draw_vertex(fused *state) {
    uint32_t step_x = 0;
    uint32_t step_y = 0;
    tw_status status = TW_OK;
    const uint8_t *next = tw_read_varint32(state->at, state->end, &step_x, &status);
    if (next) next = tw_read_varint32(next, state->end, &step_y, &status);
    if (!next) return false;
    state->at = next;
    int32_t x = state->x += tw_zigzag32(step_x);
    int32_t y = state->y += tw_zigzag32(step_y);
    *state->to++ = x;
    *state->to++ = y;
    if (x < state->bounds.min_x) state->bounds.min_x = x;
    if (y < state->bounds.min_y) state->bounds.min_y = y;
    if (x > state->bounds.max_x) state->bounds.max_x = x;
    if (y > state->bounds.max_y) state->bounds.max_y = y;
    return true;
}

#ifdef TW_SIMD
/* Pairs of vertices, as long as four varints end in the bits of a step. Returns how many vertices were drawn. */
static uint32_t draw_pairs(fused *state, uint32_t count) {
    const step_tables *tables = steps();
    v128_t sum = wasm_i32x4_make(state->x, state->y, state->x, state->y);
    v128_t low = sum;
    v128_t high = sum;
    uint32_t drawn = 0;
    for (; count - drawn >= 2 && state->end - state->at >= (ptrdiff_t)STEP_BITS; drawn += 2) {
        v128_t window = wasm_v128_load(state->at);
        uint32_t step = tables->steps[(uint32_t)wasm_i8x16_bitmask(window) & ((1u << STEP_BITS) - 1)];
        if (step == 0) break;
        v128_t deltas = tw_zigzag_i32x4(tw_wide_lanes(tables->shuffles[step & 0xFF], window));
        v128_t vertices = wasm_i32x4_add(tw_two_sums(deltas), sum);
        wasm_v128_store(state->to, vertices);
        low = drawn == 0 ? vertices : wasm_i32x4_min(low, vertices);
        high = drawn == 0 ? vertices : wasm_i32x4_max(high, vertices);
        sum = tw_two_last(vertices);
        state->to += 4;
        state->at += step >> 8 & 15;
    }
    if (drawn == 0) return 0;
    tw_bounds bounds;
    tw_two_box(low, high, wasm_i32x4_splat(0), &bounds);
    state->x = wasm_i32x4_extract_lane(sum, 0);
    state->y = wasm_i32x4_extract_lane(sum, 1);
    if (bounds.min_x < state->bounds.min_x) state->bounds.min_x = bounds.min_x;
    if (bounds.min_y < state->bounds.min_y) state->bounds.min_y = bounds.min_y;
    if (bounds.max_x > state->bounds.max_x) state->bounds.max_x = bounds.max_x;
    if (bounds.max_y > state->bounds.max_y) state->bounds.max_y = bounds.max_y;
    return drawn;
}
#endif

static uint8_t *walk_fused(const uint8_t *at, const uint8_t *end, tw_bounds *bounds) {
    fused state = {at, end, (int32_t *)(void *)output, 0, 0, *bounds};
    int32_t *first = state.to;
    tw_status status = TW_OK;
    while (state.at < end) {
        uint32_t command = 0;
        const uint8_t *next = tw_read_varint32(state.at, end, &command, &status);
        if (!next) break;
        state.at = next;
        if ((command & 7) == 7) {
            *state.to++ = first[0];
            *state.to++ = first[1];
            continue;
        }
        if ((command & 7) == 1) first = state.to;
        for (uint32_t left = command >> 3; left > 0;) {
#ifdef TW_SIMD
            uint32_t drawn = draw_pairs(&state, left);
            left -= drawn;
            if (left == 0) break;
#endif
            if (!draw_vertex(&state)) return (uint8_t *)state.to;
            left--;
        }
    }
    *bounds = state.bounds;
    return (uint8_t *)state.to;
}

/* One field's output: its bytes, and a number that stands for what does not lie there. */
typedef struct {
    const void *bytes;
    uint64_t length;
    uint64_t extra;
} outcome;

static uint64_t mix_bounds(const tw_bounds *bounds) {
    return (uint32_t)bounds->min_x * 3u ^ (uint32_t)bounds->min_y * 5u ^ (uint32_t)bounds->max_x * 7u ^
           (uint32_t)bounds->max_y * 11u;
}

static outcome read_positions(const field *one, uint32_t type, uint32_t *width) {
    const uint8_t *from = bytes + 16 + one->first_byte;
    tw_bounds bounds = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    uint8_t *to = (uint8_t *)output;
    uint8_t *end = to;
    if (type == 0) {
        end = walk_fused(from, from + one->byte_length, &bounds);
    } else {
        uint32_t count = 0;
        int64_t areas = 0;
        tw_unpack_lanes(from, one->byte_length, lanes, &count, width);
#ifdef TW_SIMD
        if (*width == 2) end = tw_sum16_walk((const uint16_t *)(const void *)lanes, count, type, to, &bounds, &areas);
#endif
        if (*width == 4) end = tw_sum32_walk(lanes, count, type, to, &bounds, &areas);
    }
    return (outcome){to, (uint64_t)(end - to), mix_bounds(&bounds)};
}

static outcome run(const field *one, uint32_t work, uint32_t type, uint32_t *width) {
    const uint8_t *from = bytes + 16 + one->first_byte;
    uint32_t size = type & TW_VARINT_WIDE ? 8 : 4;
    uint32_t count = 0;
    uint32_t fault = 0;
    switch (work) {
    case DECODE:
        tw_decode_varints(from, one->byte_length, (tw_varint_type)type, output, &count, &fault);
        return (outcome){output, (uint64_t)count * size, fault};
    case ENCODE: {
        const uint8_t *at = (const uint8_t *)values + (size_t)one->first_value * size;
        uint64_t length = tw_encode_varints(at, one->value_count, (tw_varint_type)type, (uint8_t *)output);
        return (outcome){output, length, 0};
    }
    case UNPACK_32:
        tw_unpack_uint32(from, one->byte_length, lanes, &count);
        return (outcome){lanes, (uint64_t)count * 4, 0};
    case UNPACK_LANES:
        tw_unpack_lanes(from, one->byte_length, lanes, &count, width);
        return (outcome){NULL, 0, count};
    case INT16_POSITIONS:
        return read_positions(one, TW_WRITE_INT16, width);
    case INT32_POSITIONS:
        return read_positions(one, TW_WRITE_INT32, width);
    case FLOAT32_POSITIONS:
        return read_positions(one, TW_WRITE_FLOAT32, width);
    default:
        return read_positions(one, 0, width);
    }
}

TW_API(kernels_bytes) uint8_t *kernels_bytes(void);
TW_API(kernels_values) uint64_t *kernels_values(void);
TW_API(kernels_fields) field *kernels_fields(void);
TW_API(kernels_pass) uint32_t kernels_pass(uint32_t work, uint32_t type, uint32_t count);
TW_API(kernels_hash) uint32_t kernels_hash(uint32_t work, uint32_t type, uint32_t count);

uint8_t *kernels_bytes(void) {
    return bytes + 16;
}

uint64_t *kernels_values(void) {
    return values;
}

field *kernels_fields(void) {
    return fields;
}

/* Does the work on the first `count` fields. The result keeps the compiler from leaving it out. */
uint32_t kernels_pass(uint32_t work, uint32_t type, uint32_t count) {
    uint64_t sum = 0;
    uint32_t width = 2;
    for (uint32_t i = 0; i < count; i++) {
        outcome done = run(&fields[i], work, type, &width);
        sum += done.length + done.extra;
    }
    return (uint32_t)sum;
}

/* The same, and a hash of all that came out. */
uint32_t kernels_hash(uint32_t work, uint32_t type, uint32_t count) {
    uint32_t hash = 2166136261u;
    uint32_t width = 2;
    for (uint32_t i = 0; i < count; i++) {
        outcome done = run(&fields[i], work, type, &width);
        const uint8_t *at = done.bytes;
        for (uint64_t k = 0; k < done.length; k++)
            hash = (hash ^ at[k]) * 16777619u;
        hash = (hash ^ (uint32_t)done.extra) * 16777619u;
    }
    return hash;
}

#ifndef __wasm__
#include "program.h"
#endif
