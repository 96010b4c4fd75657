/* Web Mercator backwards, in doubles with a spare word where it counts. See docs/coordinates.md. */
#include "mercator.h"

#include <float.h>
#include <string.h>

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* gcc does not know it; -std=c11 sets -ffp-contract=off there */
#endif

_Static_assert(FLT_EVAL_METHOD == 0, "doubles must be rounded after every operation (x87: -msse2 -mfpmath=sse)");

/* ---- lanes: as many numbers as are computed at once ---------------------------------------------------------- */

#ifdef __wasm_simd128__
#define LANES 2
typedef double tw_lanes __attribute__((vector_size(16)));
typedef int64_t tw_lane_bits __attribute__((vector_size(16)));
#else
#define LANES 1
typedef double tw_lanes;
typedef int64_t tw_lane_bits;
#endif

static inline tw_lane_bits bits_of(tw_lanes lanes) {
    tw_lane_bits bits;
    memcpy(&bits, &lanes, sizeof bits);
    return bits;
}

static inline tw_lanes lanes_of(tw_lane_bits bits) {
    tw_lanes lanes;
    memcpy(&lanes, &bits, sizeof lanes);
    return lanes;
}

/* Two numbers, or the first of them, as lanes. */
static inline tw_lanes pack(double first, double second) {
#if LANES == 2
    return (tw_lanes){first, second};
#else
    (void)second;
    return first;
#endif
}

/* ---- places in the world -------------------------------------------------------------------------------------- */

void tw_mercator_begin(tw_mercator *mercator, uint32_t extent, uint32_t x, uint32_t y, uint32_t z) {
    const uint32_t tile[2] = {x, y};
    mercator->unit = z == 0 ? 2 : 1;
    mercator->reach = (double)extent * (double)(1u << (z == 0 ? 0 : z - 1));
    mercator->inverse = 1.0 / mercator->reach;
    const double size = extent * mercator->unit;
    for (int axis = 0; axis < 2; axis++) {
        /* tile * size has 64 bits. Each summand has 48 and zeros behind them, so nothing is rounded. */
        mercator->edge[axis] = (double)(tile[axis] & 0xFFFF0000u) * size - mercator->reach;
        mercator->edge_rest[axis] = (double)(tile[axis] & 0xFFFFu) * size;
    }
}

/* A number as the sum of two, the larger one first. */
typedef struct {
    tw_lanes head, tail;
} tw_sum;

/* edge + edge_rest + offset, exactly; `head` is that sum rounded to a double. Nothing gets lost on the way: all are
 * integers, and edge_rest is below 2^48, so either everything is below 2^53 or `sum` is by far the largest. */
static inline tw_sum place_in_world(double edge, double edge_rest, tw_lanes offset) {
    const tw_lanes sum = offset + edge;
    const tw_lanes edge_part = sum - offset;
    const tw_lanes rest = (offset - (sum - edge_part)) + (edge - edge_part) + edge_rest;
    tw_sum place;
    place.head = sum + rest;
    place.tail = rest - (place.head - sum);
    return place;
}

/* place / reach. `head` gets the first 21 bits (Veltkamp's splitting), so that products with 32 bits are exact: head *
 * reach is one, for the reach is an extent times a power of 2, and what is left of the place is exact too. `tail` gets
 * the rest, to 52 more bits. */
static inline tw_sum fraction_of_reach(const tw_mercator *mercator, tw_sum place) {
    const tw_lanes quotient = place.head * mercator->inverse;
    const tw_lanes scaled = quotient * 0x1.00000001p+32;
    tw_sum fraction;
    fraction.head = scaled - (scaled - quotient);
    fraction.tail = (place.head - fraction.head * mercator->reach + place.tail) * mercator->inverse;
    return fraction;
}

/* ---- latitude ------------------------------------------------------------------------------------------------- */

/* What is known of the latitude at k/8 of the way from the equator to the edge of the world: at k pi/8 of Mercator's y.
 */
typedef struct {
    double latitude;     /* degrees(atan(sinh(k pi/8))) */
    double slope;        /* 180 / cosh(k pi/8): degrees a whole way. Its first 32 bits */
    double bend;         /* pi/2 * tanh(k pi/8) */
    float latitude_rest; /* what `latitude` rounds away */
    float slope_rest;    /* what `slope` rounds away */
} tw_parallel;

