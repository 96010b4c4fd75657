/* The exports of the varint module, for js/varint.js: one array in, one array out, in linear memory behind the static
 * data.
 *
 *     at = tw_varint_reserve(size)   write the input there
 *     count = tw_varint_count(length), if that is all
 *     status = tw_varint_decode(length, type) or tw_varint_encode(count, type)
 *     result = tw_varint_result()    read the output; it is gone with the next reserve */
#include <stddef.h>

#include "../base/memory.h"
#include "../include/tilewasm_varint.h"

enum {
    NUMBERS = 8,         /* added to a 64-bit type: values are float64 */
    NOT_AN_INTEGER = 100 /* a status of this file: result.fault is the index of a float64 that the type cannot hold */
};

typedef struct {
    const uint8_t *bytes;
    uint32_t length; /* in bytes */
    uint32_t fault;
} tw_varint_result_t;

TW_API(tw_varint_reserve) uint8_t *tw_varint_reserve(uint32_t size);
TW_API(tw_varint_count) uint32_t tw_varint_count(uint32_t length);
TW_API(tw_varint_decode) uint32_t tw_varint_decode(uint32_t length, uint32_t type);
TW_API(tw_varint_encode) uint32_t tw_varint_encode(uint32_t count, uint32_t type);
TW_API(tw_varint_result) const tw_varint_result_t *tw_varint_result(void);

static tw_varint_result_t result;
static uint8_t *output; /* behind the input */

static uint64_t aligned(uint64_t size) {
    return (size + 15) & ~15ull;
}

/* Room for an input, the padding behind it zeroed. NULL when memory is at its end. */
uint8_t *tw_varint_reserve(uint32_t size) {
    uint8_t *input = tw_memory_start();
    if (tw_memory_require((uint64_t)size + 2 * TW_PADDING) != TW_OK) return NULL;
    for (uint32_t i = 0; i < TW_PADDING; i++)
        input[size + i] = 0;
    output = input + aligned((uint64_t)size + TW_PADDING);
    return input;
}

static tw_status require_output(uint64_t size) {
    return tw_memory_require((uint64_t)(output - tw_memory_start()) + size);
}

static void set_result(const void *bytes, uint64_t length, uint32_t fault) {
    result.bytes = bytes;
    result.length = (uint32_t)length;
    result.fault = fault;
}

/* An element of 64-bit types, which changes from one to the other in place. */
typedef union {
    uint64_t natural;
    int64_t integer;
    double number;
} tw_element;

/* 64-bit integers to the nearest float64. */
static void to_numbers(tw_element *values, uint32_t count, uint32_t type) {
    for (uint32_t i = 0; i < count; i++) {
        values[i].number = type == TW_VARINT_UINT64 ? (double)values[i].natural : (double)values[i].integer;
    }
}

/* The other way. Returns the index of the first that is no integer of the type up to 2^53, or `count`. */
static uint32_t from_numbers(tw_element *values, uint32_t count, uint32_t type) {
    const double most = 9007199254740992.0;
    const double least = type == TW_VARINT_UINT64 ? 0 : -most;
    for (uint32_t i = 0; i < count; i++) {
        double number = values[i].number;
        if (!(number >= least && number <= most)) return i;
        int64_t integer = (int64_t)number;
        if ((double)integer != number) return i;
        values[i].integer = integer;
    }
    return count;
}

uint32_t tw_varint_count(uint32_t length) {
    return tw_count_varints(tw_memory_start(), length);
}

uint32_t tw_varint_decode(uint32_t length, uint32_t type) {
    const uint8_t *input = tw_memory_start();
    uint64_t room = (uint64_t)tw_count_varints(input, length) + TW_DECODE_SLACK;
    uint32_t plain_type = type & ~(uint32_t)NUMBERS;
    uint32_t size = plain_type & TW_VARINT_WIDE ? 8 : 4;
    tw_status status = require_output(room * size);
    if (status != TW_OK) return status;
    uint32_t count = 0;
    uint32_t fault = 0;
    status = tw_decode_varints(input, length, (tw_varint_type)plain_type, output, &count, &fault);
    if (type & NUMBERS) to_numbers((tw_element *)(void *)output, count, plain_type);
    set_result(output, (uint64_t)count * size, fault);
    return status;
}

uint32_t tw_varint_encode(uint32_t count, uint32_t type) {
    uint8_t *input = tw_memory_start();
    uint32_t plain_type = type & ~(uint32_t)NUMBERS;
    uint64_t room = (uint64_t)count * tw_longest_varint((tw_varint_type)plain_type) + TW_ENCODE_SLACK;
    tw_status status = require_output(room);
    if (status != TW_OK) return status;
    if (type & NUMBERS) {
        uint32_t whole = from_numbers((tw_element *)(void *)input, count, plain_type);
        if (whole < count) {
            set_result(output, 0, whole);
            return NOT_AN_INTEGER;
        }
    }
    set_result(output, tw_encode_varints(input, count, (tw_varint_type)plain_type, output), 0);
    return TW_OK;
}

const tw_varint_result_t *tw_varint_result(void) {
    return &result;
}
