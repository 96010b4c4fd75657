/* tilewasm: packed varints, the public C API. For protobuf's packed fields and what other formats make of them, such as
 * OpenStreetMap PBF's delta-coded dense nodes. https://protobuf.dev/programming-guides/encoding/#packed
 *
 * As in tilewasm.h a call works on bytes in the library's own memory:
 *
 *     uint8_t *bytes = tw_reserve(length, 0);
 *     ... write the packed field at `bytes` ...
 *     if (tw_varint_decode(length, TW_VARINT_SINT64) == TW_OK) use(tw_result()->block, tw_result()->block_length);
 *     tw_release(); */
#ifndef TILEWASM_VARINT_H
#define TILEWASM_VARINT_H

#include "tilewasm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the varints stand for. Bit 2: 64-bit values, else 32-bit ones. */
typedef enum {
    TW_VARINT_UINT32 = 0,
    TW_VARINT_INT32 = 1,        /* a negative one is sign-extended to ten bytes, as protobuf has it */
    TW_VARINT_SINT32 = 2,       /* zigzag: 0, -1, 1, -2, ... */
    TW_VARINT_DELTA_SINT32 = 3, /* zigzag differences to the value before; the first to 0; modulo 2^32 */
    TW_VARINT_UINT64 = 4,
    TW_VARINT_INT64 = 5,
    TW_VARINT_SINT64 = 6,
    TW_VARINT_DELTA_SINT64 = 7, /* modulo 2^64 */
} tw_varint_type;

/* Parts of a type. */
enum { TW_VARINT_MEANING = 3, TW_VARINT_WIDE = 4 };

/* Decodes the packed field of `length` bytes at tw_reserve's address and leaves an array of the type's values: int32_t
 * or uint32_t, int64_t or uint64_t. As protobuf does, 32-bit types take the low 32 bits of a longer varint, and what
 * lies beyond bit 63 is dropped.
 *
 * TW_TRUNCATED, TW_BAD_VARINT: error_offset tells where the faulty varint begins. TW_BAD_REQUEST: no such type. */
TW_API(tw_varint_decode) tw_status tw_varint_decode(uint32_t length, uint32_t type);

/* Encodes `count` values at tw_reserve's address (4 or 8 bytes each) and leaves a packed field, each varint as short as
 * it can be. */
TW_API(tw_varint_encode) tw_status tw_varint_encode(uint32_t count, uint32_t type);

#ifdef __cplusplus
}
#endif

#endif
