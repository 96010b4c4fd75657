/* The long way to read one varint. Called by the inline readers of varint.h when it has more than one byte. */
#include "varint.h"

const uint8_t *tw_read_long_varint64(const uint8_t *at, const uint8_t *end, uint64_t *value, tw_status *status) {
    uint64_t result = 0;
    for (unsigned shift = 0; shift < 7 * TW_VARINT_MAX_LENGTH; shift += 7) {
        if (at == end) {
            *status = TW_TRUNCATED;
            return NULL;
        }
        uint8_t byte = *at++;
        result |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80) {
            *value = result;
            return at;
        }
    }
    *status = TW_BAD_VARINT;
    return NULL;
}
