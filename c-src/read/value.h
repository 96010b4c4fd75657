/* One value of a layer's dictionary. Called by properties.c. MVT 4.1 and 4.4. */
#ifndef TW_READ_VALUE_H
#define TW_READ_VALUE_H

#include "../scan/scan.h"

/* Types are the field numbers of vector_tile.proto. */
enum {
    TW_VALUE_NONE = 0,
    TW_VALUE_STRING = 1,
    TW_VALUE_FLOAT = 2,
    TW_VALUE_DOUBLE = 3,
    TW_VALUE_INT = 4,
    TW_VALUE_UINT = 5,
    TW_VALUE_SINT = 6,
    TW_VALUE_BOOL = 7,
};

/* Added to an integer type whose value a double cannot hold for sure: beyond 2^53 - 1 in size. */
#define TW_VALUE_BIG 128u

typedef struct {
    uint8_t type;    /* TW_VALUE_*, perhaps with TW_VALUE_BIG */
    uint8_t fields;  /* fields of known type that the message had, at most 255 */
    tw_span string;  /* of TW_VALUE_STRING */
    uint64_t number; /* of the others: the bits of a double, or of a big integer */
} tw_value;

/* A string that is all of its message and shorter than 128 bytes, as nearly all are; it begins at its third byte. */
static inline bool tw_is_plain_string(tw_span span) {
    return span.length >= 2 && span.bytes[0] == (TW_VALUE_STRING << 3 | 2) && span.bytes[1] < 0x80 &&
           span.bytes[1] == span.length - 2;
}

/* Reads a value's message; the last field counts. False at a wire fault. */
bool tw_parse_value(const tw_tile *tile, tw_span span, tw_value *value, tw_fault *fault);

#endif
