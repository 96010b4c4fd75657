/* Varints by SIMD. Included by decode.c only. docs/varint.md draws a step of each kind.
 *
 * The decoder takes chunks of 64 bytes, each from the beginning of a varint, and looks at the continuation bits of all
 * 64 bytes at once. What varints there are decides how the whole chunk is read: one branch for some thirty values.
 *
 *     all of one byte            sixteen a step
 *     of one and two             those that end in the next eight bytes, by one shuffle
 *     of one to four             four a step from wherever they begin
 *     longer ones among them     two a step from wherever they begin
 *     all of the same length     four or two a step, and the next chunks too while they look the same
 *
 * `type` is a constant wherever it is handed over, so there is code for each type. */

#ifdef TW_SIMD

enum { CHUNK = 64 };

/* Where varints are found by where they end, only those count that end in the first 56 bytes of the chunk, so that
 * there are more ends behind the last. */
enum { USED = 56, UNUSED = CHUNK - USED };

/* An array being decoded, in registers. */
typedef struct {
    const uint8_t *at;
    const uint8_t *end;
    uint8_t *to;
    v128_t sums; /* of deltas: the value before, in every lane */
} tw_stream;

/* ---- continuation bits --------------------------------------------------------------------------------------- */

/* The continuation bits of a chunk, the first byte's lowest. */
INLINE uint64_t chunk_bits(const uint8_t *at) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < CHUNK; i += 16) {
        bits |= (uint64_t)wasm_i8x16_bitmask(wasm_v128_load(at + i)) << i;
    }
    return bits;
}

/* Whether there is another chunk with these bits. */
INLINE bool is_next_chunk(const tw_stream *stream, uint64_t continued) {
    return stream->end - stream->at >= CHUNK && chunk_bits(stream->at) == continued;
}

/* The length of the first varint, where all have the same and the last one may go on behind the chunk; else 0. */
INLINE uint32_t equal_length(uint64_t continued) {
    uint32_t length = (uint32_t)__builtin_ctzll(~continued) + 1;
    return (continued ^ continued >> length) << length == 0 ? length : 0;
}

/* How many varints of one length a chunk holds. */
static const uint8_t WHOLE[TW_VARINT_MAX_LENGTH + 1] = {0, 64, 32, 21, 16, 12, 10, 9, 8, 7, 6};

/* Where varints end in the used part of a chunk; all bytes behind it count as ends. */
INLINE uint64_t used_ends(uint64_t continued) {
    return ~continued | ~0ull << USED;
}

INLINE uint32_t count_used(uint64_t ends) {
    return (uint32_t)__builtin_popcountll(ends << UNUSED);
}

/* The bytes up to the last end in the used part, where there is one. */
INLINE uint32_t used_bytes(uint64_t continued) {
    return USED - (uint32_t)__builtin_clzll(~(continued << UNUSED));
}

/* Takes the lowest end out and returns where the varint behind it begins. */
INLINE uint32_t next_start(uint64_t *ends) {
    uint32_t end = (uint32_t)__builtin_ctzll(*ends);
    *ends &= *ends - 1;
    return end + 1;
}

/* ---- lanes to values ------------------------------------------------------------------------------------------ */

/* Every lane plus all before it in its half, by shifts, which engines have an instruction for. */
INLINE v128_t half_sums_i32x4(v128_t values) {
    return wasm_i32x4_add(values, wasm_i64x2_shl(values, 32));
}

INLINE v128_t half_sums_i16x8(v128_t values) {
    values = wasm_i16x8_add(values, wasm_i64x2_shl(values, 16));
    return wasm_i16x8_add(values, wasm_i64x2_shl(values, 32));
}

/* Every lane plus all before it. */
INLINE v128_t all_sums_i32x4(v128_t values) {
    v128_t sums = half_sums_i32x4(values);
    v128_t lower = wasm_i32x4_shuffle(sums, sums, 1, 1, 1, 1);
    return wasm_i32x4_add(sums, wasm_i64x2_shuffle(wasm_i64x2_splat(0), lower, 0, 2));
}

INLINE v128_t all_sums_i16x8(v128_t values) {
    v128_t sums = half_sums_i16x8(values);
    v128_t lower = wasm_i16x8_shuffle(sums, sums, 3, 3, 3, 3, 4, 5, 6, 7);
    return wasm_i16x8_add(sums, wasm_i64x2_shuffle(wasm_i64x2_splat(0), lower, 0, 2));
}

