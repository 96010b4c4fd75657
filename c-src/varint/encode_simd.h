/* Values to varints by SIMD. Included by encode.c only. docs/varint.md draws a step.
 *
 * The encoder takes groups of sixteen values. The largest of them decides how the whole group is written: one branch
 * for sixteen values. First the bits are spread to seven a byte; then all bytes but a varint's last get a continuation
 * bit; then the bytes that are not needed are closed up by a shuffle, or are overwritten by what follows. */

#ifdef TW_SIMD

enum { GROUP = 16 };

/* Shuffles that close up bytes. Made at first use. */
static struct {
    uint8_t pairs[256][16];  /* of eight pairs, by a bit for each pair whose second byte is kept */
    uint8_t halves[256][16]; /* of half a vector, by a bit for each byte that is kept; the upper eight are not used */
    uint8_t ready;
} closing;

SHARED void make_closing(void) {
    for (uint32_t kept = 0; kept < 256; kept++) {
        uint8_t *pair_to = closing.pairs[kept];
        uint8_t *half_to = closing.halves[kept];
        for (uint32_t i = 0; i < 8; i++) {
            *pair_to++ = (uint8_t)(2 * i);
            if (kept >> i & 1) *pair_to++ = (uint8_t)(2 * i + 1);
            if (kept >> i & 1) *half_to++ = (uint8_t)i;
        }
    }
    closing.ready = 1;
}

/* Eight values of up to 14 bits in 16-bit lanes. */
INLINE uint8_t *put_eight(uint8_t *to, v128_t values) {
    v128_t low = wasm_v128_and(values, wasm_i16x8_splat(0x7F));
    v128_t high = wasm_v128_and(wasm_i16x8_shl(values, 1), wasm_i16x8_splat(0x7F00));
    v128_t longer = wasm_i16x8_gt(values, wasm_i16x8_splat(0x7F));
    v128_t bytes = wasm_v128_or(wasm_v128_or(low, high), wasm_v128_and(longer, wasm_i16x8_splat(0x80)));
    uint32_t kept = (uint32_t)wasm_i16x8_bitmask(longer);
    wasm_v128_store(to, wasm_i8x16_swizzle(bytes, wasm_v128_load(closing.pairs[kept])));
    return to + 8 + __builtin_popcount(kept);
}

/* Writes those bytes of the lower half that `kept` has a bit for. Returns where the next go. */
INLINE uint8_t *put_kept(uint8_t *to, v128_t bytes, uint32_t kept) {
    wasm_v128_store64_lane(to, wasm_i8x16_swizzle(bytes, wasm_v128_load(closing.halves[kept])), 0);
    return to + __builtin_popcount(kept);
}

/* The same for both halves. */
INLINE uint8_t *put_both(uint8_t *to, v128_t bytes, uint32_t kept) {
    to = put_kept(to, bytes, kept & 0xFF);
    return put_kept(to, wasm_i64x2_shuffle(bytes, bytes, 1, 1), kept >> 8);
}

/* In 32-bit lanes of up to 28 bits: seven bits a byte. */
INLINE v128_t spread(v128_t values) {
    v128_t low = wasm_v128_and(values, wasm_i32x4_splat(0x3FFF));
    v128_t high = wasm_v128_and(wasm_i32x4_shl(values, 2), wasm_i32x4_splat(0x3FFF0000));
    values = wasm_v128_or(low, high);
    low = wasm_v128_and(values, wasm_i32x4_splat(0x007F007F));
    high = wasm_v128_and(wasm_i32x4_shl(values, 1), wasm_i32x4_splat(0x7F007F00));
    return wasm_v128_or(low, high);
}

/* The top bit of every byte that is not 0. */
INLINE v128_t mark_bytes(v128_t bytes) {
    return wasm_v128_and(wasm_u8x16_add_sat(bytes, wasm_i8x16_splat(0x7F)), wasm_i8x16_splat((int8_t)0x80));
}

/* The continuation bits of spread words: of each byte that has one above it in its lane that is not 0. `top` is what
 * lies above the word, in its highest byte. */
INLINE v128_t continuation(v128_t bytes, v128_t top) {
    v128_t above = wasm_v128_or(wasm_u32x4_shr(bytes, 8), top);
    above = wasm_v128_or(above, wasm_u32x4_shr(above, 8));
    above = wasm_v128_or(above, wasm_u32x4_shr(above, 16));
    return mark_bytes(above);
}

/* Four values of up to 28 bits. */
INLINE uint8_t *put_four(uint8_t *to, v128_t values) {
    v128_t bytes = spread(values);
    v128_t marks = continuation(bytes, wasm_i32x4_splat(0));
    uint32_t continued = (uint32_t)wasm_i8x16_bitmask(marks);
    return put_both(to, wasm_v128_or(bytes, marks), (continued << 1 | 0x1111) & 0xFFFF);
}

