/* Writes requests (docs/DESIGN.md, "The request") for the C tests.
 *
 *     request_options options = options_for(TYPE_I32);
 *     test_request request = request_for_all(&options);
 *
 *     test_request request = request_for_layers();
 *     add_named_layer(&request, "water", &options);
 */
#ifndef TW_TEST_REQUESTS_H
#define TW_TEST_REQUESTS_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../../c-src/request/request.h"

enum { ALL_TYPES = 15 };
enum { REQUEST_STRICT = 1, REQUEST_LISTED = 2 };
enum { REQUEST_HEADER = 16, REQUEST_SELECTORS = 96, REQUEST_CAPACITY = 8192 };

typedef struct {
    _Alignas(8) uint8_t bytes[REQUEST_CAPACITY];
    uint32_t length;
} test_request;

/* Everything of a layer, with positions of the given element type. */
static inline tw_options options_for(uint8_t positions) {
    return (tw_options){
        .positions = positions,
        .types = ALL_TYPES,
        .properties = TW_PROPERTIES_ALL,
        .feature_count = TW_NONE,
        .scale = {1, 1},
    };
}

static inline void request_set_u32(test_request *request, uint32_t offset, uint32_t value) {
    memcpy(request->bytes + offset, &value, sizeof value);
}

static inline uint32_t request_u32(const test_request *request, uint32_t offset) {
    uint32_t value;
    memcpy(&value, request->bytes + offset, sizeof value);
    return value;
}

static inline void request_set_length(test_request *request, uint32_t length) {
    if (length > REQUEST_CAPACITY) {
        printf("a test's request is too long\n");
        __builtin_trap();
    }
    request->length = length;
    request_set_u32(request, 4, length);
}

static inline test_request request_for_all(const tw_options *options) {
    test_request request = {.length = 0};
    request_set_u32(&request, 0, 1);
    memcpy(request.bytes + REQUEST_HEADER, options, sizeof *options);
    request_set_length(&request, REQUEST_SELECTORS);
    return request;
}

/* A request that lists layers; none yet. */
static inline test_request request_for_layers(void) {
    tw_options nothing = options_for(0);
    test_request request = request_for_all(&nothing);
    request_set_u32(&request, 8, REQUEST_LISTED);
    return request;
}

static inline void request_be_strict(test_request *request) {
    request_set_u32(request, 8, request_u32(request, 8) | REQUEST_STRICT);
}

/* Adds a selector. All selectors come before all strings. Returns its offset. */
static inline uint32_t add_selector(test_request *request, uint32_t name_offset, uint32_t name_length,
                                    const tw_options *options) {
    tw_selector selector = {.name_offset = name_offset, .name_length = name_length, .options = *options};
    uint32_t offset = request->length;
    request_set_length(request, offset + (uint32_t)sizeof selector);
    memcpy(request->bytes + offset, &selector, sizeof selector);
    request_set_u32(request, 12, request_u32(request, 12) + 1);
    return offset;
}

static inline void add_numbered_layer(test_request *request, uint32_t number, const tw_options *options) {
    add_selector(request, TW_NONE, number, options);
}

/* Adds bytes behind all selectors. Returns their offset, a multiple of 4. */
static inline uint32_t add_request_bytes(test_request *request, const void *bytes, uint32_t length) {
    uint32_t offset = (request->length + 3) & ~3u;
    request_set_length(request, offset + length);
    memcpy(request->bytes + offset, bytes, length);
    return offset;
}

/* Gives the selector at `offset` its name. */
static inline void name_selector(test_request *request, uint32_t offset, const char *name) {
    request_set_u32(request, offset + 4, (uint32_t)strlen(name));
    request_set_u32(request, offset, add_request_bytes(request, name, (uint32_t)strlen(name)));
}

/* Lists keys in the options at `offset` (REQUEST_HEADER for the tile-wide ones). */
static inline void list_keys(test_request *request, uint32_t offset, const char *const *keys, uint32_t count) {
    uint32_t table[64 * 2];
    for (uint32_t i = 0; i < count; i++) {
        table[2 * i + 1] = (uint32_t)strlen(keys[i]);
        table[2 * i] = add_request_bytes(request, keys[i], table[2 * i + 1]);
    }
    request->bytes[offset + 4] = TW_PROPERTIES_LISTED;
    request_set_u32(request, offset + 8, add_request_bytes(request, table, 8 * count));
    request_set_u32(request, offset + 12, count);
}

#endif
