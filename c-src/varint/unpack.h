/* Unpacking of packed varints into fixed lanes. Called by the reader (geometry, tags) and by the public
 * varint functions. Protobuf encoding: https://protobuf.dev/programming-guides/encoding/#varints */
#ifndef TW_VARINT_UNPACK_H
#define TW_VARINT_UNPACK_H

#include <stdint.h>

#include "../include/tilewasm.h"

/* Values that an unpack function may write behind the last one it counts: callers give room for them. */
#define TW_UNPACK_SLACK 16u

/* Unpacks every varint of bytes[0, length) into `values`, each as its low 32 bits, and sets *count.
 *
 * At most `length` values; `values` has room for length + TW_UNPACK_SLACK. Reads up to TW_PADDING bytes behind the end.
 * Returns TW_OK; TW_TRUNCATED when the last varint has no end; TW_BAD_VARINT at one longer than ten bytes. After
 * either, *count tells the whole values before the fault. */
tw_status tw_unpack_uint32(const uint8_t *bytes, uint32_t length, uint32_t *values, uint32_t *count);

#endif
