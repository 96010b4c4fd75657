/* Packed varints to arrays of numbers, and the other way in encode.h. Called by packed.c, which makes public functions
 * of both. Protobuf: https://protobuf.dev/programming-guides/encoding/#packed */
#ifndef TW_VARINT_DECODE_H
#define TW_VARINT_DECODE_H

#include <stdint.h>

#include "../include/tilewasm_varint.h"

/* Values that tw_decode_varints may write behind the last one it counts. */
#define TW_DECODE_SLACK 8u

/* Number of bytes below 0x80, which is the number of varints that have an end. */
uint32_t tw_count_varints(const uint8_t *bytes, uint32_t length);

/* Decodes bytes[0, length) into `values`, of the element type of `type`, and sets *count. Room for tw_count_varints +
 * TW_DECODE_SLACK of them. Reads up to TW_PADDING bytes behind the end.
 *
 * Returns TW_OK; TW_TRUNCATED when the last varint has no end; TW_BAD_VARINT at one longer than ten bytes. After
 * either, *count tells the whole values before the fault and *fault where the faulty varint begins. */
tw_status tw_decode_varints(const uint8_t *bytes, uint32_t length, tw_varint_type type, void *values, uint32_t *count,
                            uint32_t *fault);

#endif
