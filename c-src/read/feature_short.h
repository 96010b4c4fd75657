/* The short way to read a feature's fields: each once at most, in one of the orders that encoders write. Included by
 * features.c alone, which takes feature.c's way for all other features. MVT 4.2. */
#ifndef TW_READ_FEATURE_SHORT_H
#define TW_READ_FEATURE_SHORT_H

#include "../base/bytes.h"
#include "../varint/word.h"
#include "../wire/field.h"
#include "reader.h"

/* What a feature says of itself, beside its record. */
typedef struct {
    uint64_t id;
    uint8_t type;
    bool has_id;
} tw_short_feature;

enum { TW_SHORT_ID = TW_FEATURE_ID << 3, TW_SHORT_TYPE = TW_FEATURE_TYPE << 3 };
enum {
    TW_SHORT_TAGS = TW_FEATURE_TAGS << 3 | TW_WIRE_BYTES,
    TW_SHORT_GEOMETRY = TW_FEATURE_GEOMETRY << 3 | TW_WIRE_BYTES
};

/* Takes the packed field whose tag stands at `at`. Returns the byte behind it, NULL where its length has more than two
 * bytes or leads beyond `end`. */
static inline const uint8_t *tw_short_run(const uint8_t *at, const uint8_t *end, const uint8_t **run,
                                          uint32_t *length) {
    uint32_t count;
    at = tw_short_length(at + 1, &count);
    if (count > TW_MOST_SHORT || (int64_t)count > end - at) return NULL;
    *run = at;
    *length = count;
    return at + count;
}

/* Takes the id whose tag stands at `at`. NULL where it has more than eight bytes. */
static inline const uint8_t *tw_short_id(const uint8_t *at, tw_short_feature *feature) {
    uint64_t word = tw_load_u64(at + 1);
    uint64_t ends = tw_word_ends(word);
    if (ends == 0) return NULL;
    uint32_t bits = tw_word_first_bits(ends);
    feature->id = tw_word_join(tw_word_low(word, bits));
    feature->has_id = true;
    return at + 1 + bits / 8;
}

/* False, with *feature and *record in any state, for a feature that is written otherwise, is wrong, has no geometry or
 * no type of the three. Orders: id, tags, type, tags, id, geometry, id, tags, with each field in one of its places.
 *
 * In bounds: `at` leaves `end` by eleven bytes at most (a tag and an id of eight bytes, and a type's two), since a run
 * does not begin behind `end`; a run reads three bytes from there, and TW_PADDING bytes lie behind the tile. */
static inline bool tw_parse_short(const uint8_t *tile, tw_span span, tw_short_feature *feature,
                                  tw_feature_record *record) {
    const uint8_t *at = span.bytes;
    const uint8_t *end = at + span.length;
    const uint8_t *tags = tile; /* no field begins there: none yet */
    const uint8_t *geometry = tile;
    uint32_t tags_length = 0;
    uint32_t geometry_length = 0;
    *feature = (tw_short_feature){0, 0, false};
    if (at[0] == TW_SHORT_ID && !(at = tw_short_id(at, feature))) return false;
    if (at[0] == TW_SHORT_TAGS && !(at = tw_short_run(at, end, &tags, &tags_length))) return false;
    if (at[0] != TW_SHORT_TYPE) return false;
    feature->type = at[1];
    at += 2;
    if (at[0] != TW_SHORT_GEOMETRY) {
        if (at[0] == TW_SHORT_TAGS && tags == tile && !(at = tw_short_run(at, end, &tags, &tags_length))) return false;
        if (at < end && at[0] == TW_SHORT_ID && !feature->has_id && !(at = tw_short_id(at, feature))) return false;
        if (at[0] != TW_SHORT_GEOMETRY) return false;
    }
    if (!(at = tw_short_run(at, end, &geometry, &geometry_length))) return false;
    if (at < end && at[0] == TW_SHORT_ID && !feature->has_id && !(at = tw_short_id(at, feature))) return false;
    if (at < end && at[0] == TW_SHORT_TAGS && tags == tile && !(at = tw_short_run(at, end, &tags, &tags_length)))
        return false;
    if (at != end || (uint32_t)feature->type - TW_POINT > TW_POLYGON - TW_POINT) return false;
    *record = (tw_feature_record){(uint32_t)(geometry - tile), geometry_length, (uint32_t)(tags - tile), tags_length};
    return true;
}

#endif
