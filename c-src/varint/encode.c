/* Arrays of numbers to packed varints. See ../include/tilewasm_varint.h. */
#include "../include/tilewasm_varint.h"

#include <stddef.h>
#include <string.h>

#include "../base/bytes.h"
#include "simd.h"
#include "types.h"
#include "varint.h"

/* The order matters: the second uses the first. */
#include "encode_plain.h"

#include "encode_simd.h"

uint32_t tw_longest_varint(tw_varint_type type) {
    return tw_is_wide(type) || type == TW_VARINT_INT32 ? TW_VARINT_MAX_LENGTH : 5;
}

/* All of an array, for one type. */
INLINE void encode_type(tw_encoding *encoding, uint32_t type) {
#ifdef TW_SIMD
    encode_groups(encoding, type);
#endif
    tw_encode_plainly(encoding, type);
}

uint64_t tw_encode_varints(const void *values, uint32_t count, tw_varint_type type, uint8_t *bytes) {
    const uint8_t *at = values;
    tw_encoding encoding = {.at = at, .end = at + (uint64_t)count * tw_size(type), .to = bytes};
    switch (type) {
    case TW_VARINT_UINT32:
        encode_type(&encoding, TW_VARINT_UINT32);
        break;
    case TW_VARINT_INT32:
        encode_type(&encoding, TW_VARINT_INT32);
        break;
    case TW_VARINT_SINT32:
        encode_type(&encoding, TW_VARINT_SINT32);
        break;
    case TW_VARINT_DELTA_SINT32:
        encode_type(&encoding, TW_VARINT_DELTA_SINT32);
        break;
    case TW_VARINT_UINT64:
    case TW_VARINT_INT64:
        encode_type(&encoding, TW_VARINT_UINT64);
        break;
    case TW_VARINT_SINT64:
        encode_type(&encoding, TW_VARINT_SINT64);
        break;
    case TW_VARINT_DELTA_SINT64:
        encode_type(&encoding, TW_VARINT_DELTA_SINT64);
        break;
    }
    return (uint64_t)(encoding.to - bytes);
}