/* The last lane in every lane. */
INLINE v128_t last_i32x4(v128_t values) {
    return wasm_i32x4_shuffle(values, values, 3, 3, 3, 3);
}

/* Of deltas, takes the sum from the last value written. */
INLINE void take_sums(tw_stream *stream, uint32_t type) {
    if (!tw_is_delta(type)) return;
    stream->sums = tw_is_wide(type) ? wasm_v128_load64_splat(stream->to - 8) : wasm_v128_load32_splat(stream->to - 4);
}

/* Writes four signed words; of deltas, what they are more than the value before the group. Returns the last value. */
INLINE v128_t put_words(const tw_stream *stream, uint32_t index, v128_t words, uint32_t type) {
    uint8_t *to = stream->to + (size_t)index * tw_size(type);
    if (!tw_is_wide(type)) {
        if (tw_is_delta(type)) words = wasm_i32x4_add(words, stream->sums);
        wasm_v128_store(to, words);
        return last_i32x4(words);
    }
    v128_t low = wasm_i64x2_extend_low_i32x4(words);
    v128_t high = wasm_i64x2_extend_high_i32x4(words);
    if (tw_is_delta(type)) {
        low = wasm_i64x2_add(low, stream->sums);
        high = wasm_i64x2_add(high, stream->sums);
    }
    wasm_v128_store(to, low);
    wasm_v128_store(to + 16, high);
    return wasm_i64x2_shuffle(high, high, 1, 1);
}

/* Writes the values of four varints of up to 28 bits. */
INLINE void put_four(tw_stream *stream, uint32_t index, v128_t bits, uint32_t type) {
    if (tw_is_zigzag(type)) bits = tw_zigzag_i32x4(bits);
    if (tw_is_delta(type)) bits = all_sums_i32x4(bits);
    stream->sums = put_words(stream, index, bits, type);
}

/* Writes the values of eight varints of up to 14 bits: four differences cannot leave 16 bits. */
INLINE void put_eight(tw_stream *stream, uint32_t index, v128_t bits, uint32_t type) {
    if (tw_is_zigzag(type)) bits = tw_zigzag_i16x8(bits);
    if (tw_is_delta(type)) bits = half_sums_i16x8(bits);
    v128_t low = wasm_i32x4_extend_low_i16x8(bits);
    v128_t high = wasm_i32x4_extend_high_i16x8(bits);
    if (tw_is_delta(type)) high = wasm_i32x4_add(high, last_i32x4(low));
    put_words(stream, index, low, type);
    stream->sums = put_words(stream, index + 4, high, type);
}

/* Sixteen bytes, each plus all before it, in two times eight 16-bit lanes: the sums of pairs first, which are those of
 * every second byte; the others are one byte less. */
INLINE void sum_sixteen(v128_t bytes, v128_t *low, v128_t *high) {
    v128_t pairs = all_sums_i16x8(wasm_i16x8_extadd_pairwise_i8x16(bytes));
    v128_t firsts = wasm_i16x8_sub(pairs, wasm_i16x8_shr(bytes, 8));
    *low = wasm_i16x8_shuffle(firsts, pairs, 0, 8, 1, 9, 2, 10, 3, 11);
    *high = wasm_i16x8_shuffle(firsts, pairs, 4, 12, 5, 13, 6, 14, 7, 15);
}

/* Writes the values of sixteen varints of one byte. */
INLINE void put_sixteen(tw_stream *stream, uint32_t index, v128_t bytes, uint32_t type) {
    if (tw_is_zigzag(type)) bytes = tw_zigzag_i7x16(bytes);
    v128_t low = wasm_i16x8_extend_low_i8x16(bytes);
    v128_t high = wasm_i16x8_extend_high_i8x16(bytes);
    if (tw_is_delta(type)) sum_sixteen(bytes, &low, &high);
    put_words(stream, index, wasm_i32x4_extend_low_i16x8(low), type);
    put_words(stream, index + 4, wasm_i32x4_extend_high_i16x8(low), type);
    put_words(stream, index + 8, wasm_i32x4_extend_low_i16x8(high), type);
    stream->sums = put_words(stream, index + 12, wasm_i32x4_extend_high_i16x8(high), type);
}

