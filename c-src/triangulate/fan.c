/* Triangles around one vertex. See fan.h. */
#include "fan.h"

#include <stdbool.h>

/* Twice the area of a triangle. Wraps around where coordinates are far from 0. */
static int64_t turn(const int32_t *a, const int32_t *b, const int32_t *c) {
    uint64_t abx = (uint64_t)((int64_t)b[0] - a[0]);
    uint64_t aby = (uint64_t)((int64_t)b[1] - a[1]);
    uint64_t acx = (uint64_t)((int64_t)c[0] - a[0]);
    uint64_t acy = (uint64_t)((int64_t)c[1] - a[1]);
    return (int64_t)(abx * acy - acx * aby);
}

/* The first vertex that turns against the ring's winding, or 0. */
static uint32_t find_reflex(const int32_t *ring, uint32_t count, bool negative) {
    const int32_t *before = ring + 2 * (count - 1);
    for (uint32_t i = 0; i < count; i++) {
        const int32_t *here = ring + 2 * i;
        int64_t twice = turn(before, here, i + 1 == count ? ring : here + 2);
        if (negative ? twice > 0 : twice < 0) return i;
        before = here;
    }
    return 0;
}

typedef struct {
    int64_t area;     /* twice the area of all triangles, modulo 2^64 */
    int64_t negative; /* below 0 when some of them turn right */
    int64_t positive; /* below 0 when some of them turn left */
    uint32_t far;     /* top bit: coordinates leave -2^30..2^30-1, so that the others may have wrapped around */
} fan;

/* Writes the fan around a vertex, valid or not, and returns its end. */
__attribute__((noinline)) static uint32_t *write_fan(const int32_t *ring, uint32_t count, uint32_t apex,
                                                     uint32_t first_vertex, uint32_t *next, fan *result) {
    int64_t x = ring[2 * apex];
    int64_t y = ring[2 * apex + 1];
    uint64_t abx = 0;
    uint64_t aby = 0;
    uint64_t area = 0;
    uint64_t negative = 0;
    uint64_t positive = 0;
    uint32_t far = ((uint32_t)x + 0x40000000u) | ((uint32_t)y + 0x40000000u);
    uint32_t at = apex;
    for (uint32_t i = 1; i < count; i++) {
        next[1] = first_vertex + at;
        at = at + 1 == count ? 0 : at + 1;
        const int32_t *c = ring + 2 * at;
        far |= ((uint32_t)c[0] + 0x40000000u) | ((uint32_t)c[1] + 0x40000000u);
        uint64_t acx = (uint64_t)(c[0] - x);
        uint64_t acy = (uint64_t)(c[1] - y);
        uint64_t twice = abx * acy - acx * aby;
        area += twice;
        negative |= twice;
        positive |= 0 - twice;
        next[0] = first_vertex + apex;
        next[2] = first_vertex + at;
        /* The first of these triangles is apex, apex, b. */
        bool is_point = twice == 0 && ((abx | aby) == 0 || (acx | acy) == 0 || (abx == acx && aby == acy));
        if (!is_point) next += 3;
        abx = acx;
        aby = acy;
    }
    *result = (fan){(int64_t)area, (int64_t)negative, (int64_t)positive, far};
    return next;
}

/* Whether the fan has triangles of both signs. */
static bool is_mixed(const fan *fan) {
    return (fan->negative & fan->positive) < 0;
}

uint32_t tw_fan(const int32_t *ring, uint32_t count, uint32_t first_vertex, uint32_t *triangles) {
    fan fan;
    uint32_t *end = write_fan(ring, count, 0, first_vertex, triangles, &fan);
    if (fan.far >> 31) return TW_NO_FAN;
    if (is_mixed(&fan)) {
        end = write_fan(ring, count, find_reflex(ring, count, fan.area < 0), first_vertex, triangles, &fan);
        if (is_mixed(&fan)) return TW_NO_FAN;
    }
    if (fan.area == 0) return 0;
    for (uint32_t *triangle = triangles; fan.negative < 0 && triangle < end; triangle += 3) {
        uint32_t swapped = triangle[1];
        triangle[1] = triangle[2];
        triangle[2] = swapped;
    }
    return (uint32_t)(end - triangles);
}
