/* Strings of a layer, back to back, as columns of the block. Called by dictionary.c and tile.c. */
#ifndef TW_READ_STRINGS_H
#define TW_READ_STRINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "../block/block.h"
#include "../scan/scan.h"

/* Writes `count` strings (together `total` bytes) as two columns: offsets of kind `offsets_kind`, then bytes of kind
 * `bytes_kind`. The offsets count UTF-16 units where every string is valid UTF-8, else bytes. Reads TW_PADDING bytes
 * behind each string, and the block has room for 4 * (count + 1) + total + 64 bytes. Returns the number of the first
 * string that is not valid, `count` where all are. */
uint32_t tw_write_strings(tw_block *block, const tw_span *strings, uint32_t count, uint32_t total, uint8_t bytes_kind,
                          uint8_t offsets_kind);

/* Length in UTF-16 units of a string of valid UTF-8; -1 where it is not valid. The Encoding Standard's decoder accepts
 * the same. */
int64_t tw_utf16_length(const uint8_t *bytes, uint32_t length);

#endif
