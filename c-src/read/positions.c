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

/* ---- a vertex as a pair of doubles ---------------------------------------------------------------------------- */

#ifdef __wasm_simd128__

typedef v128_t tw_pair;

static inline tw_pair make_pair(double x, double y) {
    return wasm_f64x2_make(x, y);
}
static inline tw_pair load_vertex(const uint8_t *from) {
    return wasm_f64x2_convert_low_i32x4(wasm_v128_load64_zero(from));
}
static inline tw_pair map_pair(tw_pair pair, tw_pair extent, tw_pair scale, tw_pair offset) {
    return wasm_f64x2_add(wasm_f64x2_mul(wasm_f64x2_div(pair, extent), scale), offset);
}
static inline void store_float32(uint8_t *to, const double *from) {
    wasm_v128_store64_lane(to, wasm_f32x4_demote_f64x2_zero(wasm_v128_load(from)), 0);
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
static inline tw_pair map_pair(tw_pair pair, tw_pair extent, tw_pair scale, tw_pair offset) {
    return (tw_pair){pair.x / extent.x * scale.x + offset.x, pair.y / extent.y * scale.y + offset.y};
}
static inline void store_float32(uint8_t *to, const double *from) {
    const float floats[2] = {(float)from[0], (float)from[1]};
    memcpy(to, floats, sizeof floats);
}

#endif

/* ---- coordinates of a block of vertices ----------------------------------------------------------------------- */

/* What the vertices of a group have in common. */
typedef struct {
    const tw_position_format *format;
    tw_mercator mercator;    /* degrees */
    const double *latitudes; /* degrees: one for every row from first_row on, or NULL */
    int32_t first_row;
} tw_conversion;

static void load_block(const uint8_t *from, uint32_t count, double *block) {
    for (uint32_t i = 0; i < count; i++) {
        const tw_pair vertex = load_vertex(from + 8 * (size_t)i);
        memcpy(block + 2 * (size_t)i, &vertex, sizeof vertex);
    }
}

static void map_block(const tw_position_format *format, double *block, uint32_t count) {
    const bool affine = format->coordinates == TW_COORDINATES_AFFINE;
    const tw_pair extent = make_pair(format->extent, format->extent);
    const tw_pair scale = affine ? make_pair(format->scale[0], format->scale[1]) : make_pair(1, 1);
    const tw_pair offset = affine ? make_pair(format->offset[0], format->offset[1]) : make_pair(0, 0);
    for (uint32_t i = 0; i < count; i++) {
        tw_pair vertex;
        memcpy(&vertex, block + 2 * (size_t)i, sizeof vertex);
        vertex = map_pair(vertex, extent, scale, offset);
        memcpy(block + 2 * (size_t)i, &vertex, sizeof vertex);
    }
}

static void project_block(const tw_conversion *conversion, const uint8_t *from, double *block, uint32_t count) {
    tw_mercator_degrees(&conversion->mercator, TW_LONGITUDE, block, count, 2);
    if (!conversion->latitudes) {
        tw_mercator_degrees(&conversion->mercator, TW_LATITUDE, block + 1, count, 2);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t row;
        memcpy(&row, from + 8 * (size_t)i + 4, sizeof row);
        /* In bounds: the table has a row for every y of the bounds, and they hold every vertex. */
        block[2 * (size_t)i + 1] = conversion->latitudes[row - (uint32_t)conversion->first_row];
    }
}

static void store_block(const double *block, uint32_t count, uint8_t *to, bool wide) {
    if (wide) {
        memcpy(to, block, 16 * (size_t)count);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        store_float32(to + 8 * (size_t)i, block + 2 * (size_t)i);
}

/* ---- a group -------------------------------------------------------------------------------------------------- */

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

static void convert_to_floats(const tw_conversion *conversion, uint8_t *positions, uint32_t vertex_count) {
    const tw_position_format *format = conversion->format;
    const bool wide = format->type == TW_F64;
    for (uint32_t end = vertex_count; end > 0;) {
        const uint32_t count = end < BLOCK ? end : BLOCK;
        const uint32_t begin = end - count;
        const uint8_t *from = positions + 8 * (size_t)begin;
        _Alignas(16) double block[2 * BLOCK];
        load_block(from, count, block);
        if (format->coordinates == TW_COORDINATES_DEGREES) {
            project_block(conversion, from, block, count);
        } else if (format->coordinates != TW_COORDINATES_TILE) {
            map_block(format, block, count);
        }
        store_block(block, count, positions + (wide ? 16 : 8) * (size_t)begin, wide);
        end = begin;
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

void tw_positions_convert(const tw_position_format *format, void *positions, uint32_t vertex_count, tw_bounds bounds,
                          void *scratch) {
    if (format->type == TW_I32) return;
    if (format->type == TW_I16) {
        narrow_to_int16(positions, vertex_count);
        return;
    }
    tw_conversion conversion = {.format = format, .first_row = bounds.min_y};
    if (format->coordinates == TW_COORDINATES_DEGREES) {
        tw_mercator_begin(&conversion.mercator, format->extent, format->x, format->y, format->z);
        if (scratch && tw_positions_scratch(format, bounds, vertex_count) > 0) {
            tabulate_latitudes(&conversion.mercator, bounds, scratch);
            conversion.latitudes = scratch;
        }
    }
    convert_to_floats(&conversion, positions, vertex_count);
}
