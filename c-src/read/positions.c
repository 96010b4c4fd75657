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

/* So many vertices are worked on at a time, as doubles. */
enum { BLOCK = 64 };

/* ---- a vertex: x and y together, one register where there is SIMD ----------------------------------------------- */

typedef double tw_pair __attribute__((vector_size(16)));
typedef float tw_float_pair __attribute__((vector_size(8)));
typedef int32_t tw_int_pair __attribute__((vector_size(8)));

static inline tw_pair load_vertex(const uint8_t *positions, uint32_t vertex) {
    tw_int_pair units;
    memcpy(&units, positions + 8 * (size_t)vertex, sizeof units);
    return __builtin_convertvector(units, tw_pair);
}

static inline void store_vertex(uint8_t *positions, uint32_t vertex, tw_pair pair, bool wide) {
    if (wide) {
        memcpy(positions + 16 * (size_t)vertex, &pair, sizeof pair);
        return;
    }
    const tw_float_pair floats = __builtin_convertvector(pair, tw_float_pair);
    memcpy(positions + 8 * (size_t)vertex, &floats, sizeof floats);
}

/* ---- conversions ---------------------------------------------------------------------------------------------- */

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

/* Tile units to floats, rounded once. */
static void round_to_float32(uint8_t *positions, uint32_t vertex_count) {
    uint32_t vertex = 0;
#ifdef __wasm_simd128__
    for (; vertex + 2 <= vertex_count; vertex += 2) {
        uint8_t *two = positions + 8 * (size_t)vertex;
        wasm_v128_store(two, wasm_f32x4_convert_i32x4(wasm_v128_load(two)));
    }
#endif
    for (; vertex < vertex_count; vertex++)
        store_vertex(positions, vertex, load_vertex(positions, vertex), false);
}

static void widen_to_float64(uint8_t *positions, uint32_t vertex_count) {
    for (uint32_t vertex = vertex_count; vertex-- > 0;)
        store_vertex(positions, vertex, load_vertex(positions, vertex), true);
}

/* Tile units to unit or affine coordinates. */
static void map_units(const tw_position_format *format, uint8_t *positions, uint32_t vertex_count) {
    const bool affine = format->coordinates == TW_COORDINATES_AFFINE;
    const bool wide = format->type == TW_F64;
    const tw_pair scale = affine ? (tw_pair){format->scale[0], format->scale[1]} : (tw_pair){1, 1};
    const tw_pair offset = affine ? (tw_pair){format->offset[0], format->offset[1]} : (tw_pair){0, 0};
    for (uint32_t vertex = vertex_count; vertex-- > 0;) {
        const tw_pair unit = load_vertex(positions, vertex) / (double)format->extent;
        store_vertex(positions, vertex, unit * scale + offset, wide);
    }
}

uint64_t tw_positions_scratch(const tw_position_format *format, tw_bounds bounds, uint32_t vertex_count) {
    if (format->coordinates != TW_COORDINATES_DEGREES || bounds.max_y < bounds.min_y) return 0;
    const uint64_t rows = (uint64_t)((int64_t)bounds.max_y - bounds.min_y) + 1;
    return rows < vertex_count ? rows * sizeof(double) : 0;
}

/* The latitudes of all rows of the bounds. */
static void tabulate_latitudes(const tw_mercator *mercator, tw_bounds bounds, double *latitudes) {
    const uint32_t rows = (uint32_t)bounds.max_y - (uint32_t)bounds.min_y + 1;
    for (uint32_t row = 0; row < rows; row++)
        latitudes[row] = (double)bounds.min_y + row;
    tw_mercator_degrees(mercator, TW_LATITUDE, latitudes, rows, 1);
}

/* Tile units to longitudes and latitudes. `latitudes`, unless NULL, has one for each row from `first_row` on. */
static void project_block(const tw_mercator *mercator, const double *latitudes, int32_t first_row, const uint8_t *from,
                          uint32_t count, double *block) {
    for (uint32_t i = 0; i < count; i++) {
        const tw_pair vertex = load_vertex(from, i);
        memcpy(block + 2 * (size_t)i, &vertex, sizeof vertex);
    }
    tw_mercator_degrees(mercator, TW_LONGITUDE, block, count, 2);
    if (!latitudes) {
        tw_mercator_degrees(mercator, TW_LATITUDE, block + 1, count, 2);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t row;
        memcpy(&row, from + 8 * (size_t)i + 4, sizeof row);
        /* In bounds: the table has a row for every y of the bounds, and they hold every vertex. */
        block[2 * (size_t)i + 1] = latitudes[row - (uint32_t)first_row];
    }
}

static void convert_to_degrees(const tw_position_format *format, uint8_t *positions, uint32_t vertex_count,
                               tw_bounds bounds, double *scratch) {
    tw_mercator mercator;
    tw_mercator_begin(&mercator, format->extent, format->x, format->y, format->z);
    double *latitudes = tw_positions_scratch(format, bounds, vertex_count) > 0 ? scratch : NULL;
    if (latitudes) tabulate_latitudes(&mercator, bounds, latitudes);
    for (uint32_t end = vertex_count; end > 0;) {
        const uint32_t count = end < BLOCK ? end : BLOCK;
        const uint32_t begin = end - count;
        double block[2 * BLOCK];
        project_block(&mercator, latitudes, bounds.min_y, positions + 8 * (size_t)begin, count, block);
        for (uint32_t i = 0; i < count; i++) {
            tw_pair degrees;
            memcpy(&degrees, block + 2 * (size_t)i, sizeof degrees);
            store_vertex(positions, begin + i, degrees, format->type == TW_F64);
        }
        end = begin;
    }
}

void tw_positions_convert(const tw_position_format *format, void *positions, uint32_t vertex_count, tw_bounds bounds,
                          void *scratch) {
    if (format->coordinates == TW_COORDINATES_DEGREES) {
        convert_to_degrees(format, positions, vertex_count, bounds, scratch);
    } else if (format->coordinates != TW_COORDINATES_TILE) {
        map_units(format, positions, vertex_count);
    } else if (format->type == TW_I16) {
        narrow_to_int16(positions, vertex_count);
    } else if (format->type == TW_F32) {
        round_to_float32(positions, vertex_count);
    } else if (format->type == TW_F64) {
        widen_to_float64(positions, vertex_count);
    }
}
