/* Lengths of one or two bytes, as nearly all in a tile are. Called by the readers of features. */
#ifndef TW_WIRE_LENGTH_H
#define TW_WIRE_LENGTH_H

#include <stdint.h>

/* The greatest length of two bytes. */
#define TW_MOST_SHORT 0x3FFFu

/* Reads the length at `at`, where two bytes may be read. Returns the byte behind it; *length is beyond TW_MOST_SHORT
 * where it has three bytes or more. Without a branch, since one and two bytes come as they like: a processor would
 * guess wrong once in three or four times. */
static inline const uint8_t *tw_short_length(const uint8_t *at, uint32_t *length) {
    uint32_t second = at[0] >> 7; /* whether there is a second byte */
    *length = (at[0] & 0x7Fu) | ((uint32_t)at[1] << 7 & (0u - second));
    return at + 1 + second;
}

#endif
