/* Linear memory of WebAssembly. Called by the arena. */
#include "memory.h"

#include <stdbool.h>

extern uint8_t __heap_base; /* set by the linker: the first byte behind static data and stack */

static uint32_t limit = 512u << 20;

/* Memory grows by an eighth at least. */
enum { GROWTH_PART = 8 };

uint8_t *tw_memory_start(void) {
    uintptr_t heap = (uintptr_t)&__heap_base;
    return (uint8_t *)((heap + TW_PAGE_SIZE - 1) & ~(uintptr_t)(TW_PAGE_SIZE - 1));
}

uint32_t tw_memory_size(void) {
    uint64_t bytes = (uint64_t)__builtin_wasm_memory_size(0) * TW_PAGE_SIZE;
    return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

void tw_set_memory_limit(uint32_t bytes) {
    limit = bytes;
}

static bool grow(uint64_t pages) {
    return __builtin_wasm_memory_grow(0, (uintptr_t)pages) != (uintptr_t)-1;
}

tw_status tw_memory_require(uint64_t size) {
    uint64_t wanted = (uint64_t)(uintptr_t)tw_memory_start() + size;
    uint64_t present = (uint64_t)__builtin_wasm_memory_size(0) * TW_PAGE_SIZE;
    if (wanted <= present) return TW_OK;
    uint64_t pages = (wanted - present + TW_PAGE_SIZE - 1) / TW_PAGE_SIZE;
    if (present + pages * TW_PAGE_SIZE > limit) return TW_MEMORY_LIMIT;
    /* More than is wanted, where there is more: engines take so long to grow a large memory that page by page, as a
     * tile of very many layers asks for them, would take seconds. */
    uint64_t ahead = present / GROWTH_PART / TW_PAGE_SIZE;
    uint64_t most = (limit - present) / TW_PAGE_SIZE;
    if (ahead > most) ahead = most;
    if (ahead > pages && grow(ahead)) return TW_OK;
    return grow(pages) ? TW_OK : TW_OUT_OF_MEMORY;
}
