/* The arena: a stack of memory for the call in hand, above the open tiles. Called by the API, scan, read and block.
 * Nothing is freed one by one; what lies above a point is given up by going back to that point. */
#ifndef TW_BASE_ARENA_H
#define TW_BASE_ARENA_H

#include <stdbool.h>
#include <stdint.h>

#include "../include/tilewasm.h"

#define TW_ARENA_ALIGNMENT 16u

/* Empties the arena and lets it begin `pages` pages above the start of memory. */
void tw_arena_reset(uint32_t pages);

/* The first free byte, aligned to TW_ARENA_ALIGNMENT. */
uint8_t *tw_arena_top(void);

/* Makes `size` bytes from `at` on usable, without taking them: `at` is tw_arena_top() or above it. False when memory is
 * at its end; tw_arena_status tells why. */
bool tw_arena_require(const uint8_t *at, uint64_t size);

/* Takes `size` bytes and returns them, uninitialised; NULL when memory is at its end. */
void *tw_arena_take(uint64_t size);

/* Moves the top to `end` (rounded up): what lies below is taken, what lies above is free. */
void tw_arena_set_top(uint8_t *end);

/* Why the last tw_arena_require or tw_arena_take failed. */
tw_status tw_arena_status(void);

#endif
