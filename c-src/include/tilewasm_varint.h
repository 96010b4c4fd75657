/* tilewasm: packed varints, the public C API. For protobuf's packed fields and what other formats make of them, such as
 * OpenStreetMap PBF's delta-coded dense nodes. https://protobuf.dev/programming-guides/encoding/#packed
 *
 *     uint32_t room = tw_count_varints(bytes, length) + TW_DECODE_SLACK;
 *     int64_t *ids = malloc(room * sizeof *ids);
 *     tw_status status = tw_decode_varints(bytes, length, TW_VARINT_DELTA_SINT64, ids, &count, &fault);
 *
 * Memory is the caller's. Functions keep nothing but tables that they make at first use, and take one thread at a time.
 */
#ifndef TILEWASM_VARINT_H
#define TILEWASM_VARINT_H

#include "tilewasm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What varints stand for. */
typedef enum {
    TW_VARINT_UINT32 = 0,
    TW_VARINT_INT32 = 1,        /* a negative one is sign-extended to ten bytes, as protobuf has it */
    TW_VARINT_SINT32 = 2,       /* zigzag: 0, -1, 1, -2, ... */
    TW_VARINT_DELTA_SINT32 = 3, /* zigzag differences to the value before, the first to 0; modulo 2^32 */
    TW_VARINT_UINT64 = 4,
    TW_VARINT_INT64 = 5,
    TW_VARINT_SINT64 = 6,
    TW_VARINT_DELTA_SINT64 = 7, /* modulo 2^64 */
} tw_varint_type;

/* Parts of a type: what the bits mean, and whether values have 64 bits. */
enum { TW_VARINT_MEANING = 3, TW_VARINT_WIDE = 4 };

/* Values that tw_decode_varints may write behind the last one it counts. */
#define TW_DECODE_SLACK 8u

/* Bytes that tw_encode_varints may write behind the last one it counts. */
#define TW_ENCODE_SLACK 16u

/* Number of bytes below 0x80, which is the number of varints that have an end. */
uint32_t tw_count_varints(const uint8_t *bytes, uint32_t length);

/* Decodes bytes[0, length) into `values`, uint32_t, int32_t, uint64_t or int64_t by the type, and sets *count. Room for
 * tw_count_varints + TW_DECODE_SLACK values. Up to TW_PADDING bytes behind the end are read and not used.
 *
 * As in protobuf, 32-bit types take the low 32 bits of a longer varint, and what lies beyond bit 63 is dropped.
 *
 * Returns TW_OK; TW_TRUNCATED when the last varint has no end; TW_BAD_VARINT at one longer than ten bytes. Then *count
 * tells the whole values before the fault, and *fault the byte at which the faulty varint begins. */
tw_status tw_decode_varints(const uint8_t *bytes, uint32_t length, tw_varint_type type, void *values, uint32_t *count,
                            uint32_t *fault);

/* Most bytes that a value of the type takes: 5 or 10. */
uint32_t tw_longest_varint(tw_varint_type type);

/* Encodes `count` values to `bytes`, each as short as it can be. Room for count * tw_longest_varint + TW_ENCODE_SLACK
 * bytes. Returns the number of bytes. */
uint64_t tw_encode_varints(const void *values, uint32_t count, tw_varint_type type, uint8_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
