/* Makes the shuffle tables of simd.h at first use. Called through tw_shuffles. */
#include "simd.h"

#ifdef TW_SIMD

#include <string.h>

tw_shuffles_t tw_shuffle_tables;

enum { NO_BYTE = 0xFF };

/* Writes one entry: lanes of `lane_size` bytes for the varints that end in bytes [before, total) of the window. */
static void make_entry(uint8_t *entry, uint32_t continued, uint32_t before, uint32_t total, uint32_t lane_size) {
    uint32_t used = 0;
    uint32_t longest = 0;
    uint32_t length = 0;
    memset(entry, NO_BYTE, 16);
    for (uint32_t byte = 0; byte < total; byte++) {
        uint32_t goes_on = continued >> byte & 1;
        length++;
        if (length + goes_on > longest) longest = length + goes_on;
        if (goes_on) continue;
        if (byte >= before) {
            for (uint32_t i = 0; i < length && i < lane_size; i++)
                entry[used + i] = (uint8_t)(byte + 1 - length + i);
            used += lane_size;
        }
        length = 0;
    }
    entry[15] = (uint8_t)(TW_NOTE | used | (longest > lane_size ? TW_NOTE_TOO_LONG : 0u) |
                          (longest > 2 ? TW_NOTE_THREE_BYTES : 0u));
}

void tw_make_shuffles(void) {
    tw_shuffles_t *tables = &tw_shuffle_tables;
    for (uint32_t i = 0; i < 512; i++)
        make_entry(tables->narrow[i], i, 1, 9, 2);
    for (uint32_t i = 0; i < 128; i++)
        make_entry(tables->wide[i], i, 3, 7, 4);
    tables->ready = 1;
}

#endif
