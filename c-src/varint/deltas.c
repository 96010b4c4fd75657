/* Zigzag parameters to positions, 32-bit. Called by the geometry reader. */
#include "deltas.h"

#include "varint.h"

int tw_deltas_to_int32(const uint32_t *parameters, uint32_t count, int32_t *positions, tw_cursor *cursor,
                       tw_bounds *bounds) {
    int64_t x = cursor->x, y = cursor->y;
    int wrapped = 0;
    for (uint32_t vertex = 0; vertex < count; vertex++) {
        x += tw_zigzag32(parameters[2 * vertex]);
        y += tw_zigzag32(parameters[2 * vertex + 1]);
        int32_t wrapped_x = (int32_t)(uint32_t)x, wrapped_y = (int32_t)(uint32_t)y;
        wrapped |= (wrapped_x != x) | (wrapped_y != y);
        x = wrapped_x;
        y = wrapped_y;
        positions[2 * vertex] = wrapped_x;
        positions[2 * vertex + 1] = wrapped_y;
        if (wrapped_x < bounds->min_x) bounds->min_x = wrapped_x;
        if (wrapped_x > bounds->max_x) bounds->max_x = wrapped_x;
        if (wrapped_y < bounds->min_y) bounds->min_y = wrapped_y;
        if (wrapped_y > bounds->max_y) bounds->max_y = wrapped_y;
    }
    cursor->x = (int32_t)x;
    cursor->y = (int32_t)y;
    return wrapped;
}
