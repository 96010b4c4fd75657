/* One value of a layer's dictionary. Called by properties.c. MVT 4.1 and 4.4. */
#ifndef TW_READ_VALUE_H
#define TW_READ_VALUE_H

#include "../base/bytes.h"
#include "../scan/scan.h"
#include "../varint/word.h"

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

/* An int or uint that is all of its message and has one to seven bytes: not negative, and a double holds it. The type
 * is the number of the field. */
static inline bool tw_is_plain_integer(tw_span span, uint64_t *integer) {
    if (span.length - 2 > 6) return false;
    uint8_t tag = span.bytes[0];
    if (tag != TW_VALUE_INT << 3 && tag != TW_VALUE_UINT << 3) return false;
    /* In bounds: the tile has TW_PADDING bytes behind it. */
    uint64_t word = tw_load_u64(span.bytes + 1);
    uint32_t bits = 8 * (span.length - 1);
    uint64_t ends = tw_word_ends(word);
    if (ends == 0 || tw_word_first_bits(ends) != bits) return false;
    *integer = tw_word_join(tw_word_low(word, bits));
    return true;
}

/* Reads a value's message; the last field counts. False at a wire fault. */
bool tw_parse_value(const tw_tile *tile, tw_span span, tw_value *value, tw_fault *fault);

#endif
