/* One value of a layer's dictionary. See value.h. */
#include "value.h"

#include <string.h>

#include "../base/bytes.h"
#include "../varint/varint.h"
#include "../varint/word.h"
#include "../wire/field.h"

#define MOST_SAFE ((1ll << 53) - 1)

static uint64_t bits_of(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static void set_signed(tw_value *value, uint8_t type, int64_t number) {
    bool safe = number <= MOST_SAFE && number >= -MOST_SAFE;
    value->type = safe ? type : type | TW_VALUE_BIG;
    value->number = safe ? bits_of((double)number) : (uint64_t)number;
}

static void set_unsigned(tw_value *value, uint64_t number) {
    bool safe = number <= (uint64_t)MOST_SAFE;
    value->type = safe ? TW_VALUE_UINT : TW_VALUE_UINT | TW_VALUE_BIG;
    value->number = safe ? bits_of((double)number) : number;
}

static void set_float(tw_value *value, uint32_t bits) {
    float number;
    memcpy(&number, &bits, sizeof number);
    value->type = TW_VALUE_FLOAT;
    value->number = bits_of((double)number);
}

static bool take_varint(tw_value *value, uint32_t number, uint64_t varint) {
    switch (number) {
    case TW_VALUE_INT:
        set_signed(value, TW_VALUE_INT, (int64_t)varint);
        return true;
    case TW_VALUE_UINT:
        set_unsigned(value, varint);
        return true;
    case TW_VALUE_SINT:
        set_signed(value, TW_VALUE_SINT, tw_zigzag64(varint));
        return true;
    case TW_VALUE_BOOL:
        value->type = TW_VALUE_BOOL;
        value->number = bits_of(varint != 0);
        return true;
    default:
        return false;
    }
}

/* Whether the field is one of the seven, with its wire type; others are unknown fields. */
static bool take_field(tw_value *value, const tw_field *field) {
    if (field->wire_type == TW_WIRE_VARINT) return take_varint(value, field->number, field->value);
    if (field->number == TW_VALUE_STRING && field->wire_type == TW_WIRE_BYTES) {
        value->type = TW_VALUE_STRING;
        value->string = (tw_span){field->bytes, field->length};
        return true;
    }
    if (field->number == TW_VALUE_FLOAT && field->wire_type == TW_WIRE_FIXED32) {
        set_float(value, (uint32_t)field->value);
        return true;
    }
    if (field->number == TW_VALUE_DOUBLE && field->wire_type == TW_WIRE_FIXED64) {
        value->type = TW_VALUE_DOUBLE;
        value->number = field->value;
        return true;
    }
    return false;
}

/* The varint that has exactly `length` bytes, one to eight; all at once. False where it ends earlier, or later. */
static bool read_exact_varint(const uint8_t *at, uint32_t length, uint64_t *varint) {
    if (length - 1 > 7) return false;
    uint64_t mask = ~0ull >> (64 - 8 * length);
    /* In bounds: the tile has TW_PADDING bytes behind it. */
    uint64_t bytes = tw_load_u64(at) & mask;
    if ((bytes & 0x8080808080808080ull) != (mask >> 8 & 0x8080808080808080ull)) return false;
    *varint = tw_word_join(bytes);
    return true;
}

/* A number as nearly all encoders write it: one field, which is all of the message. False for other forms. */
static bool take_plain(tw_value *value, tw_span span) {
    const uint8_t *at = span.bytes;
    if (span.length < 2) return false;
    uint8_t tag = at[0];
    if (tag == (TW_VALUE_DOUBLE << 3 | TW_WIRE_FIXED64) && span.length == 9) {
        value->type = TW_VALUE_DOUBLE;
        value->number = tw_load_u64(at + 1);
        return true;
    }
    uint64_t varint;
    return (tag & 0x87) == TW_WIRE_VARINT && read_exact_varint(at + 1, span.length - 1, &varint) &&
           take_varint(value, tag >> 3, varint);
}

bool tw_parse_value(const tw_tile *tile, tw_span span, tw_value *value, tw_fault *fault) {
    value->type = TW_VALUE_NONE;
    value->fields = 1;
    if (take_plain(value, span)) return true;
    value->fields = 0;
    tw_message message = tw_message_of(span.bytes, span.length);
    tw_field field;
    while (tw_next_field(&message, &field)) {
        if (take_field(value, &field) && value->fields < 255) value->fields++;
    }
    if (message.status == TW_OK) return true;
    fault->status = message.status;
    fault->offset = (uint32_t)(message.fault - tile->bytes);
    return false;
}
