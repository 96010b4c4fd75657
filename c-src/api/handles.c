/* Open tiles behind handles. See handles.h. */
#include "handles.h"

#include <stddef.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/memory.h"
#include "../base/sanitizer.h"
#include "pages.h"

/* A handle is generation << INDEX_BITS | index + 1. */
#define INDEX_BITS 12u
#define INDEX_MASK ((1u << INDEX_BITS) - 1)
#define GENERATION_MASK ((1u << (32 - INDEX_BITS)) - 1)

_Static_assert(TW_MAX_OPEN_TILES <= INDEX_MASK, "an index and one more fit the bits");

/* Where a tile lies: offsets count from its first page. */
typedef struct {
    uint32_t first_page, page_count; /* page_count 0: free */
    uint32_t generation;
    uint32_t length, layer_count, span_count;
    uint32_t layers_offset, spans_offset;
} tw_slot;

static tw_slot slots[TW_MAX_OPEN_TILES];
static uint32_t next_slot; /* where the search begins, so that slots take turns */
static uint32_t open_count;

static uint8_t *page_address(uint32_t page) {
    return tw_memory_start() + (uint64_t)page * TW_PAGE_SIZE;
}

static tw_slot *free_slot(void) {
    for (uint32_t i = 0; i < TW_MAX_OPEN_TILES; i++) {
        tw_slot *slot = &slots[(next_slot + i) % TW_MAX_OPEN_TILES];
        if (slot->page_count == 0) return slot;
    }
    return NULL;
}

/* Pages for `size` bytes that lie at the bottom of the arena now, and moves them there. */
static uint32_t settle(const uint8_t *bytes, uint64_t size) {
    uint32_t count = tw_pages_of(size);
    uint32_t arena = tw_pages_end();
    uint32_t first = tw_pages_take(count, arena);
    if (first == TW_NONE) {
        tw_pages_mark(arena, count);
        return arena;
    }
    tw_mark_usable(bytes, size);
    tw_mark_usable(page_address(first), size);
    memcpy(page_address(first), bytes, size);
    return first;
}

tw_status tw_handles_keep(const tw_tile *tile, tw_handle *handle) {
    tw_slot *slot = free_slot();
    if (!slot) return TW_TOO_MANY_TILES;
    uint64_t size = (uint64_t)(tw_arena_top() - tile->bytes);
    slot->first_page = settle(tile->bytes, size);
    slot->page_count = tw_pages_of(size);
    slot->length = tile->length;
    slot->layer_count = tile->layer_count;
    slot->span_count = tile->span_count;
    slot->layers_offset = (uint32_t)((const uint8_t *)tile->layers - tile->bytes);
    slot->spans_offset = (uint32_t)((const uint8_t *)tile->spans - tile->bytes);
    uint32_t index = (uint32_t)(slot - slots);
    next_slot = (index + 1) % TW_MAX_OPEN_TILES;
    open_count++;
    *handle = slot->generation << INDEX_BITS | (index + 1);
    return TW_OK;
}

static tw_slot *find(tw_handle handle) {
    uint32_t number = handle & INDEX_MASK;
    if (number == 0 || number > TW_MAX_OPEN_TILES) return NULL;
    tw_slot *slot = &slots[number - 1];
    return slot->page_count > 0 && slot->generation == handle >> INDEX_BITS ? slot : NULL;
}

tw_status tw_handles_find(tw_handle handle, tw_tile *tile) {
    const tw_slot *slot = find(handle);
    if (!slot) return TW_BAD_HANDLE;
    uint8_t *start = page_address(slot->first_page);
    *tile = (tw_tile){
        .bytes = start,
        .length = slot->length,
        .layer_count = slot->layer_count,
        .span_count = slot->span_count,
        .layers = (tw_layer *)(void *)(start + slot->layers_offset),
        .spans = (uint32_t *)(void *)(start + slot->spans_offset),
    };
    return TW_OK;
}

tw_status tw_handles_close(tw_handle handle) {
    tw_slot *slot = find(handle);
    if (!slot) return TW_BAD_HANDLE;
    uint8_t *pages = page_address(slot->first_page);
    uint64_t size = (uint64_t)slot->page_count * TW_PAGE_SIZE;
#ifdef TW_POISON
    tw_mark_usable(pages, size);
    memset(pages, 0xA5, size);
#endif
    tw_mark_free(pages, size);
    tw_pages_give(slot->first_page, slot->page_count);
    slot->page_count = 0;
    slot->generation = (slot->generation + 1) & GENERATION_MASK;
    open_count--;
    return TW_OK;
}

uint32_t tw_open_count(void) {
    return open_count;
}
