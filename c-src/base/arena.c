/* The arena: a stack of memory for the call in hand. See arena.h. */
#include "arena.h"

#include <stddef.h>

#include "memory.h"
#include "sanitizer.h"

#ifdef TW_POISON
#include <string.h>
#endif

static uint8_t *top;
static tw_status status;

#if defined(TW_POISON) || defined(TW_ADDRESS_SANITIZER)

/* In test builds whatever is given up is filled with a pattern (TW_POISON), so that who reads it does not get an
 * earlier call's data, and may not be touched before it is taken again (AddressSanitizer). */
static const uint8_t *usable_end;

static void make_usable(const uint8_t *at, uint64_t size) {
    tw_mark_usable(at, size);
    if (at + size > usable_end) usable_end = at + size;
}

static void give_up(const uint8_t *from) {
    if (from >= usable_end) return;
    uint64_t size = (uint64_t)(usable_end - from);
#ifdef TW_POISON
    tw_mark_usable(from, size); /* with the gaps between pieces */
    memset((uint8_t *)(uintptr_t)from, 0xA5, size);
#endif
    tw_mark_free(from, size);
    usable_end = from;
}

#else

static inline void make_usable(const uint8_t *at, uint64_t size) {
    (void)at;
    (void)size;
}
static inline void give_up(const uint8_t *from) {
    (void)from;
}

#endif

static uint8_t *aligned(const uint8_t *at) {
    uintptr_t address = (uintptr_t)at;
    return (uint8_t *)((address + TW_ARENA_ALIGNMENT - 1) & ~(uintptr_t)(TW_ARENA_ALIGNMENT - 1));
}

void tw_arena_reset(uint32_t pages) {
    uint8_t *base = tw_memory_start();
    top = base ? base + (uint64_t)pages * TW_PAGE_SIZE : NULL;
    if (top) give_up(top);
}

uint8_t *tw_arena_top(void) {
    return top;
}

/* Whether memory goes on for `size` bytes from `at`. */
static bool reach(const uint8_t *at, uint64_t size) {
    uint8_t *base = tw_memory_start();
    if (!base) {
        status = TW_OUT_OF_MEMORY;
        return false;
    }
    tw_status found = tw_memory_require((uint64_t)(at - base) + size);
    if (found != TW_OK) status = found; /* kept beyond later successes: callers take several pieces, then ask */
    return found == TW_OK;
}

bool tw_arena_require(const uint8_t *at, uint64_t size) {
    if (!reach(at, size)) return false;
    make_usable(at, size);
    return true;
}

void *tw_arena_take(uint64_t size) {
    if (!reach(top, size + TW_RED_ZONE + TW_ARENA_ALIGNMENT)) return NULL;
    uint8_t *taken = top;
    make_usable(taken, size);
    give_up(taken + size);
    top = aligned(taken + size + TW_RED_ZONE);
    return taken;
}

void tw_arena_set_top(uint8_t *end) {
    give_up(end);
    top = aligned(end);
}

tw_status tw_arena_status(void) {
    return status;
}
