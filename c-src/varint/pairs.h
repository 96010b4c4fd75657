/* Whether pairs of numbers lie below two limits. Called by the tags reader, once a layer. */
#ifndef TW_VARINT_PAIRS_H
#define TW_VARINT_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

/* Of `count` pairs: whether every first number is below `first_limit` and every second below `second_limit`. */
bool tw_pairs16_below(const uint16_t *pairs, uint32_t count, uint32_t first_limit, uint32_t second_limit);
bool tw_pairs32_below(const uint32_t *pairs, uint32_t count, uint32_t first_limit, uint32_t second_limit);

#endif
