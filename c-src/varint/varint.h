/* Reading one varint at a time, with every check. Called by the wire layer (tags, lengths, scalars) and by the
 * scalar kernels at the end of a run. Protobuf: https://protobuf.dev/programming-guides/encoding/#varints
 *
 * A varint has one to ten bytes; each carries seven bits, lowest first, and a set top bit says that another
 * byte follows. What lies beyond bit 63 is dropped, as protobuf readers do. */
#ifndef TW_VARINT_VARINT_H
#define TW_VARINT_VARINT_H

#include <stddef.h>
#include <stdint.h>

#include "../include/tilewasm.h"

/* Most bytes that a varint has. */
#define TW_VARINT_MAX_LENGTH 10u

/* The general case of tw_read_varint64: any length. Same contract. */
const uint8_t *tw_read_long_varint64(const uint8_t *at, const uint8_t *end, uint64_t *value, tw_status *status);

/* Reads the varint at `at`, at most up to `end`. Returns the byte behind it and sets *value.
 *
 * Returns NULL and sets *status at a fault: TW_TRUNCATED when `end` comes first (at == end too), TW_BAD_VARINT
 * at a varint longer than ten bytes. *status is left alone when all is well, *value at a fault. */
static inline const uint8_t *tw_read_varint64(const uint8_t *at, const uint8_t *end, uint64_t *value,
                                              tw_status *status) {
    if (at < end && at[0] < 0x80) {
        *value = at[0];
        return at + 1;
    }
    return tw_read_long_varint64(at, end, value, status);
}

/* The same, keeping the low 32 bits: how protobuf reads uint32, int32 and bool fields. */
static inline const uint8_t *tw_read_varint32(const uint8_t *at, const uint8_t *end, uint32_t *value,
                                              tw_status *status) {
    if (at < end && at[0] < 0x80) {
        *value = at[0];
        return at + 1;
    }
    uint64_t whole = 0;
    const uint8_t *next = tw_read_long_varint64(at, end, &whole, status);
    *value = (uint32_t)whole;
    return next;
}

/* The signed number behind a zigzag-coded one: 0, -1, 1, -2, ... */
static inline int32_t tw_zigzag32(uint32_t value) {
    return (int32_t)((value >> 1) ^ (0u - (value & 1u)));
}
static inline int64_t tw_zigzag64(uint64_t value) {
    return (int64_t)((value >> 1) ^ (0ull - (value & 1u)));
}

#endif
