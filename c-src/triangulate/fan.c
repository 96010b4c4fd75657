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
} fan_signs;

/* Writes the fan around a vertex, valid or not, and returns its end. */
static uint32_t *write_fan(const int32_t *ring, uint32_t count, uint32_t apex, uint32_t first_vertex, uint32_t *next,
                           fan_signs *signs) {
    const int32_t *a = ring + 2 * apex;
    uint32_t at = apex + 1 == count ? 0 : apex + 1;
    int64_t abx = ring[2 * at] - a[0];
    int64_t aby = ring[2 * at + 1] - a[1];
    uint64_t area = 0;
    int64_t negative = 0;
    int64_t positive = 0;
    for (uint32_t i = 2; i < count; i++) {
        next[0] = first_vertex + apex;
        next[1] = first_vertex + at;
        at = at + 1 == count ? 0 : at + 1;
        next[2] = first_vertex + at;
        int64_t acx = ring[2 * at] - a[0];
        int64_t acy = ring[2 * at + 1] - a[1];
        int64_t twice = abx * acy - acx * aby;
        area += (uint64_t)twice;
        negative |= twice;
        positive |= -twice;
        bool is_point = twice == 0 && ((abx | aby) == 0 || (acx | acy) == 0 || (abx == acx && aby == acy));
        if (!is_point) next += 3;
        abx = acx;
        aby = acy;
    }
    *signs = (fan_signs){(int64_t)area, negative, positive};
    return next;
}

static bool is_mixed(const fan_signs *signs) {
    return (signs->negative & signs->positive) < 0;
}

uint32_t tw_fan(const int32_t *ring, uint32_t count, uint32_t first_vertex, uint32_t *triangles) {
    if (is_far(ring, count)) return TW_NO_FAN;
    fan_signs signs;
    uint32_t *end = write_fan(ring, count, 0, first_vertex, triangles, &signs);
    if (is_mixed(&signs)) {
        end = write_fan(ring, count, find_reflex(ring, count, signs.area < 0), first_vertex, triangles, &signs);
        if (is_mixed(&signs)) return TW_NO_FAN;
    }
    if (signs.area == 0) return 0;
    for (uint32_t *triangle = triangles; signs.negative < 0 && triangle < end; triangle += 3) {
        uint32_t swapped = triangle[1];
        triangle[1] = triangle[2];
        triangle[2] = swapped;
    }
    return (uint32_t)(end - triangles);
}
