/* Makes the shuffle tables of simd.h at first use. Called through tw_shuffles. */
#include "simd.h"

#ifdef TW_SIMD

#include <string.h>

tw_shuffles_t tw_shuffle_tables;

enum { NO_BYTE = 0xFF };

/* One entry for the continuation bits of a byte and the eight behind it: two bytes a lane, for varints that end in the
 * eight. */
static void make_narrow(uint8_t *entry, uint32_t continued) {
    uint32_t used = 0;
    memset(entry, NO_BYTE, 16);
    for (uint32_t byte = 1; byte <= 8; byte++) {
        if (continued >> byte & 1) continue;
        uint32_t first = byte - (continued >> (byte - 1) & 1);
        entry[used] = (uint8_t)first;
        if (first < byte) entry[used + 1] = (uint8_t)byte;
        used += 2;
    }
    entry[15] = (uint8_t)(TW_NOTE + used + (continued & continued >> 1 ? TW_NOTE_THREE_BYTES : 0u));
}

/* What four varints of the lengths in `code` look like: their shuffle, and the steps of all continuation bits that
 * begin with them. */
static void make_wide(tw_shuffles_t *tables, uint32_t code) {
    uint8_t *entry = tables->wide[code];
    uint32_t at = 0;
    uint32_t continued = 0;
    uint32_t note = 0;
    memset(entry, NO_BYTE, 16);
    for (uint32_t lane = 0; lane < 4; lane++) {
        uint32_t length = (code >> (2 * lane) & 3) + 1;
        for (uint32_t i = 0; i < length; i++)
            entry[4 * lane + i] = (uint8_t)(at + i);
        if (at + length > TW_STEP_BITS) {
            /* Only the fourth can end behind the bits of a step, and all codes that differ in it alone are the same
             * then. */
            tables->wide_sizes[code] = 12;
            continued |= (0xFFFu << at) & 0xFFFu;
            if (length == 4) tables->steps[continued] = (uint16_t)(code | at << 8 | TW_STEP_THREE_BYTES);
            return;
        }
        if (length > 2) note = TW_STEP_THREE_BYTES;
        continued |= ((1u << (length - 1)) - 1) << at;
        at += length;
    }
    tables->wide_sizes[code] = 16;
    for (uint32_t bits = continued; bits < 1u << TW_STEP_BITS; bits += 1u << at) {
        tables->steps[bits] = (uint16_t)(code | at << 8 | note);
    }
}

void tw_make_shuffles(void) {
    tw_shuffles_t *tables = &tw_shuffle_tables;
    for (uint32_t continued = 0; continued < 512; continued++)
        make_narrow(tables->narrow[continued], continued);
    for (uint32_t code = 0; code < 256; code++)
        make_wide(tables, code);
    tables->ready = 1;
}

#endif
