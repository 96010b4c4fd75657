/* What the SIMD kernels share: the intrinsics, the shuffle tables and the steps that all of them take. Called by the
 * kernels of this folder only. TW_SIMD says whether the build has SIMD128. docs/varint.md draws what happens here. */
#ifndef TW_VARINT_SIMD_H
#define TW_VARINT_SIMD_H

#ifdef __wasm_simd128__
#define TW_SIMD 1

#include <wasm_simd128.h>

#include <stdint.h>

/* Shuffles say where the bytes of a varint go: 16 indices for a swizzle, lane by lane the bytes of one varint, lowest
 * first, and an index beyond 15, which gives 0, where a lane has no byte left.
 *
 * narrow: eight 16-bit lanes, for the varints of one or two bytes that end in a block of 8 bytes. The entry is found by
 * the continuation bits of the byte in front of the block and of the eight. No lane needs byte 15, so it holds a note
 * instead, which as an index gives 0 too: TW_NOTE plus the size of the lanes in use in bytes; TW_NOTE_THREE_BYTES is
 * added where a varint has more than two bytes.
 *
 * wide: four 32-bit lanes, for the varints of one to four bytes that end in a block of 4 bytes. The entry is found by
 * the continuation bits of the four bytes in front of the block and of the four. wide_notes has the size of the lanes
 * in use in bytes; TW_NOTE_THREE_BYTES is added where a varint has more than two bytes; TW_NOTE_FIVE_BYTES, alone, says
 * that one has more than four. */
enum { TW_NOTE = 0x80, TW_NOTE_THREE_BYTES = 0x40 };
enum { TW_NOTE_FIVE_BYTES = 0x80, TW_NOTE_SIZE = 0x1F };

typedef struct {
    uint8_t narrow[512][16];
    uint8_t wide[256][16];
    uint8_t wide_notes[256];
    uint8_t ready;
} tw_shuffles_t;

extern tw_shuffles_t tw_shuffle_tables;

void tw_make_shuffles(void);

/* The tables. They are made at first use: 12 KB that the module need not hold. */
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

/* In 64-bit lanes, eight bytes: two of the former in 32 bits each, the upper one then 4 bits down. */
static inline v128_t tw_join_eight_bytes(v128_t bytes) {
    v128_t halves = tw_join_four_bytes(bytes);
    v128_t low = wasm_v128_and(halves, wasm_i64x2_splat(0x0FFFFFFF));
    return wasm_v128_or(low, wasm_u64x2_shr(wasm_v128_andnot(halves, wasm_i64x2_splat(0x0FFFFFFF)), 4));
}

/* In 32-bit lanes: the bytes up to the first below 0x80, and zeros. All of a lane where there is none. */
static inline v128_t tw_first_varint_i32x4(v128_t bytes) {
    /* Of the top bits that are not set the lowest; one less changes that bit and all below it, and no other. */
    v128_t ends = wasm_v128_andnot(wasm_i8x16_splat((int8_t)0x80), bytes);
    return wasm_v128_and(bytes, wasm_v128_xor(ends, wasm_i32x4_add(ends, wasm_i32x4_splat(-1))));
}

/* The same in 64-bit lanes. */
static inline v128_t tw_first_varint_i64x2(v128_t bytes) {
    v128_t ends = wasm_v128_andnot(wasm_i8x16_splat((int8_t)0x80), bytes);
    return wasm_v128_and(bytes, wasm_v128_xor(ends, wasm_i64x2_add(ends, wasm_i64x2_splat(-1))));
}

/* The bytes at `at` with one zero in front, or four: the first window of a run, in front of which nothing is read. */
static inline v128_t tw_first_narrow_window(const uint8_t *at) {
    return wasm_i8x16_shuffle(wasm_i8x16_splat(0), wasm_v128_load(at), 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
                              27, 28, 29, 30);
}

static inline v128_t tw_first_wide_window(const uint8_t *at) {
    return wasm_i8x16_shuffle(wasm_i8x16_splat(0), wasm_v128_load(at), 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
                              24, 25, 26, 27);
}

/* The lanes of a block: of the varints that end behind the first byte of the window, or behind the first four. */
static inline v128_t tw_narrow_lanes(const uint8_t *shuffle, v128_t window) {
    return tw_join_bytes(wasm_i8x16_swizzle(window, wasm_v128_load(shuffle)));
}

static inline v128_t tw_wide_lanes(const uint8_t *shuffle, v128_t window) {
    return tw_join_four_bytes(wasm_i8x16_swizzle(window, wasm_v128_load(shuffle)));
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

static inline v128_t tw_zigzag_i64x2(v128_t values) {
    v128_t sign = wasm_i64x2_sub(wasm_i64x2_splat(0), wasm_v128_and(values, wasm_i64x2_splat(1)));
    return wasm_v128_xor(wasm_u64x2_shr(values, 1), sign);
}

/* Of bytes below 0x80. Shifted in 16 bits, since engines have no instruction for a shift of bytes. */
static inline v128_t tw_zigzag_i7x16(v128_t values) {
    v128_t sign = wasm_i8x16_sub(wasm_i8x16_splat(0), wasm_v128_and(values, wasm_i8x16_splat(1)));
    return wasm_v128_xor(wasm_v128_and(wasm_u16x8_shr(values, 1), wasm_i8x16_splat(0x3F)), sign);
}

#endif

#endif
