/* From int32 tile units to the positions that were asked for, in place. See positions.h.
 *
 * A narrower type is written from the first vertex on, a wider one from the last vertex back: so no int32 is
 * overwritten before it was read. One vertex is one pair of doubles, a SIMD register where there is SIMD. */
#include "positions.h"

#include <stdbool.h>
#include <string.h>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

#include "mercator.h"

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* as in mercator.c */
#endif

/* ---- a pair of doubles -------------------------------------------------------------------------------------- */

#ifdef __wasm_simd128__

typedef v128_t tw_pair;

static inline tw_pair make_pair(double x, double y) {
    return wasm_f64x2_make(x, y);
}
static inline tw_pair load_vertex(const uint8_t *from) {
    return wasm_f64x2_convert_low_i32x4(wasm_v128_load64_zero(from));
}
static inline tw_pair divide(tw_pair a, tw_pair b) {
    return wasm_f64x2_div(a, b);
}
static inline tw_pair multiply_add(tw_pair a, tw_pair factor, tw_pair addend) {
    return wasm_f64x2_add(wasm_f64x2_mul(a, factor), addend);
}
static inline void store_float64(uint8_t *to, tw_pair pair) {
    wasm_v128_store(to, pair);
}
static inline void store_float32(uint8_t *to, tw_pair pair) {
    wasm_v128_store64_lane(to, wasm_f32x4_demote_f64x2_zero(pair), 0);
}

#else

typedef struct {
    double x, y;
} tw_pair;

static inline tw_pair make_pair(double x, double y) {
    return (tw_pair){x, y};
}
static inline tw_pair load_vertex(const uint8_t *from) {
    int32_t vertex[2];
    memcpy(vertex, from, sizeof vertex);
    return (tw_pair){vertex[0], vertex[1]};
}
static inline tw_pair divide(tw_pair a, tw_pair b) {
    return (tw_pair){a.x / b.x, a.y / b.y};
}
static inline tw_pair multiply_add(tw_pair a, tw_pair factor, tw_pair addend) {
    return (tw_pair){a.x * factor.x + addend.x, a.y * factor.y + addend.y};
}
static inline void store_float64(uint8_t *to, tw_pair pair) {
    memcpy(to, &pair, sizeof pair);
}
static inline void store_float32(uint8_t *to, tw_pair pair) {
    const float floats[2] = {(float)pair.x, (float)pair.y};
    memcpy(to, floats, sizeof floats);
}

#endif

static inline void store_vertex(uint8_t *positions, uint32_t vertex, tw_pair pair, bool wide) {
    if (wide) {
        store_float64(positions + 16 * (size_t)vertex, pair);
        return;
    }
    store_float32(positions + 8 * (size_t)vertex, pair);
}

/* ---- the conversions ---------------------------------------------------------------------------------------- */

static void narrow_to_int16(uint8_t *positions, uint32_t vertex_count) {
    uint32_t vertex = 0;
#ifdef __wasm_simd128__
    for (; vertex + 4 <= vertex_count; vertex += 4) {
        const v128_t first = wasm_v128_load(positions + 8 * (size_t)vertex);
        const v128_t second = wasm_v128_load(positions + 8 * (size_t)vertex + 16);
        wasm_v128_store(positions + 4 * (size_t)vertex, wasm_i16x8_narrow_i32x4(first, second));
    }
#endif
    for (; vertex < vertex_count; vertex++) {
        int32_t wide[2];
        memcpy(wide, positions + 8 * (size_t)vertex, sizeof wide);
        const int16_t narrow[2] = {(int16_t)wide[0], (int16_t)wide[1]};
        memcpy(positions + 4 * (size_t)vertex, narrow, sizeof narrow);
    }
}

static inline void copy_units(uint8_t *positions, uint32_t vertex_count, bool wide) {
    for (uint32_t vertex = vertex_count; vertex-- > 0;) {
        store_vertex(positions, vertex, load_vertex(positions + 8 * (size_t)vertex), wide);
    }
}

