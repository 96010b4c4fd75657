/* Arrays of numbers to packed varints, each as short as it can be. Called by packed.c; the other way is decode.h. */
#ifndef TW_VARINT_ENCODE_H
#define TW_VARINT_ENCODE_H

#include <stdint.h>

#include "../include/tilewasm_varint.h"

/* Bytes that tw_encode_varints may write behind the last one that counts. */
#define TW_ENCODE_SLACK 16u

/* Most bytes that a value of the type takes. */
uint32_t tw_longest_varint(tw_varint_type type);

/* Encodes `count` values of the type's elements to `bytes`, which has room for count * tw_longest_varint +
 * TW_ENCODE_SLACK. Returns the number of bytes. */
uint64_t tw_encode_varints(const void *values, uint32_t count, tw_varint_type type, uint8_t *bytes);

#endif
