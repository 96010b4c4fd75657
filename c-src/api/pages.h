/* Runs of 64 KiB pages for open tiles, below the arena. Called by handles.c. */
#ifndef TW_API_PAGES_H
#define TW_API_PAGES_H

#include <stdint.h>

/* Marks the first run of `count` free pages below `limit` as used. Returns its first page, TW_NONE where there is none.
 */
uint32_t tw_pages_take(uint32_t count, uint32_t limit);

/* Marks `count` pages from `first` on as used: the arena's own, where a tile stays where it was scanned. */
void tw_pages_mark(uint32_t first, uint32_t count);

/* Gives pages back. */
void tw_pages_give(uint32_t first, uint32_t count);

/* One more than the highest page in use, where the arena begins. */
uint32_t tw_pages_end(void);

/* Pages that `bytes` fill. */
uint32_t tw_pages_of(uint64_t bytes);

#endif
