/* Native memory that behaves like WebAssembly's: a reserved range of addresses, of which the system gives pages
 * when they are first touched. Called by the arena. */
#define _DEFAULT_SOURCE
#include "memory.h"

#include <stddef.h>
#include <sys/mman.h>

#define RESERVED (3ull << 30)

static uint8_t *start;
static uint64_t taken; /* bytes that are usable by now */
static uint32_t limit = 512u << 20;

uint8_t *tw_memory_start(void) {
    if (start) return start;
    void *range =
        mmap(NULL, RESERVED + TW_PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED) return NULL;
    uintptr_t address = (uintptr_t)range;
    start = (uint8_t *)range + (TW_PAGE_SIZE - address % TW_PAGE_SIZE) % TW_PAGE_SIZE;
    return start;
}

uint32_t tw_memory_size(void) {
    return (uint32_t)taken;
}

void tw_set_memory_limit(uint32_t bytes) {
    limit = bytes;
}

tw_status tw_memory_require(uint64_t size) {
    if (size <= taken) return TW_OK;
    uint64_t whole_pages = (size + TW_PAGE_SIZE - 1) / TW_PAGE_SIZE * TW_PAGE_SIZE;
    if (whole_pages > limit) return TW_MEMORY_LIMIT;
    if (!tw_memory_start() || whole_pages > RESERVED) return TW_OUT_OF_MEMORY;
    taken = whole_pages;
    return TW_OK;
}