static inline void map_units(const tw_position_format *format, uint8_t *positions, uint32_t vertex_count, bool wide) {
    const bool affine = format->coordinates == TW_COORDINATES_AFFINE;
    const tw_pair extent = make_pair(format->extent, format->extent);
    const tw_pair scale = affine ? make_pair(format->scale[0], format->scale[1]) : make_pair(1, 1);
    const tw_pair offset = affine ? make_pair(format->offset[0], format->offset[1]) : make_pair(0, 0);
    for (uint32_t vertex = vertex_count; vertex-- > 0;) {
        const tw_pair unit = divide(load_vertex(positions + 8 * (size_t)vertex), extent);
        store_vertex(positions, vertex, multiply_add(unit, scale, offset), wide);
    }
}

/* Rows from the least to the greatest y; 0 for bounds that hold nothing. */
static uint64_t row_count(tw_bounds bounds) {
    return bounds.max_y < bounds.min_y ? 0 : (uint64_t)((int64_t)bounds.max_y - bounds.min_y) + 1;
}

uint64_t tw_positions_scratch(const tw_position_format *format, tw_bounds bounds, uint32_t vertex_count) {
    if (format->coordinates != TW_COORDINATES_DEGREES) return 0;
    const uint64_t rows = row_count(bounds);
    return rows < vertex_count ? rows * sizeof(double) : 0;
}

/* So many vertices are projected at a time; an even number. */
enum { BLOCK = 64 };

/* latitudes[i] is that of row first + i. */
static void tabulate_latitudes(const tw_mercator *mercator, int32_t first, uint32_t count, double *latitudes) {
    for (uint32_t begin = 0; begin < count; begin += BLOCK) {
        const uint32_t length = count - begin < BLOCK ? count - begin : BLOCK;
        int32_t rows[BLOCK];
        double block[BLOCK];
        for (uint32_t i = 0; i < BLOCK; i++)
            rows[i] = (int32_t)((uint32_t)first + begin + i); /* rows behind `length` are computed in vain */
        tw_mercator_latitudes(mercator, rows, length, block);
        memcpy(latitudes + begin, block, length * sizeof(double));
    }
}

static void project(const tw_position_format *format, uint8_t *positions, uint32_t vertex_count, tw_bounds bounds,
                    double *latitudes) {
    tw_mercator mercator;
    tw_mercator_begin(&mercator, format->extent, format->x, format->y, format->z);
    const bool tabulated = latitudes && tw_positions_scratch(format, bounds, vertex_count) > 0;
    if (tabulated) tabulate_latitudes(&mercator, bounds.min_y, (uint32_t)row_count(bounds), latitudes);

    for (uint32_t end = vertex_count; end > 0;) {
        const uint32_t length = end < BLOCK ? end : BLOCK;
        const uint32_t begin = end - length;
        int32_t columns[BLOCK] = {0}, rows[BLOCK] = {0};
        double x[BLOCK], y[BLOCK];
        for (uint32_t i = 0; i < length; i++) {
            memcpy(&columns[i], positions + 8 * (size_t)(begin + i), sizeof(int32_t));
            memcpy(&rows[i], positions + 8 * (size_t)(begin + i) + 4, sizeof(int32_t));
        }
        tw_mercator_longitudes(&mercator, columns, length, x);
        if (tabulated) {
            /* In bounds: the table has a row for every y of the bounds, and they hold every vertex. */
            for (uint32_t i = 0; i < length; i++)
                y[i] = latitudes[(uint32_t)rows[i] - (uint32_t)bounds.min_y];
        } else {
            tw_mercator_latitudes(&mercator, rows, length, y);
        }
        for (uint32_t i = 0; i < length; i++)
            store_vertex(positions, begin + i, make_pair(x[i], y[i]), format->type == TW_F64);
        end = begin;
    }
}

void tw_positions_convert(const tw_position_format *format, void *positions, uint32_t vertex_count, tw_bounds bounds,
                          void *scratch) {
    if (format->type == TW_I32) return;
    if (format->type == TW_I16) {
        narrow_to_int16(positions, vertex_count);
        return;
    }
    const bool wide = format->type == TW_F64;
    if (format->coordinates == TW_COORDINATES_DEGREES) {
        project(format, positions, vertex_count, bounds, scratch);
    } else if (format->coordinates == TW_COORDINATES_TILE) {
        copy_units(positions, vertex_count, wide);
    } else {
        map_units(format, positions, vertex_count, wide);
    }
}
