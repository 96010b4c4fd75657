/* Open tiles behind handles: an index with a generation, so that a stale or made-up one is an error and never a wild
 * read. Called by tilewasm.c. */
#ifndef TW_API_HANDLES_H
#define TW_API_HANDLES_H

#include "../scan/scan.h"

/* Keeps a scanned tile that lies at the bottom of the arena, with its tables: in a gap below where one is large enough,
 * else where it is. TW_OK or TW_TOO_MANY_TILES. */
tw_status tw_handles_keep(const tw_tile *tile, tw_handle *handle);

/* The tile of a handle. TW_OK or TW_BAD_HANDLE. */
tw_status tw_handles_find(tw_handle handle, tw_tile *tile);

/* Gives back a tile's pages. TW_OK or TW_BAD_HANDLE. */
tw_status tw_handles_close(tw_handle handle);

#endif
