/* Web Mercator backwards, in plain doubles with a spare word where it counts. See docs/coordinates.md. */
#include "mercator.h"

#include <float.h>

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* gcc does not know it, and contracts nothing under -std=c11 */
#endif

_Static_assert(FLT_EVAL_METHOD == 0, "doubles must be rounded after every operation (x87: use -msse2 -mfpmath=sse)");

/* A fraction of the way from the middle of the world to its edge: `head` has at most 21 significant bits, so that
 * products with 32 bits are exact; `tail` is the rest, to 52 more bits. */
typedef struct {
    double head, tail;
} tw_fraction;

/* The rounded first 21 bits of a number (Veltkamp's splitting). */
static inline double leading_bits(double value) {
    const double scaled = value * 0x1.00000001p+32;
    return scaled - (scaled - value);
}

/* distance / reach. `reach` has 32 significant bits, so head * reach is exact, and so is what is left of the distance.
 */
static inline tw_fraction fraction_of_reach(const tw_mercator *mercator, int64_t distance) {
    const double low = (double)(distance & 0x7FF);
    const double high = (double)(distance & ~(int64_t)0x7FF); /* 53 bits and zeros: exact */
    const double sum = high + low;
    const double rounded_away = low - (sum - high); /* 0 below 2^53 */
    tw_fraction fraction;
    fraction.head = leading_bits(sum * mercator->inverse);
    fraction.tail = (sum - fraction.head * mercator->reach + rounded_away) * mercator->inverse;
    return fraction;
}

void tw_mercator_begin(tw_mercator *mercator, uint32_t extent, uint32_t x, uint32_t y, uint32_t z) {
    /* At z 32 a distance reaches -2^63, which fits; the world's half, extent * 2^31, fits as well. */
    mercator->halves = z == 0 ? 2 : 1;
    const int64_t tile = (int64_t)extent * mercator->halves;
    const int64_t reach = z == 0 ? (int64_t)extent : (int64_t)extent << (z - 1);
    mercator->reach = (double)reach;
    mercator->inverse = 1.0 / mercator->reach;
    mercator->left = (int64_t)((uint64_t)tile * x - (uint64_t)reach);
    mercator->top = (int64_t)((uint64_t)tile * y - (uint64_t)reach);
}

double tw_mercator_longitude(const tw_mercator *mercator, int32_t x) {
    const tw_fraction fraction = fraction_of_reach(mercator, mercator->left + (int64_t)x * mercator->halves);
    return 180.0 * fraction.head + 180.0 * fraction.tail;
}

/* What is known of the latitude at k/8 of the way from the equator to the edge of the world (k pi/8 of Mercator's y).
 */
typedef struct {
    double latitude;     /* degrees(atan(sinh(k pi/8))) */
    double slope;        /* 180 / cosh(k pi/8), degrees a whole way, its first 32 bits */
    double bend;         /* pi/2 * tanh(k pi/8) */
    float latitude_rest; /* what `latitude` rounds away */
    float slope_rest;    /* what `slope` rounds away */
} tw_parallel;

#define TW_LAST_PARALLEL 8

static const tw_parallel parallels[TW_LAST_PARALLEL + 1] = {
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

/* 360/pi * atan(pi/360 * a) - a: what an arctangent is short of its argument, both in degrees of the doubled angle.
 * |a| < 11.3. */
static inline double arctangent_shortfall(double a) {
    const double square = a * a;
    double sum = 0x1.21e9b09f23dd2p-86;
    sum = sum * square - 0x1.19705c11d8006p-72;
    sum = sum * square + 0x1.13c00b2041188p-58;
    sum = sum * square - 0x1.1c261db88ede2p-44;
    sum = sum * square + 0x1.3ed48196af47fp-30;
    sum = sum * square - 0x1.a9e2d241ad4f7p-16;
    return sum * square * a;
}

/* Latitude, not negative, of a fraction that is not negative. With h = pi * step, the way from the nearest parallel k,
 *     latitude = latitude_k + 2 atan(cos_k tanh(h/2) / (1 + sin_k tanh(h/2)))
 * where cos_k and sin_k are those of latitude_k: 1/cosh and tanh of k pi/8. The first term of the right side, slope *
 * step, is taken with spare bits; what remains is small against the latitude, and plain doubles are enough.
 *
 * tanh(h/2) is pi/2 * (step - cubic / divisor), a rational function fitted to |step| <= 1/16. */
static double northern_latitude(tw_fraction fraction) {
    if (fraction.head > 12) fraction = (tw_fraction){12, 0}; /* nearer to 90 than to the next double below */
    const uint32_t nearest = (uint32_t)(fraction.head * 8 + 0.5);
    const tw_parallel *parallel = &parallels[nearest < TW_LAST_PARALLEL ? nearest : TW_LAST_PARALLEL];
    const double head = fraction.head - nearest * 0.125; /* exact, and still 21 bits */
    const double step = head + fraction.tail;
    const double square = step * step;
    const double cubic = step * square * (0x1.a51a6625307d3p-1 + square * 0x1.7168452bd844fp-4);
    const double divisor = 1 + square * (0x1.18bbc4262006bp+0 + square * 0x1.8bca4d1e90330p-4);
    const double sine = step * divisor - cubic;

    if (nearest > TW_LAST_PARALLEL) {
        /* Beyond the edge count from the pole: 90 - 360/pi * atan(exp(-pi * fraction)), the power going down by the
         * same factor at every parallel, from the one at the edge. */
        double exponential = 0x1.3cecc0ce68877p+2;
        for (uint32_t i = TW_LAST_PARALLEL; i < nearest; i++)
            exponential *= 0x1.59b7ff189ac58p-1;
        const double half_pi_sine = sine * 0x1.921fb54442d18p+0;
        exponential *= (divisor - half_pi_sine) / (divisor + half_pi_sine);
        return 90 - (exponential + arctangent_shortfall(exponential));
    }

    const double slope = parallel->slope + parallel->slope_rest;
    const double share = slope / (divisor + parallel->bend * sine);
    const double bending = (cubic + parallel->bend * step * sine) * share;
    const double straight = parallel->slope * head; /* exact: 32 bits by 21 */
    const double latitude = parallel->latitude + straight;
    const double rounded_away = straight - (latitude - parallel->latitude); /* |latitude_k| is larger, or 0 */
    return latitude + (rounded_away + parallel->latitude_rest + parallel->slope_rest * step +
                       parallel->slope * fraction.tail + (arctangent_shortfall(sine * share) - bending));
}

double tw_mercator_latitude(const tw_mercator *mercator, int32_t y) {
    tw_fraction fraction = fraction_of_reach(mercator, mercator->top + (int64_t)y * mercator->halves);
    if (fraction.head <= 0) return northern_latitude((tw_fraction){0 - fraction.head, 0 - fraction.tail});
    return -northern_latitude(fraction);
}