/* Writes the values of two varints of any length. */
INLINE void put_two(tw_stream *stream, uint32_t index, v128_t bits, uint32_t type) {
    v128_t none = wasm_i64x2_splat(0);
    uint8_t *to = stream->to + (size_t)index * tw_size(type);
    if (tw_is_wide(type)) {
        if (tw_is_zigzag(type)) bits = tw_zigzag_i64x2(bits);
        if (tw_is_delta(type)) bits = wasm_i64x2_add(bits, wasm_i64x2_shuffle(none, bits, 0, 2));
        if (tw_is_delta(type)) bits = wasm_i64x2_add(bits, stream->sums);
        wasm_v128_store(to, bits);
        stream->sums = wasm_i64x2_shuffle(bits, bits, 1, 1);
        return;
    }
    bits = wasm_i32x4_shuffle(bits, bits, 0, 2, 0, 2);
    if (tw_is_zigzag(type)) bits = tw_zigzag_i32x4(bits);
    if (tw_is_delta(type)) bits = wasm_i32x4_add(half_sums_i32x4(bits), stream->sums);
    wasm_v128_store64_lane(to, bits, 0);
    stream->sums = wasm_i32x4_shuffle(bits, bits, 1, 1, 1, 1);
}

/* ---- chunks -------------------------------------------------------------------------------------------------- */

/* All of one byte. */
INLINE void decode_bytes(tw_stream *stream, uint32_t type) {
    for (uint32_t i = 0; i < CHUNK; i += 16)
        put_sixteen(stream, i, wasm_v128_load(stream->at + i), type);
    stream->at += CHUNK;
    stream->to += (size_t)CHUNK * tw_size(type);
}

/* Of one and two bytes: by the varints that end in each eight bytes. Lanes that are not in use hold 0. */
INLINE void decode_narrow(tw_stream *stream, uint64_t continued, uint32_t type) {
    const tw_shuffles_t *tables = tw_shuffles();
    v128_t window = tw_first_narrow_window(stream->at);
    uint64_t bits = continued << 1;
    for (uint32_t i = 0;; bits = continued >> (i - 1)) {
        const uint8_t *shuffle = tables->narrow[bits & 0x1FF];
        put_eight(stream, 0, tw_narrow_lanes(shuffle, window), type);
        stream->to += (size_t)(shuffle[15] - TW_NOTE) * (tw_size(type) / 2);
        i += 8;
        if (i == CHUNK) break;
        window = wasm_v128_load(stream->at + i - 1);
    }
    stream->at += CHUNK - (uint32_t)(continued >> (CHUNK - 1));
}

/* Of up to four bytes. */
INLINE void decode_fours(tw_stream *stream, uint64_t continued, uint32_t type) {
    const uint8_t *at = stream->at;
    uint64_t ends = used_ends(continued);
    uint32_t count = count_used(ends);
    uint32_t start = 0;
    for (uint32_t i = 0; i < count; i += 4) {
        v128_t bytes = wasm_v128_load32_zero(at + start);
        bytes = wasm_v128_load32_lane(at + next_start(&ends), bytes, 1);
        bytes = wasm_v128_load32_lane(at + next_start(&ends), bytes, 2);
        bytes = wasm_v128_load32_lane(at + next_start(&ends), bytes, 3);
        start = next_start(&ends);
        put_four(stream, i, tw_join_four_bytes(tw_first_varint_i32x4(bytes)), type);
    }
    stream->at += used_bytes(continued);
    stream->to += (size_t)count * tw_size(type);
    take_sums(stream, type);
}

/* All of one length from two to four bytes, and the next chunks too while they look the same. */
INLINE void decode_equal_fours(tw_stream *stream, uint64_t continued, uint32_t length, uint32_t type) {
    /* The indices of a lane's bytes, and 0x70, which stays beyond 15, where it has no byte left. */
    v128_t lane = wasm_i32x4_splat(length == 2 ? 0x70700100 : length == 3 ? 0x70020100 : 0x03020100);
    uint32_t step = length * 0x01010101u;
    v128_t firsts = wasm_i32x4_make(0, (int32_t)step, (int32_t)(2 * step), (int32_t)(3 * step));
    v128_t shuffle = wasm_i8x16_add(firsts, lane);
    uint32_t count = WHOLE[length];
    do {
        const uint8_t *at = stream->at;
        for (uint32_t i = 0; i < count; i += 4) {
            put_four(stream, i, tw_join_four_bytes(wasm_i8x16_swizzle(wasm_v128_load(at), shuffle)), type);
            at += 4 * (size_t)length;
        }
        stream->at += (size_t)count * length;
        stream->to += (size_t)count * tw_size(type);
        take_sums(stream, type);
    } while (is_next_chunk(stream, continued));
}

