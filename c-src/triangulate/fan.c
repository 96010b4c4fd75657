/* Triangles around one vertex. See fan.h. */
#include "fan.h"

#include <stdbool.h>

/* Twice the area of a triangle. Coordinates are in -2^30..2^30-1, so it fits. */
static int64_t turn(const int32_t *a, const int32_t *b, const int32_t *c) {
    int64_t abx = b[0] - a[0];
    int64_t aby = b[1] - a[1];
    int64_t acx = c[0] - a[0];
    int64_t acy = c[1] - a[1];
    return abx * acy - acx * aby;
}

static bool is_far(const int32_t *ring, uint32_t count) {
    uint32_t far = 0;
    for (uint32_t i = 0; i < 2 * count; i++)
        far |= (uint32_t)ring[i] + 0x40000000u;
    return far >> 31;
}

typedef struct {
    int64_t area; /* twice the area of all triangles, modulo 2^64 */
    uint32_t written;
    bool has_positive;
    bool has_negative;
} fan;

static bool same(const int32_t *a, const int32_t *b) {
    return a[0] == b[0] && a[1] == b[1];
}

/* Writes the fan around `apex`, valid or not. */
static fan write_fan(const int32_t *ring, uint32_t count, uint32_t apex, uint32_t first_vertex, uint32_t *triangles) {
    fan result = {0};
    uint64_t area = 0;
    const int32_t *a = ring + 2 * apex;
    uint32_t b = apex + 1 == count ? 0 : apex + 1;
    for (uint32_t i = 2; i < count; i++) {
        uint32_t c = b + 1 == count ? 0 : b + 1;
        int64_t twice = turn(a, ring + 2 * b, ring + 2 * c);
        area += (uint64_t)twice;
        if (twice > 0) result.has_positive = true;
        if (twice < 0) result.has_negative = true;
        triangles[0] = first_vertex + apex;
        triangles[1] = first_vertex + b;
        triangles[2] = first_vertex + c;
        bool empty = twice == 0 && (same(a, ring + 2 * b) || same(ring + 2 * b, ring + 2 * c) || same(ring + 2 * c, a));
        if (!empty) triangles += 3;
        result.written += empty ? 0 : 3;
        b = c;
    }
    result.area = (int64_t)area;
    return result;
}

/* The first vertex that turns against the ring's winding, or 0. */
static uint32_t find_reflex(const int32_t *ring, uint32_t count, bool negative) {
    uint32_t before = count - 1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t after = i + 1 == count ? 0 : i + 1;
        int64_t twice = turn(ring + 2 * before, ring + 2 * i, ring + 2 * after);
        if (negative ? twice > 0 : twice < 0) return i;
        before = i;
    }
    return 0;
}

uint32_t tw_fan(const int32_t *ring, uint32_t count, uint32_t first_vertex, uint32_t *triangles) {
    if (is_far(ring, count)) return TW_NO_FAN;
    fan found = write_fan(ring, count, 0, first_vertex, triangles);
    if (found.has_positive && found.has_negative) {
        uint32_t apex = find_reflex(ring, count, found.area < 0);
        found = write_fan(ring, count, apex, first_vertex, triangles);
        if (found.has_positive && found.has_negative) return TW_NO_FAN;
    }
    if (!found.has_negative) return found.has_positive ? found.written : 0;
    for (uint32_t i = 0; i < found.written; i += 3) {
        uint32_t swapped = triangles[i + 1];
        triangles[i + 1] = triangles[i + 2];
        triangles[i + 2] = swapped;
    }
    return found.written;
}
