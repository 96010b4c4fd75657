/* Protobuf messages, field by field. Called by the scan and by the readers of features and values.
 * https://protobuf.dev/programming-guides/encoding/ */
#ifndef TW_WIRE_FIELD_H
#define TW_WIRE_FIELD_H

#include <stdbool.h>
#include <stdint.h>

#include "../include/tilewasm.h"

enum {
    TW_WIRE_VARINT = 0,
    TW_WIRE_FIXED64 = 1,
    TW_WIRE_BYTES = 2,
    TW_WIRE_GROUP = 3,
    TW_WIRE_GROUP_END = 4,
    TW_WIRE_FIXED32 = 5
};

/* Groups inside groups that are followed; deeper is TW_TOO_DEEP. As protobuf implementations do. */
#define TW_GROUP_DEPTH 100

/* A message being read: what is left of it, and what went wrong. */
typedef struct {
    const uint8_t *at;
    const uint8_t *end;
    const uint8_t *fault; /* the byte where `status` was found */
    tw_status status;
    bool outermost; /* a length beyond the end means that the download was cut off */
} tw_message;

/* One field. */
typedef struct {
    const uint8_t *start; /* its tag */
    const uint8_t *bytes; /* its payload: TW_WIRE_BYTES without the length, else where the number begins */
    uint64_t value;       /* TW_WIRE_VARINT, TW_WIRE_FIXED32, TW_WIRE_FIXED64: the number's bits */
    uint32_t length;      /* TW_WIRE_BYTES: bytes of payload */
    uint32_t number;
    uint8_t wire_type;
} tw_field;

static inline tw_message tw_message_of(const uint8_t *bytes, uint32_t length) {
    return (tw_message){.at = bytes, .end = bytes + length};
}

/* Reads the next field and moves behind it; groups are read to their end and come out as fields of type TW_WIRE_GROUP.
 * False at the end of the message (status TW_OK) or at a fault. The payload lies inside the message. */
bool tw_next_field(tw_message *message, tw_field *field);

#endif
