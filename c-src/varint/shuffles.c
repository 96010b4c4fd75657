/* Makes the shuffle tables of simd.h at first use. Called through tw_shuffles. */
#include "simd.h"

#ifdef TW_SIMD

#include <string.h>

tw_shuffles_t tw_shuffle_tables;

enum { NO_BYTE = 0xFF };

/* Where the varint that ends at a byte begins, as far as the continuation bits from byte 0 on tell. */
static uint32_t first_byte(uint32_t continued, uint32_t end) {
    uint32_t first = end;
    while (first > 0 && continued >> (first - 1) & 1)
        first--;
    return first;
}

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

/* One entry for the continuation bits of four bytes and the four behind them: four bytes a lane, for varints that end
 * in the latter. Returns its note. */
static uint8_t make_wide(uint8_t *entry, uint32_t continued) {
    uint32_t used = 0;
    uint32_t note = 0;
    memset(entry, NO_BYTE, 16);
    for (uint32_t byte = 4; byte < 8; byte++) {
        if (continued >> byte & 1) continue;
        uint32_t first = first_byte(continued, byte);
        /* One that begins with byte 0, or in front of it, has five bytes at least too. */
        if (byte - first > 3) return TW_NOTE_FIVE_BYTES;
        if (byte - first > 1) note = TW_NOTE_THREE_BYTES;
        for (uint32_t i = 0; first + i <= byte; i++)
            entry[used + i] = (uint8_t)(first + i);
        used += 4;
    }
    return (uint8_t)(note | used);
}

void tw_make_shuffles(void) {
    tw_shuffles_t *tables = &tw_shuffle_tables;
    for (uint32_t continued = 0; continued < 512; continued++)
        make_narrow(tables->narrow[continued], continued);
    for (uint32_t continued = 0; continued < 256; continued++)
        tables->wide_notes[continued] = make_wide(tables->wide[continued], continued);
    tables->ready = 1;
}

#endif
