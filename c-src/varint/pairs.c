/* Whether pairs of numbers lie below two limits. See pairs.h. The largest of each side is found first, then compared.
 */
#include "pairs.h"

#include "simd.h"

bool tw_pairs32_below(const uint32_t *pairs, uint32_t count, uint32_t first_limit, uint32_t second_limit) {
    bool below = true;
    for (uint32_t i = 0; i < count; i++) {
        below &= pairs[2 * (uint64_t)i] < first_limit && pairs[2 * (uint64_t)i + 1] < second_limit;
    }
    return below;
}

bool tw_pairs16_below(const uint16_t *pairs, uint32_t count, uint32_t first_limit, uint32_t second_limit) {
    bool below = true;
    uint32_t i = 0;
#ifdef TW_SIMD
    v128_t largest = wasm_i16x8_splat(0);
    for (; count - i >= 4; i += 4)
        largest = wasm_u16x8_max(largest, wasm_v128_load(pairs + 2 * (uint64_t)i));
    uint16_t lanes[8];
    wasm_v128_store(lanes, largest);
    if (i > 0)
        below =
            tw_pairs16_below(lanes, 3, first_limit, second_limit) && lanes[6] < first_limit && lanes[7] < second_limit;
#endif
    for (; i < count; i++) {
        below &= pairs[2 * (uint64_t)i] < first_limit && pairs[2 * (uint64_t)i + 1] < second_limit;
    }
    return below;
}
