/* Little-endian numbers at any address, and copies of short runs. Called everywhere.
 * Both WebAssembly and the native targets are little-endian, so a load is a copy. */
#ifndef TW_BASE_BYTES_H
#define TW_BASE_BYTES_H

#include <stdint.h>
#include <string.h>

static inline uint16_t tw_load_u16(const uint8_t *at) {
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline uint32_t tw_load_u32(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline uint64_t tw_load_u64(const uint8_t *at) {
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline float tw_load_f32(const uint8_t *at) {
    float value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline double tw_load_f64(const uint8_t *at) {
    double value;
    memcpy(&value, at, sizeof value);
    return value;
}

/* Copies `length` bytes; up to 16 bytes are moved as 16, so both sides have 16 bytes to spare behind their end. */
static inline void tw_copy_short(uint8_t *to, const uint8_t *from, uint32_t length) {
    if (length > 16) {
        memcpy(to, from, length);
        return;
    }
    memcpy(to, from, 16);
}

#endif
