/* The request: checked as a whole before anything is read. See request.h. */
#include "request.h"

#include <string.h>

#include "../base/bytes.h"

#define HEADER_LENGTH 16u
#define SELECTORS_OFFSET (HEADER_LENGTH + sizeof(tw_options))

_Static_assert(sizeof(tw_options) == 80, "the layout of docs/DESIGN.md");
_Static_assert(sizeof(tw_selector) == 96, "the layout of docs/DESIGN.md");

enum { FLAG_STRICT = 1, FLAG_LISTED = 2 };

/* Whether bytes[offset, offset + length) lies in the request. */
static bool inside(const tw_request_t *request, uint64_t offset, uint64_t length) {
    return offset <= request->length && length <= request->length - offset;
}

static bool finite(double value) {
    return value - value == 0;
}

static bool positions_valid(const tw_options *options) {
    uint8_t type = options->positions;
    if (type != 0 && type != TW_I16 && type != TW_I32 && type != TW_F32 && type != TW_F64) return false;
    if (options->coordinates > TW_COORDINATES_DEGREES) return false;
    bool integers = type == TW_I16 || type == TW_I32;
    return !integers || options->coordinates == TW_COORDINATES_TILE;
}

static bool coordinates_valid(const tw_options *options) {
    if (options->coordinates == TW_COORDINATES_AFFINE) {
        return finite(options->scale[0]) && finite(options->scale[1]) && finite(options->offset[0]) &&
               finite(options->offset[1]);
    }
    if (options->coordinates != TW_COORDINATES_DEGREES) return true;
    if (options->z > 32) return false;
    uint64_t across = 1ull << options->z;
    return options->x < across && options->y < across;
}

static bool keys_valid(const tw_request_t *request, const tw_options *options) {
    if (options->properties > TW_PROPERTIES_LISTED) return false;
    if (options->properties != TW_PROPERTIES_LISTED) return true;
    if (options->keys_offset % 4 != 0 || !inside(request, options->keys_offset, 8ull * options->key_count))
        return false;
    for (uint32_t i = 0; i < options->key_count; i++) {
        const uint8_t *entry = request->bytes + options->keys_offset + 8ull * i;
        if (!inside(request, tw_load_u32(entry), tw_load_u32(entry + 4))) return false;
    }
    return true;
}

static bool options_valid(const tw_request_t *request, const tw_options *options) {
    static const uint8_t zeroes[12];
    return positions_valid(options) && coordinates_valid(options) && keys_valid(request, options) &&
           options->types < 16 && options->flags < 8 && memcmp(options->reserved, zeroes, 3) == 0 &&
           memcmp(options->reserved_end, zeroes, 12) == 0;
}

tw_status tw_request_parse(const uint8_t *bytes, uint32_t length, tw_request_t *request, uint32_t *fault) {
    *fault = 0;
    if (length < SELECTORS_OFFSET || tw_load_u32(bytes) != 1) return TW_BAD_REQUEST;
    *fault = 4;
    if (tw_load_u32(bytes + 4) != length) return TW_BAD_REQUEST;
    *fault = 8;
    uint32_t flags = tw_load_u32(bytes + 8);
    if (flags > (FLAG_STRICT | FLAG_LISTED)) return TW_BAD_REQUEST;
    *request = (tw_request_t){
        .bytes = bytes,
        .length = length,
        .strict = flags & FLAG_STRICT,
        .listed = flags & FLAG_LISTED,
        .selector_count = tw_load_u32(bytes + 12),
        .options = (const tw_options *)(bytes + HEADER_LENGTH),
        .selectors = (const tw_selector *)(bytes + SELECTORS_OFFSET),
    };
    *fault = 12;
    if (!inside(request, SELECTORS_OFFSET, (uint64_t)request->selector_count * sizeof(tw_selector)))
        return TW_BAD_REQUEST;
    *fault = HEADER_LENGTH;
    if (!options_valid(request, request->options)) return TW_BAD_REQUEST;
    for (uint32_t i = 0; i < request->selector_count; i++) {
        const tw_selector *selector = &request->selectors[i];
        *fault = (uint32_t)((const uint8_t *)selector - bytes);
        bool named = selector->name_offset != TW_NONE;
        if (named && !inside(request, selector->name_offset, selector->name_length)) return TW_BAD_REQUEST;
        if (selector->reserved[0] != 0 || selector->reserved[1] != 0) return TW_BAD_REQUEST;
        if (!options_valid(request, &selector->options)) return TW_BAD_REQUEST;
    }
    *fault = 0;
    return TW_OK;
}

static bool selects(const tw_request_t *request, const tw_selector *selector, uint32_t number, const uint8_t *name,
                    uint32_t name_length) {
    if (selector->name_offset == TW_NONE) return selector->name_length == number;
    return selector->name_length == name_length &&
           memcmp(request->bytes + selector->name_offset, name, name_length) == 0;
}

const tw_options *tw_request_options(const tw_request_t *request, uint32_t number, const uint8_t *name,
                                     uint32_t name_length) {
    if (!request->listed) return request->options;
    for (uint32_t i = 0; i < request->selector_count; i++) {
        if (selects(request, &request->selectors[i], number, name, name_length)) return &request->selectors[i].options;
    }
    return NULL;
}

const uint8_t *tw_request_key(const tw_request_t *request, const tw_options *options, uint32_t index,
                              uint32_t *length) {
    const uint8_t *entry = request->bytes + options->keys_offset + 8ull * index;
    *length = tw_load_u32(entry + 4);
    return request->bytes + tw_load_u32(entry);
}