#define EDGE_PARALLEL 8u  /* at the edge of the world */
#define POLE_PARALLEL 96u /* from here on the nearest double is 90 */

static const tw_parallel parallels[EDGE_PARALLEL + 1] = {
    {0x0.0p+0, 0x1.68p+7, 0x0.0p+0, 0x0.0p+0f, 0x0.0p+0f},
    {0x1.5f16b6e9cc17fp+4, 0x1.4deb8a36p+7, 0x1.2c88fcb909310p-1, -0x1.b2cee8p-52f, 0x1.9736c6p-26f},
    {0x1.47d6d4cc9374cp+5, 0x1.0fc73e5ap+7, 0x1.07b5e30f43ca0p+0, -0x1.8fdbf8p-49f, -0x1.7e4c2ep-27f},
    {0x1.be366bea3111ep+5, 0x1.94f1882ep+6, 0x1.4c7f133fb22dbp+0, 0x1.fe1e82p-50f, 0x1.6b3620p-27f},
    {0x1.0a0d942545fbdp+6, 0x1.1ef24e4ap+6, 0x1.70cf0ff2f977cp+0, -0x1.1d1ebap-48f, -0x1.c4475ep-27f},
    {0x1.281403296f080p+6, 0x1.8c721422p+5, 0x1.8295842a52176p+0, -0x1.d1aaecp-48f, -0x1.2185cep-28f},
    {0x1.3caf72591bf73p+6, 0x1.0e89679ep+5, 0x1.8af6a0eac8e88p+0, 0x1.a9cdd2p-48f, -0x1.60194ep-29f},
    {0x1.4ab4840ca3240p+6, 0x1.6f20e08ap+4, 0x1.8ed7de7d8449ap+0, -0x1.479e56p-48f, -0x1.b8bfd8p-33f},
    {0x1.54345b1a549d6p+6, 0x1.f0e57b50p+3, 0x1.909ff118345a9p+0, 0x1.b25792p-49f, -0x1.84e408p-30f},
};

/* 360/pi * atan(pi/360 * a) - a: by how much an arctangent misses its argument, both in degrees of the doubled angle.
 * |a| < 11.3. */
static inline tw_lanes arctangent_excess(tw_lanes a) {
    const tw_lanes square = a * a;
    tw_lanes sum = square * 0x1.21e9b09f23dd2p-86 - 0x1.19705c11d8006p-72;
    sum = sum * square + 0x1.13c00b2041188p-58;
    sum = sum * square - 0x1.1c261db88ede2p-44;
    sum = sum * square + 0x1.3ed48196af47fp-30;
    sum = sum * square - 0x1.a9e2d241ad4f7p-16;
    return sum * square * a;
}

/* A parallel beyond the edge of the world, counted from the pole: 90 - 360/pi * atan(exp(-k pi/8)). Only the way from
 * the edge to the pole is left to go, so plain doubles are enough. */
__attribute__((noinline)) static const tw_parallel *parallel_beyond_edge(uint64_t k, tw_parallel *parallel) {
    *parallel = (tw_parallel){.latitude = 90};
    if (k >= POLE_PARALLEL) return parallel;
    double exponential = 0x1.3cecc0ce68877p+2; /* 360/pi * exp(-pi) */
    for (uint64_t i = EDGE_PARALLEL; i < k; i++)
        exponential *= 0x1.59b7ff189ac58p-1;                   /* exp(-pi/8) */
    const double tangent = exponential * 0x1.1df46a2529d39p-7; /* pi/360 */
    const double square = tangent * tangent;
    double arctangent = 0; /* of the tangent, divided by it; tangent < 0.03 */
    for (int n = 11; n > 0; n -= 2)
        arctangent = 1.0 / n - square * arctangent;
    const double from_pole = exponential * arctangent;
    parallel->latitude = 90 - from_pole;
    parallel->latitude_rest = (float)(90 - parallel->latitude - from_pole);
    parallel->slope = 360 * tangent / (1 + square);
    parallel->bend = 0x1.921fb54442d18p+0 * (1 - square) / (1 + square);
    return parallel;
}