/* Four values of up to 32 bits: each is written with a fifth byte, which the next one overwrites where there is none.
 */
INLINE uint8_t *put_four_long(uint8_t *to, v128_t values) {
    v128_t bytes = spread(values);
    v128_t top = wasm_u32x4_shr(values, 28);
    v128_t marks = continuation(bytes, wasm_i32x4_shl(top, 24));
    uint32_t continued = (uint32_t)wasm_i8x16_bitmask(marks);
    bytes = wasm_v128_or(bytes, marks);
    wasm_v128_store32_lane(to, bytes, 0);
    wasm_v128_store8_lane(to + 4, top, 0);
    to += 1 + __builtin_popcount(continued & 0x000F);
    wasm_v128_store32_lane(to, bytes, 1);
    wasm_v128_store8_lane(to + 4, top, 4);
    to += 1 + __builtin_popcount(continued & 0x00F0);
    wasm_v128_store32_lane(to, bytes, 2);
    wasm_v128_store8_lane(to + 4, top, 8);
    to += 1 + __builtin_popcount(continued & 0x0F00);
    wasm_v128_store32_lane(to, bytes, 3);
    wasm_v128_store8_lane(to + 4, top, 12);
    return to + 1 + __builtin_popcount(continued & 0xF000);
}

/* Puts the bits from 56 on behind a varint that they made nine bytes long; bit 63 makes it ten. */
INLINE uint8_t *put_top(uint8_t *end, uint64_t top) {
    if (top == 0) return end;
    end[-1] = (uint8_t)top;
    *end = 1;
    return end + (top >> 7);
}

/* Two values in 64-bit lanes; with `tops`, of more than 56 bits too. */
INLINE uint8_t *put_two(uint8_t *to, v128_t values, bool tops) {
    /* Two words of 28 bits. */
    v128_t words = wasm_v128_or(wasm_v128_and(values, wasm_i64x2_splat(0x0FFFFFFF)),
                                wasm_v128_and(wasm_i64x2_shl(values, 4), wasm_i64x2_splat(0x0FFFFFFF00000000)));
    v128_t bytes = spread(words);
    v128_t above = wasm_u64x2_shr(bytes, 8);
    v128_t top = wasm_u64x2_shr(values, 56);
    if (tops) above = wasm_v128_or(above, wasm_i64x2_shl(top, 56));
    above = wasm_v128_or(above, wasm_u64x2_shr(above, 8));
    above = wasm_v128_or(above, wasm_u64x2_shr(above, 16));
    above = wasm_v128_or(above, wasm_u64x2_shr(above, 32));
    v128_t marks = mark_bytes(above);
    uint32_t continued = (uint32_t)wasm_i8x16_bitmask(marks);
    bytes = wasm_v128_or(bytes, marks);
    wasm_v128_store64_lane(to, bytes, 0);
    to += 1 + __builtin_popcount(continued & 0xFF);
    if (tops) to = put_top(to, (uint64_t)wasm_i64x2_extract_lane(top, 0));
    wasm_v128_store64_lane(to, bytes, 1);
    to += 1 + __builtin_popcount(continued & 0xFF00);
    if (tops) to = put_top(to, (uint64_t)wasm_i64x2_extract_lane(top, 1));
    return to;
}

/* ---- groups -------------------------------------------------------------------------------------------------- */

/* Whether any lane has one of these bits. */
INLINE bool any_bits(v128_t values, uint64_t bits) {
    return wasm_v128_any_true(wasm_v128_and(values, wasm_i64x2_splat((int64_t)bits)));
}

INLINE v128_t or_all(const v128_t words[4]) {
    return wasm_v128_or(wasm_v128_or(words[0], words[1]), wasm_v128_or(words[2], words[3]));
}

/* A group of values of up to 32 bits of which one has more than 14. */
SHARED uint8_t *put_words(uint8_t *to, v128_t a, v128_t b, v128_t c, v128_t d) {
    const v128_t words[4] = {a, b, c, d};
    bool longest = any_bits(or_all(words), 0xF0000000F0000000u);
    for (uint32_t i = 0; i < 4 && longest; i++)
        to = put_four_long(to, words[i]);
    for (uint32_t i = 0; i < 4 && !longest; i++)
        to = put_four(to, words[i]);
    return to;
}

/* A group of values of up to 14 bits. */
SHARED uint8_t *put_narrow(uint8_t *to, v128_t low, v128_t high) {
    return put_eight(put_eight(to, low), high);
}

INLINE v128_t or_pairs(const v128_t pairs[GROUP / 2]) {
    v128_t all = pairs[0];
    for (uint32_t i = 1; i < GROUP / 2; i++)
        all = wasm_v128_or(all, pairs[i]);
    return all;
}

