/* Runs of 64 KiB pages for open tiles. See pages.h. */
#include "pages.h"

#include "../base/memory.h"

#define PAGE_COUNT 65536u /* 4 GiB */

static uint8_t used[PAGE_COUNT / 8];
static uint32_t end; /* one more than the highest page in use */

static uint32_t is_used(uint32_t page) {
    return used[page / 8] >> page % 8 & 1u;
}

uint32_t tw_pages_of(uint64_t bytes) {
    return (uint32_t)((bytes + TW_PAGE_SIZE - 1) / TW_PAGE_SIZE);
}

uint32_t tw_pages_end(void) {
    return end;
}

void tw_pages_mark(uint32_t first, uint32_t count) {
    for (uint32_t page = first; page < first + count; page++)
        used[page / 8] |= (uint8_t)(1u << page % 8);
    if (first + count > end) end = first + count;
}

void tw_pages_give(uint32_t first, uint32_t count) {
    for (uint32_t page = first; page < first + count; page++)
        used[page / 8] &= (uint8_t) ~(1u << page % 8);
    while (end > 0 && !is_used(end - 1))
        end--;
}

uint32_t tw_pages_take(uint32_t count, uint32_t limit) {
    uint32_t length = 0;
    for (uint32_t page = 0; page < limit; page++) {
        length = is_used(page) ? 0 : length + 1;
        if (length < count) continue;
        tw_pages_mark(page + 1 - count, count);
        return page + 1 - count;
    }
    return TW_NONE;
}
