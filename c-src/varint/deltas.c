/* A run of 32-bit deltas as one call. See deltas.h. */
#include "deltas.h"

#ifdef TW_SIMD
#define GROUP(name) tw_two##name

static v128_t group_of(int32_t x, int32_t y) {
    return wasm_i32x4_make(x, y, x, y);
}
#else
#define GROUP(name) tw_one##name

static tw_cursor group_of(int32_t x, int32_t y) {
    return (tw_cursor){x, y};
}
#endif

int tw_deltas_to_int32(const uint32_t *parameters, uint32_t count, int32_t *positions, tw_cursor *cursor,
                       tw_bounds *bounds) {
    if (count == 0) return 0;
    tw_sum32 sum = {.at = group_of(cursor->x, cursor->y),
                    .low = group_of(bounds->min_x, bounds->min_y),
                    .high = group_of(bounds->max_x, bounds->max_y),
                    .wrapped = GROUP(_all)(0)};
    tw_sum32_run(&sum, parameters, parameters + 2, count, false, TW_WRITE_INT32, positions);
    *cursor = tw_sum32_cursor(&sum);
    return tw_sum32_bounds(&sum, bounds) ? 0 : 1;
}
