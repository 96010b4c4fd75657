/* Protobuf messages, field by field. See field.h. */
#include "field.h"

#include "../base/bytes.h"
#include "../varint/varint.h"

static bool fail(tw_message *message, tw_status status, const uint8_t *fault) {
    message->status = status;
    message->fault = fault;
    return false;
}

static bool read_tag(tw_message *message, tw_field *field) {
    field->start = message->at;
    uint64_t tag = 0;
    const uint8_t *next = tw_read_varint64(message->at, message->end, &tag, &message->status);
    if (!next) return fail(message, message->status, field->start);
    uint64_t number = tag >> 3;
    if (number == 0 || number >= 1u << 29) return fail(message, TW_BAD_FIELD_NUMBER, field->start);
    field->number = (uint32_t)number;
    field->wire_type = tag & 7;
    message->at = next;
    return true;
}

static bool read_bytes(tw_message *message, tw_field *field) {
    uint64_t length = 0;
    const uint8_t *next = tw_read_varint64(message->at, message->end, &length, &message->status);
    if (!next) return fail(message, message->status, message->at);
    if (length > (uint64_t)(message->end - next)) {
        bool cut = message->outermost && length <= INT32_MAX;
        return fail(message, cut ? TW_TRUNCATED : TW_BAD_LENGTH, message->at);
    }
    field->bytes = next;
    field->length = (uint32_t)length;
    message->at = next + length;
    return true;
}

static bool read_fixed(tw_message *message, tw_field *field, uint32_t size) {
    if ((uint64_t)(message->end - message->at) < size) return fail(message, TW_TRUNCATED, field->start);
    field->value = size == 4 ? tw_load_u32(message->at) : tw_load_u64(message->at);
    message->at += size;
    return true;
}

/* Everything but groups. */
static bool read_payload(tw_message *message, tw_field *field) {
    field->bytes = message->at;
    switch (field->wire_type) {
    case TW_WIRE_VARINT: {
        const uint8_t *next = tw_read_varint64(message->at, message->end, &field->value, &message->status);
        if (!next) return fail(message, message->status, message->at);
        message->at = next;
        return true;
    }
    case TW_WIRE_FIXED64:
        return read_fixed(message, field, 8);
    case TW_WIRE_BYTES:
        return read_bytes(message, field);
    case TW_WIRE_FIXED32:
        return read_fixed(message, field, 4);
    case TW_WIRE_GROUP_END:
        return fail(message, TW_BAD_GROUP, field->start);
    default:
        return fail(message, TW_BAD_WIRE_TYPE, field->start);
    }
}

/* Skips a group whose start has just been read, with the groups in it. */
static bool skip_group(tw_message *message, const tw_field *group) {
    uint32_t numbers[TW_GROUP_DEPTH];
    uint32_t depth = 0;
    numbers[depth++] = group->number;
    while (depth > 0) {
        if (message->at == message->end) return fail(message, TW_BAD_GROUP, group->start);
        tw_field inner;
        if (!read_tag(message, &inner)) return false;
        if (inner.wire_type == TW_WIRE_GROUP) {
            if (depth == TW_GROUP_DEPTH) return fail(message, TW_TOO_DEEP, inner.start);
            numbers[depth++] = inner.number;
        } else if (inner.wire_type == TW_WIRE_GROUP_END) {
            if (inner.number != numbers[--depth]) return fail(message, TW_BAD_GROUP, inner.start);
        } else if (!read_payload(message, &inner)) {
            return false;
        }
    }
    return true;
}

bool tw_next_field(tw_message *message, tw_field *field) {
    if (message->at == message->end) return false;
    if (!read_tag(message, field)) return false;
    if (field->wire_type == TW_WIRE_GROUP) return skip_group(message, field);
    return read_payload(message, field);
}
