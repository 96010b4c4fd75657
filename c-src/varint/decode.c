/* Packed varints to arrays of numbers. See ../include/tilewasm_varint.h. */
#include "../include/tilewasm_varint.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "../base/bytes.h"
#include "simd.h"
#include "types.h"
#include "varint.h"

/* The order matters: the second uses the first. */
#include "decode_plain.h"

#include "decode_simd.h"

uint32_t tw_count_varints(const uint8_t *bytes, uint32_t length) {
    uint32_t count = 0;
    uint32_t i = 0;
    for (; length - i >= 8; i += 8) {
        uint64_t ends = ~tw_load_u64(bytes + i) & 0x8080808080808080u;
        count += (uint32_t)__builtin_popcountll(ends);
    }
    for (; i < length; i++)
        count += bytes[i] < 0x80;
    return count;
}

/* All of an array that is whole, for one type. */
INLINE void decode_type(tw_decoding *decoding, uint32_t type) {
#ifdef TW_SIMD
    decode_chunks(decoding, type);
#endif
    tw_decode_plainly(decoding, type);
}

/* Each type has code of its own. */
static void decode_whole(tw_decoding *decoding, tw_varint_type type) {
    switch (type) {
    case TW_VARINT_UINT32:
    case TW_VARINT_INT32:
        decode_type(decoding, TW_VARINT_UINT32);
        break;
    case TW_VARINT_SINT32:
        decode_type(decoding, TW_VARINT_SINT32);
        break;
    case TW_VARINT_DELTA_SINT32:
        decode_type(decoding, TW_VARINT_DELTA_SINT32);
        break;
    case TW_VARINT_UINT64:
    case TW_VARINT_INT64:
        decode_type(decoding, TW_VARINT_UINT64);
        break;
    case TW_VARINT_SINT64:
        decode_type(decoding, TW_VARINT_SINT64);
        break;
    case TW_VARINT_DELTA_SINT64:
        decode_type(decoding, TW_VARINT_DELTA_SINT64);
        break;
    }
}

tw_status tw_decode_varints(const uint8_t *bytes, uint32_t length, tw_varint_type type, void *values, uint32_t *count,
                            uint32_t *fault) {
    const uint8_t *end = bytes + length;
    const uint8_t *whole_end = end;
    while (whole_end > bytes && whole_end[-1] >= 0x80)
        whole_end--;
    tw_decoding decoding = {.at = bytes, .end = whole_end, .to = values};
    decode_whole(&decoding, type);
    *count = (uint32_t)(decoding.to - (uint8_t *)values) / tw_size(type);
    *fault = (uint32_t)(decoding.at - bytes);
    tw_status status = TW_OK;
    uint64_t ignored = 0;
    if (decoding.at < end) tw_read_long_varint64(decoding.at, end, &ignored, &status);
    return status;
}