/* Latitude, not negative, of a fraction that is not negative. With h = pi * step, the way from the nearest parallel k,
 *
 *     latitude = latitude_k + 2 atan(t cos_k / (1 + t sin_k)),  t = tanh(h/2),
 *
 * where cos_k = 1/cosh(k pi/8) and sin_k = tanh(k pi/8) are those of latitude_k. The arctangent's first term, slope *
 * step in degrees, is taken with spare bits; what remains is small against the latitude, and plain doubles are enough.
 * t is pi/2 * (step - cubic / divisor): a rational function fitted to |step| <= 1/16. */
static inline tw_lanes northern_latitude(tw_sum fraction) {
    /* Adding 1.5 * 2^52 rounds to an integer, and leaves that integer in the low bits. */
    const tw_lanes shifted = fraction.head * 8.0 + 0x1.8p+52;
    const tw_lane_bits nearest_bits = bits_of(shifted);
    uint64_t nearest[LANES];
    memcpy(nearest, &nearest_bits, sizeof nearest);
    tw_parallel beyond[LANES];
    const tw_parallel *at[LANES];
    for (int i = 0; i < LANES; i++) {
        const uint64_t k = nearest[i] & ((1ull << 51) - 1);
        at[i] = k <= EDGE_PARALLEL ? &parallels[k] : parallel_beyond_edge(k, &beyond[i]);
    }
    const tw_parallel *first = at[0], *last = at[LANES - 1];
    const tw_lanes latitude_k = pack(first->latitude, last->latitude);
    const tw_lanes latitude_rest = pack(first->latitude_rest, last->latitude_rest);
    const tw_lanes slope_head = pack(first->slope, last->slope);
    const tw_lanes slope_rest = pack(first->slope_rest, last->slope_rest);
    const tw_lanes bend = pack(first->bend, last->bend);

    const tw_lanes head = fraction.head - (shifted - 0x1.8p+52) * 0.125; /* exact, and still 21 bits */
    const tw_lanes step = head + fraction.tail;
    const tw_lanes square = step * step;
    const tw_lanes cubic = step * square * (square * 0x1.7168452bd844fp-4 + 0x1.a51a6625307d3p-1);
    const tw_lanes divisor = square * (square * 0x1.8bca4d1e90330p-4 + 0x1.18bbc4262006bp+0) + 1.0;
    const tw_lanes sine = step * divisor - cubic;
    const tw_lanes bent_sine = bend * sine;
    const tw_lanes share = (slope_head + slope_rest) / (divisor + bent_sine);
    const tw_lanes excess = arctangent_excess(sine * share) - (cubic + step * bent_sine) * share;

    const tw_lanes straight = slope_head * head; /* exact: 32 bits by 21 */
    const tw_lanes latitude = latitude_k + straight;
    const tw_lanes rounded_away = straight - (latitude - latitude_k); /* exact: latitude_k is larger, or 0 */
    return latitude + (rounded_away + latitude_rest + slope_rest * step + slope_head * fraction.tail + excess);
}

/* The south is reckoned as if it were the north: places count to the south, latitudes to the north. */
static inline tw_lanes latitude(tw_sum fraction) {
    const tw_lane_bits head = bits_of(0.0 - fraction.head), tail = bits_of(0.0 - fraction.tail);
    const tw_lane_bits south = head & INT64_MIN; /* the sign bit, which comes back at the end; not set at the equator */
    fraction.head = lanes_of(head ^ south);
    fraction.tail = lanes_of(tail ^ south);
    return lanes_of(bits_of(northern_latitude(fraction)) ^ south);
}

/* ---- runs of numbers ------------------------------------------------------------------------------------------ */

void tw_mercator_degrees(const tw_mercator *mercator, tw_axis axis, double *places, uint32_t count, uint32_t stride) {
    for (uint32_t i = 0; i < count; i += LANES) {
        /* The last of an odd run fills both lanes. */
        double *first = places + (size_t)i * stride;
        double *last = i + LANES <= count ? first + (size_t)(LANES - 1) * stride : first;
        const tw_sum place =
            place_in_world(mercator->edge[axis], mercator->edge_rest[axis], pack(*first, *last) * mercator->unit);
        const tw_sum fraction = fraction_of_reach(mercator, place);
        const tw_lanes degrees =
            axis == TW_LATITUDE ? latitude(fraction) : 180.0 * fraction.head + 180.0 * fraction.tail;
        double numbers[LANES];
        memcpy(numbers, &degrees, sizeof numbers);
        *first = numbers[0];
        *last = numbers[LANES - 1];
    }
}
