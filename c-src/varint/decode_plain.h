/* Varints one after the other: all that builds without SIMD have, and the ends of arrays in those with it. Included by
 * decode.c only. */

/* An array being decoded. */
typedef struct {
    const uint8_t *at;  /* the next varint */
    const uint8_t *end; /* where a varint ends */
    uint8_t *to;        /* where its value goes */
    uint64_t sum;       /* of deltas: the value before */
} tw_decoding;

/* A varint's bits to its value. */
INLINE uint64_t tw_value_of(uint64_t bits, uint64_t *sum, uint32_t type) {
    if (!tw_is_zigzag(type)) return bits;
    uint64_t value = tw_is_wide(type) ? (uint64_t)tw_zigzag64(bits) : (uint32_t)tw_zigzag32((uint32_t)bits);
    return tw_is_delta(type) ? *sum += value : value;
}

/* Decodes up to the end, or to a varint that is too long. */
INLINE void tw_decode_plainly(tw_decoding *decoding, uint32_t type) {
    const uint8_t *at = decoding->at;
    const uint8_t *end = decoding->end;
    uint8_t *to = decoding->to;
    uint64_t sum = decoding->sum;
    while (at < end) {
        /* In bounds without a check: the byte in front of `end` ends a varint, and so stops the loop at the latest. */
        const uint8_t *start = at;
        uint32_t byte = *at++;
        uint64_t bits = byte & 0x7F;
        for (uint32_t shift = 7; byte >= 0x80; shift += 7) {
            if (shift == 7 * TW_VARINT_MAX_LENGTH) {
                at = start;
                goto too_long;
            }
            byte = *at++;
            bits |= (uint64_t)(byte & 0x7F) << shift;
        }
        uint64_t value = tw_value_of(bits, &sum, type);
        memcpy(to, &value, tw_size(type));
        to += tw_size(type);
    }
too_long:
    decoding->at = at;
    decoding->to = to;
    decoding->sum = sum;
}
