/* What a tw_varint_type means, for code that is made once for each type. Included by decode.c and encode.c only. */
#ifndef TW_VARINT_TYPES_H
#define TW_VARINT_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "../include/tilewasm_varint.h"

/* Where these functions get a constant type, there must come out code for that type. */
#define INLINE static inline __attribute__((always_inline))
#define SHARED static __attribute__((noinline))

INLINE bool tw_is_wide(uint32_t type) {
    return type & TW_VARINT_WIDE;
}

INLINE bool tw_is_zigzag(uint32_t type) {
    return (type & TW_VARINT_MEANING) >= TW_VARINT_SINT32;
}

INLINE bool tw_is_delta(uint32_t type) {
    return (type & TW_VARINT_MEANING) == TW_VARINT_DELTA_SINT32;
}

/* Of a value, in bytes. */
INLINE uint32_t tw_size(uint32_t type) {
    return tw_is_wide(type) ? 8 : 4;
}

#endif