/* The bits of a varint beyond its first eight bytes. */
INLINE uint64_t top_bits(const uint8_t *at, uint32_t length) {
    if (length <= 8) return 0;
    uint64_t bits = (uint64_t)(at[8] & 0x7F) << 56;
    return length > 9 ? bits | (uint64_t)at[9] << 63 : bits;
}

/* Of up to ten bytes; with `all_bits`, those beyond the lowest 56 too. */
INLINE void decode_twos(tw_stream *stream, uint64_t continued, bool all_bits, uint32_t type) {
    const uint8_t *at = stream->at;
    uint64_t ends = used_ends(continued);
    uint32_t count = count_used(ends);
    uint32_t start = 0;
    for (uint32_t i = 0; i < count; i += 2) {
        uint32_t second = next_start(&ends);
        uint32_t next = next_start(&ends);
        v128_t bytes = wasm_v128_load64_lane(at + second, wasm_v128_load64_zero(at + start), 1);
        v128_t bits = tw_join_eight_bytes(tw_first_varint_i64x2(bytes));
        if (all_bits) {
            uint64_t first_top = top_bits(at + start, second - start);
            uint64_t second_top = top_bits(at + second, next - second);
            bits = wasm_v128_or(bits, wasm_i64x2_make((int64_t)first_top, (int64_t)second_top));
        }
        put_two(stream, i, bits, type);
        start = next;
    }
    stream->at += used_bytes(continued);
    stream->to += (size_t)count * tw_size(type);
    take_sums(stream, type);
}

/* All of one length from five to ten bytes, and the next chunks too while they look the same. */
INLINE void decode_equal_twos(tw_stream *stream, uint64_t continued, uint32_t length, uint32_t type) {
    v128_t own_bytes = wasm_i64x2_splat(length < 8 ? (1ll << 8 * length) - 1 : -1);
    v128_t bit_63 = wasm_i64x2_splat(length == 10 ? 0x100 : 0);
    uint32_t count = WHOLE[length];
    do {
        const uint8_t *at = stream->at;
        for (uint32_t i = 0; i < count; i += 2) {
            v128_t bytes = wasm_v128_load64_lane(at + length, wasm_v128_load64_zero(at), 1);
            v128_t bits = tw_join_eight_bytes(wasm_v128_and(bytes, own_bytes));
            if (tw_is_wide(type) && length > 8) {
                v128_t more = wasm_v128_load16_lane(at + 8, wasm_i64x2_splat(0), 0);
                more = wasm_v128_load16_lane(at + length + 8, more, 4);
                bits = wasm_v128_or(bits, wasm_i64x2_shl(wasm_v128_and(more, wasm_i64x2_splat(0x7F)), 56));
                bits = wasm_v128_or(bits, wasm_i64x2_shl(wasm_v128_and(more, bit_63), 55));
            }
            put_two(stream, i, bits, type);
            at += 2 * (size_t)length;
        }
        stream->at += (size_t)count * length;
        stream->to += (size_t)count * tw_size(type);
        take_sums(stream, type);
    } while (is_next_chunk(stream, continued));
}

/* Chunk after chunk, while they are whole. Stops less than a chunk before the end, or close to a varint that is too
 * long. */
INLINE void decode_chunks(tw_decoding *decoding, uint32_t type) {
    tw_stream stream = {decoding->at, decoding->end, decoding->to, wasm_i64x2_splat(0)};
    while (stream.end - stream.at >= CHUNK) {
        /* Bytes that end one, two, four continued bytes in a row. */
        uint64_t continued = chunk_bits(stream.at);
        uint64_t pairs = continued & continued << 1;
        uint64_t fours = pairs & pairs << 2;
        if (continued == 0) {
            decode_bytes(&stream, type);
        } else if (fours == 0) {
            uint32_t length = equal_length(continued);
            if (length > 1) {
                decode_equal_fours(&stream, continued, length, type);
            } else if (pairs == 0) {
                decode_narrow(&stream, continued, type);
            } else {
                decode_fours(&stream, continued, type);
            }
        } else {
            uint64_t eights = fours & fours << 4;
            if (eights & pairs << 8) break;
            uint32_t length = equal_length(continued);
            if (length > 0) {
                decode_equal_twos(&stream, continued, length, type);
            } else {
                decode_twos(&stream, continued, tw_is_wide(type) && eights != 0, type);
            }
        }
    }
    decoding->at = stream.at;
    decoding->to = stream.to;
    if (tw_is_delta(type)) decoding->sum = (uint64_t)wasm_i64x2_extract_lane(stream.sums, 0);
}

#endif
