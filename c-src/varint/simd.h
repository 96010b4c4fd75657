/* What the SIMD kernels share: the intrinsics, the shuffle tables and the steps that all of them take. Called by the
 * kernels of this folder only. TW_SIMD says whether the build has SIMD128. docs/varint.md draws what happens here. */
#ifndef TW_VARINT_SIMD_H
#define TW_VARINT_SIMD_H

#ifdef __wasm_simd128__
#define TW_SIMD 1

#include <wasm_simd128.h>

#include <stdint.h>

/* Where the bytes of a block go. Each entry is 16 indices for a swizzle: lane by lane the bytes of one varint, lowest
 * first, and an index beyond 15, which gives 0, where the lane has no byte left. The index of an entry are the
 * continuation bits of the block's bytes and of the bytes in front of it that a varint may have begun with.
 *
 * No lane ever needs byte 15, so it holds a note instead, which as an index gives 0 too: the size of the lanes in use
 * in bytes, and what was met. */
enum { TW_NOTE = 0x80, TW_NOTE_THREE_BYTES = 0x40, TW_NOTE_TOO_LONG = 0x20, TW_NOTE_SIZE = 0x1F };

typedef struct {
    /* Eight 16-bit lanes of the varints that end in 8 bytes; index: the byte in front, then the 8. A varint of three
     * bytes is too long. */
    uint8_t narrow[512][16];
    /* Four 32-bit lanes of the varints that end in 4 bytes; index: three bytes in front, then the 4. A varint of
     * five bytes is too long. */
    uint8_t wide[128][16];
    uint8_t ready;
} tw_shuffles_t;

extern tw_shuffles_t tw_shuffle_tables;

void tw_make_shuffles(void);

/* The tables. They are made at first use: 10 KB that the module need not hold. */
static inline const tw_shuffles_t *tw_shuffles(void) {
    if (!tw_shuffle_tables.ready) tw_make_shuffles();
    return &tw_shuffle_tables;
}

/* In 16-bit lanes: takes the continuation bits out of two bytes and closes the gap. */
static inline v128_t tw_join_bytes(v128_t bytes) {
    v128_t low = wasm_v128_and(bytes, wasm_i16x8_splat(0x7F));
    v128_t high = wasm_v128_and(wasm_u16x8_shr(bytes, 1), wasm_i16x8_splat(0x3F80));
    return wasm_v128_or(low, high);
}

/* The same in 32-bit lanes, four bytes: joined in pairs, then low pair + high pair * 2^14, which is one dot product. */
static inline v128_t tw_join_four_bytes(v128_t bytes) {
    return wasm_i32x4_dot_i16x8(tw_join_bytes(bytes), wasm_i32x4_splat(1 << (14 + 16) | 1));
}

/* The signed numbers behind zigzag-coded lanes. */
static inline v128_t tw_zigzag_i16x8(v128_t values) {
    v128_t sign = wasm_i16x8_sub(wasm_i16x8_splat(0), wasm_v128_and(values, wasm_i16x8_splat(1)));
    return wasm_v128_xor(wasm_u16x8_shr(values, 1), sign);
}

static inline v128_t tw_zigzag_i32x4(v128_t values) {
    v128_t sign = wasm_i32x4_sub(wasm_i32x4_splat(0), wasm_v128_and(values, wasm_i32x4_splat(1)));
    return wasm_v128_xor(wasm_u32x4_shr(values, 1), sign);
}

#endif

#endif
