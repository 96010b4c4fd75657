/* The arena: a stack of memory for the call in hand. See arena.h. */
#include "arena.h"

#include <stddef.h>

#include "memory.h"

#ifdef TW_POISON
#include <string.h>
#endif

static uint8_t *top;
static tw_status status;

static uint8_t *aligned(const uint8_t *at) {
    uintptr_t address = (uintptr_t)at;
    return (uint8_t *)((address + TW_ARENA_ALIGNMENT - 1) & ~(uintptr_t)(TW_ARENA_ALIGNMENT - 1));
}

void tw_arena_reset(uint32_t pages) {
    uint8_t *base = tw_memory_start();
    uint8_t *bottom = base ? base + (uint64_t)pages * TW_PAGE_SIZE : NULL;
#ifdef TW_POISON
    /* A test build: whoever reads what an earlier call left gets this pattern and not that call's data. */
    if (top > bottom) memset(bottom, 0xA5, (size_t)(top - bottom));
#endif
    top = bottom;
}

uint8_t *tw_arena_top(void) {
    return top;
}

bool tw_arena_require(const uint8_t *at, uint64_t size) {
    uint8_t *base = tw_memory_start();
    if (!base) {
        status = TW_OUT_OF_MEMORY;
        return false;
    }
    status = tw_memory_require((uint64_t)(at - base) + size);
    return status == TW_OK;
}

void *tw_arena_take(uint64_t size) {
    if (!tw_arena_require(top, size + TW_ARENA_ALIGNMENT)) return NULL;
    uint8_t *taken = top;
    top = aligned(top + size);
    return taken;
}

void tw_arena_set_top(uint8_t *end) {
    top = aligned(end);
}

tw_status tw_arena_status(void) {
    return status;
}
