/* A feature's fields: id, type, and where tags and geometry lie. Called by layer.c, a feature each. MVT 4.2. */
#include <string.h>

#include "../base/arena.h"
#include "../varint/varint.h"
#include "../wire/field.h"
#include "reader.h"

enum { TAG_ID = TW_FEATURE_ID << 3, TAG_TYPE = TW_FEATURE_TYPE << 3 };
enum { TAG_TAGS = TW_FEATURE_TAGS << 3 | TW_WIRE_BYTES, TAG_GEOMETRY = TW_FEATURE_GEOMETRY << 3 | TW_WIRE_BYTES };

/* Adds a piece of a packed field. The first is taken where it lies; with a second the field must be gathered. */
static void add_piece(uint32_t *offset, uint32_t *length, bool *present, uint32_t piece_offset, uint32_t piece_length) {
    *offset = *present ? TW_NONE : piece_offset;
    *length += piece_length;
    *present = true;
}

typedef struct {
    bool tags, geometry;
} tw_presence;

static void take_packed(const tw_tile *tile, tw_feature_record *record, tw_presence *present, uint32_t number,
                        const uint8_t *bytes, uint32_t length) {
    uint32_t offset = (uint32_t)(bytes - tile->bytes);
    if (number == TW_FEATURE_GEOMETRY) {
        add_piece(&record->geometry_offset, &record->geometry_length, &present->geometry, offset, length);
    } else {
        add_piece(&record->tags_offset, &record->tags_length, &present->tags, offset, length);
    }
}

/* A field in its general form: any order, any wire type, unpacked runs. */
static void take_field(const tw_tile *tile, tw_feature *feature, tw_presence *present, const tw_field *field,
                       const uint8_t *end) {
    bool packable = field->number == TW_FEATURE_TAGS || field->number == TW_FEATURE_GEOMETRY;
    if (field->wire_type == TW_WIRE_BYTES && packable) {
        take_packed(tile, &feature->record, present, field->number, field->bytes, field->length);
    }
    if (field->wire_type != TW_WIRE_VARINT) return;
    if (packable) {
        take_packed(tile, &feature->record, present, field->number, field->bytes, (uint32_t)(end - field->bytes));
    } else if (field->number == TW_FEATURE_ID) {
        feature->id = field->value;
        feature->has_id = true;
    } else if (field->number == TW_FEATURE_TYPE && (uint32_t)field->value <= TW_POLYGON) {
        /* Other numbers are no values of this enum, and so unknown fields: proto2 has it so. */
        feature->type = (uint32_t)field->value;
        feature->has_type = true;
    }
}

/* A length or other small number of one or two bytes. Returns the byte behind it, NULL where it is longer. The caller
 * has seen that three bytes lie in front of `end`, or fewer and then zeroes. */
static const uint8_t *read_small(const uint8_t *at, uint32_t *value) {
    *value = at[0];
    if (at[0] < 0x80) return at + 1;
    if (at[1] >= 0x80) return NULL;
    *value = (at[0] & 0x7Fu) | (uint32_t)at[1] << 7;
    return at + 2;
}

/* A feature as nearly all encoders write it: each field once, tags of one byte, lengths of one or two. False, with
 * *feature in any state, where it is written otherwise, or wrong. */
static bool parse_common(const tw_tile *tile, tw_span span, tw_feature *feature) {
    const uint8_t *at = span.bytes;
    const uint8_t *end = at + span.length;
    uint32_t seen = 0;
    *feature = (tw_feature){0};
    while (at < end) {
        /* In bounds: a tile has TW_PADDING zeroes behind it, so that three bytes may be read here, whatever the span.
         */
        uint8_t tag = *at++;
        uint32_t bit = 1u << (tag & 31);
        if (seen & bit) return false;
        seen |= bit;
        if (tag == TAG_ID) {
            tw_status status = TW_OK;
            at = tw_read_varint64(at, end, &feature->id, &status);
            if (!at) return false;
            feature->has_id = true;
            continue;
        }
        uint32_t value;
        at = read_small(at, &value);
        if (!at) return false;
        if (tag == TAG_TYPE) {
            feature->type = value;
            feature->has_type = true;
            continue;
        }
        uint32_t offset = (uint32_t)(at - tile->bytes);
        if (tag == TAG_GEOMETRY) {
            feature->record.geometry_offset = offset;
            feature->record.geometry_length = value;
        } else if (tag == TAG_TAGS) {
            feature->record.tags_offset = offset;
            feature->record.tags_length = value;
        } else {
            return false;
        }
        if (value > (uint64_t)(end - at) || at > end) return false;
        at += value;
    }
    return at == end;
}

/* A feature in any form that protobuf allows. */
static bool parse_any(const tw_tile *tile, tw_span span, tw_feature *feature, tw_fault *fault) {
    *feature = (tw_feature){0};
    tw_presence present = {false, false};
    tw_message message = tw_message_of(span.bytes, span.length);
    tw_field field;
    while (tw_next_field(&message, &field))
        take_field(tile, feature, &present, &field, message.at);
    if (message.status == TW_OK) return true;
    fault->status = message.status;
    fault->offset = (uint32_t)(message.fault - tile->bytes);
    return false;
}

bool tw_parse_feature(const tw_tile *tile, tw_span span, tw_feature *feature, tw_fault *fault) {
    return parse_common(tile, span, feature) || parse_any(tile, span, feature, fault);
}

/* Whether the last varint of a packed run has its end. */
static bool run_is_whole(const tw_field *field) {
    return field->length == 0 || field->bytes[field->length - 1] < 0x80;
}

tw_span tw_packed_field(const tw_tile *tile, tw_span feature, uint32_t number, uint32_t offset, uint32_t length) {
    if (offset != TW_NONE) return (tw_span){tile->bytes + offset, length};
    uint8_t *gathered = tw_arena_take((uint64_t)length + TW_PADDING);
    if (!gathered) return (tw_span){NULL, 0};
    uint32_t total = 0;
    tw_message message = tw_message_of(feature.bytes, feature.length);
    tw_field field;
    while (tw_next_field(&message, &field)) {
        if (field.number != number) continue;
        if (field.wire_type != TW_WIRE_BYTES && field.wire_type != TW_WIRE_VARINT) continue;
        uint32_t piece = field.wire_type == TW_WIRE_BYTES ? field.length : (uint32_t)(message.at - field.bytes);
        memcpy(gathered + total, field.bytes, piece);
        total += piece;
        /* A varint must not grow together with the next run's first bytes. */
        if (field.wire_type == TW_WIRE_BYTES && !run_is_whole(&field)) break;
    }
    memset(gathered + total, 0, TW_PADDING);
    return (tw_span){gathered, total};
}
