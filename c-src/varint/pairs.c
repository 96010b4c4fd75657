/* Whether pairs of numbers lie below two limits. See pairs.h. With SIMD the largest of each side is found first. */
#include "pairs.h"

#include "simd.h"

bool tw_pairs32_below(const uint32_t *pairs, uint32_t count, uint32_t first_limit, uint32_t second_limit) {
    uint32_t i = 0;
    bool below = true;
#ifdef TW_SIMD
    v128_t largest = wasm_i32x4_splat(0);
    for (; count - i >= 2; i += 2) {
        largest = wasm_u32x4_max(largest, wasm_v128_load(pairs + 2 * (uint64_t)i));
    }
    largest = wasm_u32x4_max(largest, wasm_i32x4_shuffle(largest, largest, 2, 3, 0, 1));
    below = i == 0 || ((uint32_t)wasm_i32x4_extract_lane(largest, 0) < first_limit &&
                       (uint32_t)wasm_i32x4_extract_lane(largest, 1) < second_limit);
#endif
    for (; i < count; i++) {
        below &= pairs[2 * (uint64_t)i] < first_limit && pairs[2 * (uint64_t)i + 1] < second_limit;
    }
    return below;
}

bool tw_pairs16_below(const uint16_t *pairs, uint32_t count, uint32_t first_limit, uint32_t second_limit) {
    uint32_t i = 0;
    bool below = true;
#ifdef TW_SIMD
    v128_t largest = wasm_i16x8_splat(0);
    for (; count - i >= 4; i += 4) {
        largest = wasm_u16x8_max(largest, wasm_v128_load(pairs + 2 * (uint64_t)i));
    }
    largest = wasm_u16x8_max(largest, wasm_i32x4_shuffle(largest, largest, 2, 3, 0, 1));
    largest = wasm_u16x8_max(largest, wasm_i32x4_shuffle(largest, largest, 1, 0, 3, 2));
    below = i == 0 ||
            (wasm_u16x8_extract_lane(largest, 0) < first_limit && wasm_u16x8_extract_lane(largest, 1) < second_limit);
#endif
    for (; i < count; i++) {
        below &= pairs[2 * (uint64_t)i] < first_limit && pairs[2 * (uint64_t)i + 1] < second_limit;
    }
    return below;
}
