/* The request: which layers, and what of each. Checked as a whole before anything is read. Called by the API and, to
 * leave layers out, by the scan. Layout: docs/DESIGN.md, "The request". */
#ifndef TW_REQUEST_REQUEST_H
#define TW_REQUEST_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "../include/tilewasm.h"

/* Element types, as in the request and in the result block. */
enum {
    TW_U8 = 1,
    TW_I16 = 2,
    TW_U16 = 3,
    TW_I32 = 4,
    TW_U32 = 5,
    TW_F32 = 6,
    TW_F64 = 7,
    TW_U64 = 8,
};

enum { TW_COORDINATES_TILE = 0, TW_COORDINATES_UNIT = 1, TW_COORDINATES_AFFINE = 2, TW_COORDINATES_DEGREES = 3 };
enum { TW_WITH_TRIANGLES = 1, TW_WITH_VERTEX_FEATURE = 2, TW_STRICT = 4 };
enum { TW_PROPERTIES_NONE = 0, TW_PROPERTIES_ALL = 1, TW_PROPERTIES_LISTED = 2 };

/* What to make of one layer: the 80 bytes of the request as they lie there. */
typedef struct {
    uint8_t positions;   /* element type, 0 for none */
    uint8_t coordinates; /* TW_COORDINATES_* */
    uint8_t types;       /* bit a geometry type */
    uint8_t flags;       /* TW_WITH_*, TW_STRICT */
    uint8_t properties;  /* TW_PROPERTIES_* */
    uint8_t reserved[3];
    uint32_t keys_offset;
    uint32_t key_count;
    uint32_t first_feature;
    uint32_t feature_count;
    double scale[2];
    double offset[2];
    uint32_t x, y, z;
    uint32_t reserved_end[3];
} tw_options;

/* One layer selector: 96 bytes of the request. */
typedef struct {
    uint32_t name_offset; /* TW_NONE: chosen by number */
    uint32_t name_length; /* or the number */
    uint32_t reserved[2];
    tw_options options;
} tw_selector;

/* A checked request. The pointers lead into the request's bytes. */
typedef struct {
    const uint8_t *bytes;
    uint32_t length;
    bool strict;
    bool listed; /* only the layers of the selectors are read */
    uint32_t selector_count;
    const tw_selector *selectors;
    const tw_options *options; /* for every layer when nothing is listed */
} tw_request_t;

/* Checks the bytes at `bytes` (8-byte aligned) and fills `request`. TW_OK or TW_BAD_REQUEST; *fault is then the offset
 * of the faulty field in the request. */
tw_status tw_request_parse(const uint8_t *bytes, uint32_t length, tw_request_t *request, uint32_t *fault);

/* The options for a layer, by number and name; NULL when the layer is to be left out. */
const tw_options *tw_request_options(const tw_request_t *request, uint32_t number, const uint8_t *name,
                                     uint32_t name_length);

/* One of the listed keys. */
const uint8_t *tw_request_key(const tw_request_t *request, const tw_options *options, uint32_t index, uint32_t *length);

#endif
