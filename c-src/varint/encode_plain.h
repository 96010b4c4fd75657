/* Values to varints one after the other: all that builds without SIMD have, and the ends of arrays in those with it.
 * Included by encode.c only. */

/* An array being encoded. */
typedef struct {
    const uint8_t *at;  /* the next value */
    const uint8_t *end; /* behind the last one */
    uint8_t *to;        /* where its varint goes */
    uint64_t before;    /* of deltas: the value before */
} tw_encoding;

/* The bits that a value's varint carries. */
INLINE uint64_t bits_of(const uint8_t *at, uint64_t *before, uint32_t type) {
    uint64_t value = tw_is_wide(type) ? tw_load_u64(at) : tw_load_u32(at);
    if (type == TW_VARINT_INT32) return (uint64_t)(int64_t)(int32_t)value;
    if (!tw_is_zigzag(type)) return value;
    uint64_t number = value;
    if (tw_is_delta(type)) {
        number -= *before;
        *before = value;
    }
    if (tw_is_wide(type)) return number << 1 ^ (0 - (number >> 63));
    uint32_t narrow = (uint32_t)number;
    return narrow << 1 ^ (0 - (narrow >> 31));
}

/* Encodes up to the end. */
INLINE void tw_encode_plainly(tw_encoding *encoding, uint32_t type) {
    uint8_t *to = encoding->to;
    uint64_t before = encoding->before;
    for (const uint8_t *at = encoding->at; at < encoding->end; at += tw_size(type)) {
        uint64_t bits = bits_of(at, &before, type);
        while (bits >= 0x80) {
            *to++ = (uint8_t)(bits | 0x80);
            bits >>= 7;
        }
        *to++ = (uint8_t)bits;
    }
    encoding->to = to;
}
