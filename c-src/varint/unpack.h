/* Unpacking of packed varints into lanes of a fixed width. Called by the reader (geometry, tags).
 * Protobuf encoding: https://protobuf.dev/programming-guides/encoding/#varints
 *
 * The unpack functions: at most `length` values; room for length + TW_UNPACK_SLACK of them, also where they are not
 * counted. Read up to TW_PADDING bytes behind the end, and nothing in front of `bytes`. Return TW_OK; TW_TRUNCATED when
 * the last varint has no end; TW_BAD_VARINT at one longer than ten bytes. After either, *count tells the whole values
 * before the fault. Values beyond 32 bits lose their upper bits, as protobuf reads uint32. */
#ifndef TW_VARINT_UNPACK_H
#define TW_VARINT_UNPACK_H

#include <stdbool.h>
#include <stdint.h>

#include "../include/tilewasm.h"

/* Values that an unpack function may write behind the last one it counts: callers give room for them. */
#define TW_UNPACK_SLACK 16u

/* Unpacks every varint of bytes[0, length) into 32-bit lanes and sets *count. */
tw_status tw_unpack_uint32(const uint8_t *bytes, uint32_t length, uint32_t *values, uint32_t *count);

/* Unpacks into the lanes that suit the values: *width is 2 (uint16_t), which it is only when no varint has more than
 * two bytes, or 4 (uint32_t). Without SIMD it is always 4.
 *
 * On entry *width is what the run before had, or 2: a guess that changes the speed only. `lanes` has room for 32-bit
 * lanes, aligned to 4. */
tw_status tw_unpack_lanes(const uint8_t *bytes, uint32_t length, void *lanes, uint32_t *count, uint32_t *width);

/* Makes `count` 32-bit lanes 16-bit ones, in place. False where one does not fit; the lanes are worthless then. */
bool tw_narrow_to_uint16(uint32_t *lanes, uint32_t count);

#endif
