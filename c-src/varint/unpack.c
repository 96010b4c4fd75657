/* Unpacks packed varints into 32-bit lanes. Called by the reader. */
#include "unpack.h"

#include "varint.h"

/* Returns how many of the `length` bytes belong to varints that have an end: all up to the last byte below 0x80. */
static uint32_t whole_length(const uint8_t *bytes, uint32_t length) {
    while (length > 0 && bytes[length - 1] >= 0x80)
        length--;
    return length;
}

tw_status tw_unpack_uint32(const uint8_t *bytes, uint32_t length, uint32_t *values, uint32_t *count) {
    const uint8_t *at = bytes, *end = bytes + length, *whole_end = bytes + whole_length(bytes, length);
    uint32_t *value = values;
    tw_status status = TW_OK;
    while (at < whole_end) {
        /* In bounds without a check: the byte in front of whole_end ends a varint, so every varint that starts
         * before it ends before it, or is longer than ten bytes, which the loop below stops at. */
        uint32_t byte = *at++;
        uint32_t result = byte;
        if (byte >= 0x80) {
            const uint8_t *start = at - 1;
            uint64_t whole = 0;
            at = tw_read_long_varint64(start, end, &whole, &status);
            if (at == NULL) break;
            result = (uint32_t)whole;
        }
        *value++ = result;
    }
    *count = (uint32_t)(value - values);
    if (status == TW_OK && whole_end < end) {
        uint64_t ignored = 0;
        tw_read_long_varint64(whole_end, end, &ignored, &status);
    }
    return status;
}
