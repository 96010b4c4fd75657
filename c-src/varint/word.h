/* Varints of up to eight bytes out of one 64-bit word, without a loop. Called by the reader where a number stands
 * alone: ids, values, single points. The word is loaded from the varint's first byte on; the caller has eight bytes
 * there to load, such as a tile's padding. */
#ifndef TW_VARINT_WORD_H
#define TW_VARINT_WORD_H

#include <stdint.h>

/* The top bit of each byte that ends a varint. */
static inline uint64_t tw_word_ends(uint64_t word) {
    return ~word & 0x8080808080808080ull;
}

/* Bits up to and with the first end, a multiple of 8. `ends` is not 0. */
static inline uint32_t tw_word_first_bits(uint64_t ends) {
    return (uint32_t)__builtin_ctzll(ends) + 1;
}

/* The low `bits` bits, 1 to 64. */
static inline uint64_t tw_word_low(uint64_t word, uint32_t bits) {
    return word << (64 - bits) >> (64 - bits);
}

/* The number whose varint is all of the word but zeroes behind it: takes the continuation bits out, closes the gaps. */
static inline uint64_t tw_word_join(uint64_t word) {
    word = (word & 0x007F007F007F007Full) | (word & 0x7F007F007F007F00ull) >> 1;
    word = (word & 0x00003FFF00003FFFull) | (word & 0x3FFF00003FFF0000ull) >> 2;
    return (word & 0x0FFFFFFFull) | (word & 0x0FFFFFFF00000000ull) >> 4;
}

/* The same where the varint has four bytes at most. */
static inline uint32_t tw_word_join4(uint32_t word) {
    word = (word & 0x007F007Fu) | (word & 0x7F007F00u) >> 1;
    return (word & 0x3FFFu) | (word & 0x3FFF0000u) >> 2;
}

#endif