/* A group of values of any size; `all` has the bits of all of them. */
SHARED uint8_t *put_pairs(uint8_t *to, const v128_t *pairs, v128_t all) {
    bool tops = any_bits(all, 0xFF00000000000000u);
    for (uint32_t i = 0; i < GROUP / 2 && tops; i++)
        to = put_two(to, pairs[i], true);
    for (uint32_t i = 0; i < GROUP / 2 && !tops; i++)
        to = put_two(to, pairs[i], false);
    return to;
}

/* A group of signed 32-bit values: a negative one is as long as its 64-bit self. */
SHARED uint8_t *put_signed(uint8_t *to, v128_t a, v128_t b, v128_t c, v128_t d) {
    v128_t pairs[GROUP / 2] = {wasm_i64x2_extend_low_i32x4(a), wasm_i64x2_extend_high_i32x4(a),
                               wasm_i64x2_extend_low_i32x4(b), wasm_i64x2_extend_high_i32x4(b),
                               wasm_i64x2_extend_low_i32x4(c), wasm_i64x2_extend_high_i32x4(c),
                               wasm_i64x2_extend_low_i32x4(d), wasm_i64x2_extend_high_i32x4(d)};
    return put_pairs(to, pairs, or_pairs(pairs));
}

/* An array being encoded, in registers. */
typedef struct {
    const uint8_t *at;
    const uint8_t *end;
    uint8_t *to;
    v128_t before; /* of deltas: the values before */
    uint32_t wary; /* a bit for each of the last eight groups that had varints of two bytes: more are expected then */
    bool is_long;  /* the last group had values of more than 32 bits */
} tw_writer;

/* Writes a group of values of up to 32 bits. */
INLINE void write_words(tw_writer *writer, const v128_t words[4]) {
    v128_t all = or_all(words);
    /* Without a branch: whether a group has longer ones is as good as random where every second has. */
    writer->wary = writer->wary >> 1 | (uint32_t)any_bits(all, 0xFFFFFF80FFFFFF80u) << 7;
    if (any_bits(all, 0xFFFFC000FFFFC000u)) {
        writer->to = put_words(writer->to, words[0], words[1], words[2], words[3]);
    } else {
        v128_t low = wasm_u16x8_narrow_i32x4(words[0], words[1]);
        v128_t high = wasm_u16x8_narrow_i32x4(words[2], words[3]);
        writer->to = put_narrow(writer->to, low, high);
    }
}

INLINE bool has_group(const tw_writer *writer, uint32_t type) {
    return writer->end - writer->at >= (ptrdiff_t)(GROUP * tw_size(type));
}

/* The next four 32-bit values, or what they are more than the values before. */
INLINE v128_t load_words(tw_writer *writer, uint32_t type) {
    v128_t values = wasm_v128_load(writer->at);
    writer->at += 16;
    if (!tw_is_delta(type)) return values;
    v128_t before = wasm_i32x4_shuffle(writer->before, values, 3, 4, 5, 6);
    writer->before = values;
    return wasm_i32x4_sub(values, before);
}

/* The same for two 64-bit values. */
INLINE v128_t load_pair(tw_writer *writer, uint32_t type) {
    v128_t values = wasm_v128_load(writer->at);
    writer->at += 16;
    if (!tw_is_delta(type)) return values;
    v128_t before = wasm_i64x2_shuffle(writer->before, values, 1, 2);
    writer->before = values;
    return wasm_i64x2_sub(values, before);
}

/* The next four values of either width in 32-bit lanes; adds to *all what the upper bits of 64-bit ones tell. With
 * `bias`, values from -64 to 63 add nothing beyond seven bits. */
INLINE v128_t load_small(tw_writer *writer, v128_t *all, uint32_t type) {
    v128_t bias = tw_is_wide(type) ? wasm_i64x2_splat(64) : wasm_i32x4_splat(64);
    if (!tw_is_wide(type)) {
        v128_t words = load_words(writer, type);
        *all = wasm_v128_or(*all, tw_is_zigzag(type) ? wasm_i32x4_add(words, bias) : words);
        return words;
    }
    v128_t low = load_pair(writer, type);
    v128_t high = load_pair(writer, type);
    *all = wasm_v128_or(*all, tw_is_zigzag(type) ? wasm_i64x2_add(low, bias) : low);
    *all = wasm_v128_or(*all, tw_is_zigzag(type) ? wasm_i64x2_add(high, bias) : high);
    return wasm_i32x4_shuffle(low, high, 0, 2, 4, 6);
}

