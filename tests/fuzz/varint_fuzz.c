/* Unpacks arbitrary bytes as packed varints and compares with a plain reading: no more memory is touched than unpack.h
 * says, values and faults are the same. */
#include "../../c-src/varint/unpack.h"
#include "fuzz.h"

typedef struct {
    tw_status status;
    uint32_t count;
    uint32_t *values;
} fuzz_plain;

static void read_plainly(const uint8_t *bytes, uint32_t length, fuzz_plain *plain) {
    uint64_t value = 0;
    uint32_t size = 0;
    for (uint32_t i = 0; i < length; i++) {
        value |= size < 9 ? (uint64_t)(bytes[i] & 0x7F) << (7 * size) : 0;
        size++;
        if (bytes[i] < 0x80) {
            plain->values[plain->count++] = (uint32_t)value;
            value = size = 0;
        } else if (size == 10) {
            plain->status = TW_BAD_VARINT;
            return;
        }
    }
    plain->status = size > 0 ? TW_TRUNCATED : TW_OK;
}

static void compare(const fuzz_plain *plain, tw_status status, const void *lanes, uint32_t count, uint32_t width) {
    fuzz_expect(status == plain->status, "the same status");
    fuzz_expect(count == plain->count, "the same count");
    for (uint32_t i = 0; i < count; i++) {
        uint32_t value = width == 2 ? ((const uint16_t *)lanes)[i] : ((const uint32_t *)lanes)[i];
        fuzz_expect(value == plain->values[i], "the same value");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint32_t length = (uint32_t)size;
    /* Exactly the room that unpack.h asks for, so that the sanitizer sees a byte more. */
    uint8_t *bytes = calloc(1, size + TW_PADDING);
    uint32_t *lanes = malloc(4 * (size + TW_UNPACK_SLACK));
    fuzz_plain plain = {TW_OK, 0, malloc(4 * size + 1)};
    if (!bytes || !lanes || !plain.values) abort();
    if (size > 0) memcpy(bytes, data, size);
    read_plainly(bytes, length, &plain);

    uint32_t count = 0;
    tw_status status = tw_unpack_uint32(bytes, length, lanes, &count);
    compare(&plain, status, lanes, count, 4);
    for (uint32_t guess = 2; guess <= 4; guess += 2) {
        uint32_t width = guess;
        status = tw_unpack_lanes(bytes, length, lanes, &count, &width);
        compare(&plain, status, lanes, count, width);
    }
    free(bytes);
    free(lanes);
    free(plain.values);
    return 0;
}
