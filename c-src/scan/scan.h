/* One pass over a tile into a table of spans. Called by the API; its tables are what the readers work from.
 * MVT 4 and vector_tile.proto. */
#ifndef TW_SCAN_SCAN_H
#define TW_SCAN_SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "../include/tilewasm.h"
#include "../request/request.h"

/* Largest tile: offsets keep two bits for the kind of a span. */
#define TW_MAX_TILE_LENGTH (1u << 30)

/* A layer of the tile. Spans are numbers in the tile's span table. */
typedef struct {
    uint32_t offset; /* of the layer's field in the tile */
    uint32_t name_offset, name_length;
    uint32_t version, extent;
    uint32_t first_feature, feature_count;
    uint32_t first_key, key_count;
    uint32_t first_value, value_count;
    uint32_t length; /* bytes of the layer's message */
    bool has_name, has_version;
    bool duplicate_name; /* a layer before it has the same name */
    bool left_out;       /* the request did not ask for it: nothing of it is known but perhaps its name */
} tw_layer;

/* A tile and its tables. A span is the offset of a field's length in the tile; its payload follows the length, and both
 * have been checked to lie in the tile. */
typedef struct {
    const uint8_t *bytes; /* TW_PADDING zeroes follow */
    uint32_t length;
    uint32_t layer_count;
    uint32_t span_count;
    tw_layer *layers;
    uint32_t *spans;
} tw_tile;

/* Where and why a scan or a read stopped. */
typedef struct {
    tw_status status;
    uint32_t offset;
    uint32_t layer;
    uint32_t feature;
} tw_fault;

/* Fills the tables of tile->bytes into the arena. With a request, layers that it leaves out are walked by length only:
 * a layer is left out when the first name in it is not asked for. False at a fault. */
bool tw_scan(tw_tile *tile, const tw_request_t *request, tw_fault *fault);

/* Marks the layers whose name an earlier one has, as duplicate_name. False when memory is at its end. */
bool tw_mark_duplicate_names(tw_tile *tile, tw_fault *fault);

/* The payload of a span, whose length stands at `at`. tw_long_span is for lengths of three bytes and more. */
typedef struct {
    const uint8_t *bytes;
    uint32_t length;
} tw_span;
tw_span tw_long_span(const uint8_t *at);

static inline tw_span tw_span_from(const uint8_t *at) {
    /* In bounds: the scan has read this length, and found the payload inside the tile. */
    if (at[0] < 0x80) return (tw_span){at + 1, at[0]};
    if (at[1] < 0x80) return (tw_span){at + 2, (at[0] & 0x7Fu) | (uint32_t)at[1] << 7};
    return tw_long_span(at);
}

static inline tw_span tw_span_at(const tw_tile *tile, uint32_t number) {
    return tw_span_from(tile->bytes + tile->spans[number]);
}

/* What bytes are that are no vector tile, by their first bytes: a TW_NOT_MVT_* status, or TW_OK when they look like
 * nothing known. */
tw_status tw_sniff(const uint8_t *bytes, uint32_t length);

#endif