/* Groups whose varints all have one byte, as long as there are any. */
INLINE void encode_bytes(tw_writer *writer, uint32_t type) {
    const uint64_t longer = tw_is_wide(type) ? ~0x7Full : 0xFFFFFF80FFFFFF80u;
    while (has_group(writer, type)) {
        tw_writer next = *writer;
        v128_t all = wasm_i64x2_splat(0);
        v128_t words[4];
        for (uint32_t i = 0; i < 4; i++)
            words[i] = load_small(&next, &all, type);
        if (any_bits(all, longer)) return;
        v128_t low = wasm_i16x8_narrow_i32x4(words[0], words[1]);
        v128_t high = wasm_i16x8_narrow_i32x4(words[2], words[3]);
        v128_t bytes = wasm_i8x16_narrow_i16x8(low, high);
        if (tw_is_zigzag(type)) {
            v128_t sign = wasm_i8x16_gt(wasm_i8x16_splat(0), bytes);
            bytes = wasm_v128_xor(wasm_i8x16_add(bytes, bytes), sign);
        }
        wasm_v128_store(next.to, bytes);
        next.to += GROUP;
        *writer = next;
    }
}

/* A group of 32-bit values. */
INLINE void encode_words(tw_writer *writer, uint32_t type) {
    v128_t words[4];
    for (uint32_t i = 0; i < 4; i++) {
        words[i] = load_words(writer, type);
        if (tw_is_zigzag(type)) words[i] = wasm_v128_xor(wasm_i32x4_shl(words[i], 1), wasm_i32x4_shr(words[i], 31));
    }
    if (type != TW_VARINT_INT32 || !any_bits(or_all(words), 0x8000000080000000u)) {
        write_words(writer, words);
        return;
    }
    writer->to = put_signed(writer->to, words[0], words[1], words[2], words[3]);
}

/* The bits of two 64-bit numbers. */
INLINE v128_t zigzag_pair(v128_t numbers) {
    v128_t sign = wasm_i64x2_sub(wasm_i64x2_splat(0), wasm_u64x2_shr(numbers, 63));
    return wasm_v128_xor(wasm_i64x2_shl(numbers, 1), sign);
}

/* A group of 64-bit values of any size. */
INLINE void encode_long_pairs(tw_writer *writer, uint32_t type) {
    v128_t pairs[GROUP / 2];
    for (uint32_t i = 0; i < GROUP / 2; i++) {
        pairs[i] = load_pair(writer, type);
        if (tw_is_zigzag(type)) pairs[i] = zigzag_pair(pairs[i]);
    }
    v128_t all = or_pairs(pairs);
    writer->is_long = any_bits(all, 0xFFFFFFFF00000000u);
    writer->to = put_pairs(writer->to, pairs, all);
}

/* A group of 64-bit values: as words, where they fit and that is to be expected. */
INLINE void encode_pairs(tw_writer *writer, uint32_t type) {
    v128_t words[4];
    v128_t excess = wasm_i64x2_splat(0);
    tw_writer start = *writer;
    for (uint32_t i = 0; i < 4; i++) {
        v128_t low = load_pair(writer, type);
        v128_t high = load_pair(writer, type);
        v128_t upper = wasm_i32x4_shuffle(low, high, 1, 3, 5, 7);
        words[i] = wasm_i32x4_shuffle(low, high, 0, 2, 4, 6);
        if (tw_is_zigzag(type)) {
            v128_t sign = wasm_i32x4_shr(words[i], 31);
            upper = wasm_v128_xor(upper, sign);
            words[i] = wasm_v128_xor(wasm_i32x4_shl(words[i], 1), sign);
        }
        excess = wasm_v128_or(excess, upper);
    }
    if (!wasm_v128_any_true(excess)) {
        write_words(writer, words);
        return;
    }
    *writer = start;
    writer->is_long = true;
}

/* Group after group, while they are whole. */
INLINE void encode_groups(tw_encoding *encoding, uint32_t type) {
    if (!closing.ready) make_closing();
    tw_writer writer = {encoding->at, encoding->end, encoding->to, wasm_i64x2_splat(0), 0, false};
    for (;;) {
        if (writer.wary == 0 && !writer.is_long) encode_bytes(&writer, type);
        if (!has_group(&writer, type)) break;
        if (!tw_is_wide(type)) {
            encode_words(&writer, type);
        } else if (writer.is_long) {
            encode_long_pairs(&writer, type);
        } else {
            encode_pairs(&writer, type);
        }
    }
    if (tw_is_wide(type)) {
        encoding->before = (uint64_t)wasm_i64x2_extract_lane(writer.before, 1);
    } else {
        encoding->before = (uint32_t)wasm_i32x4_extract_lane(writer.before, 3);
    }
    encoding->at = writer.at;
    encoding->to = writer.to;
}

#endif
