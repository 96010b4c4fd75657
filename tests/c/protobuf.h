/* Writes protobuf messages, and vector tiles with them, for the C tests: valid ones and, since every piece can be
 * written by itself, faulty ones.
 *
 *     message feature = message_new(), layer = message_new(), tile = message_new();
 *     put_varint_field(&feature, FEATURE_TYPE, 1);
 *     PUT_PACKED(&feature, FEATURE_GEOMETRY, MOVE_TO(1), ZIGZAG(25), ZIGZAG(17));
 *     put_layer_head(&layer, "name");
 *     put_message(&layer, LAYER_FEATURES, &feature);
 *     put_message(&tile, TILE_LAYERS, &layer);
 *
 * All messages share one buffer of 4 MiB as a ring of slots; message_reset gives them back. */
#ifndef TW_TEST_PROTOBUF_H
#define TW_TEST_PROTOBUF_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Field numbers of vector_tile.proto. */
enum { TILE_LAYERS = 3 };
enum { LAYER_NAME = 1, LAYER_FEATURES = 2, LAYER_KEYS = 3, LAYER_VALUES = 4, LAYER_EXTENT = 5, LAYER_VERSION = 15 };
enum { FEATURE_ID = 1, FEATURE_TAGS = 2, FEATURE_TYPE = 3, FEATURE_GEOMETRY = 4 };
enum {
    VALUE_STRING = 1,
    VALUE_FLOAT = 2,
    VALUE_DOUBLE = 3,
    VALUE_INT = 4,
    VALUE_UINT = 5,
    VALUE_SINT = 6,
    VALUE_BOOL = 7
};
enum { POINT = 1, LINE = 2, POLYGON = 3 };
enum { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2, WIRE_GROUP = 3, WIRE_GROUP_END = 4, WIRE_FIXED32 = 5 };

/* Command integers and parameters of a geometry. MVT 4.3. */
#define MOVE_TO(count) ((uint32_t)(count) << 3 | 1u)
#define LINE_TO(count) ((uint32_t)(count) << 3 | 2u)
#define CLOSE_PATH 15u
#define ZIGZAG(value) ((uint32_t)(value) << 1 ^ (uint32_t)((int32_t)(value) >> 31))

/* A message being written. */
typedef struct {
    uint8_t *bytes;
    uint32_t length, capacity;
} message;

enum { MESSAGE_CAPACITY = 1 << 16, MESSAGE_SLOTS = 32 };
static uint8_t message_memory[MESSAGE_SLOTS][MESSAGE_CAPACITY];
static unsigned message_next;

static inline message message_new(void) {
    if (message_next == MESSAGE_SLOTS) {
        printf("message_new: all slots are in use; call message_reset\n");
        __builtin_trap();
    }
    return (message){message_memory[message_next++], 0, MESSAGE_CAPACITY};
}

/* Gives all messages back. */
static inline void message_reset(void) {
    message_next = 0;
}

/* A message over memory of the test's own, where the slots are too small. */
static inline message message_over(uint8_t *memory, uint32_t capacity) {
    return (message){memory, 0, capacity};
}

static inline void put_bytes(message *to, const void *bytes, uint32_t length) {
    if (length > to->capacity - to->length) {
        printf("put_bytes: the message's memory is used up\n");
        __builtin_trap();
    }
    if (length > 0) memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
}

static inline void put_byte(message *to, unsigned byte) {
    uint8_t one = (uint8_t)byte;
    put_bytes(to, &one, 1);
}

static inline void put_varint(message *to, uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        put_byte(to, 0x80 | (unsigned)(value & 0x7F));
    put_byte(to, (unsigned)value);
}

/* The same number in `length` bytes, which protobuf allows up to ten of. */
static inline void put_padded_varint(message *to, uint64_t value, unsigned length) {
    for (; length > 1; length--, value >>= 7)
        put_byte(to, 0x80 | (unsigned)(value & 0x7F));
    put_byte(to, (unsigned)value);
}

static inline void put_tag(message *to, uint32_t number, uint32_t wire_type) {
    put_varint(to, (uint64_t)number << 3 | wire_type);
}

static inline void put_varint_field(message *to, uint32_t number, uint64_t value) {
    put_tag(to, number, WIRE_VARINT);
    put_varint(to, value);
}

static inline void put_bytes_field(message *to, uint32_t number, const void *bytes, uint32_t length) {
    put_tag(to, number, WIRE_BYTES);
    put_varint(to, length);
    put_bytes(to, bytes, length);
}

static inline void put_string(message *to, uint32_t number, const char *text) {
    put_bytes_field(to, number, text, (uint32_t)strlen(text));
}

static inline void put_message(message *to, uint32_t number, const message *inner) {
    put_bytes_field(to, number, inner->bytes, inner->length);
}

static inline void put_float(message *to, uint32_t number, float value) {
    put_tag(to, number, WIRE_FIXED32);
    put_bytes(to, &value, sizeof value);
}

static inline void put_double(message *to, uint32_t number, double value) {
    put_tag(to, number, WIRE_FIXED64);
    put_bytes(to, &value, sizeof value);
}

/* Number of bytes of a varint. */
static inline uint32_t varint_length(uint64_t value) {
    uint32_t length = 1;
    while (value >>= 7)
        length++;
    return length;
}

static inline void put_packed(message *to, uint32_t number, const uint32_t *values, uint32_t count) {
    uint32_t length = 0;
    for (uint32_t i = 0; i < count; i++)
        length += varint_length(values[i]);
    put_tag(to, number, WIRE_BYTES);
    put_varint(to, length);
    for (uint32_t i = 0; i < count; i++)
        put_varint(to, values[i]);
}

#define PUT_PACKED(to, number, ...)                                                                                    \
    put_packed((to), (number), (const uint32_t[]){__VA_ARGS__},                                                        \
               (uint32_t)(sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)))

/* What a proper layer begins with. */
static inline void put_layer_head(message *layer, const char *name) {
    put_varint_field(layer, LAYER_VERSION, 2);
    put_string(layer, LAYER_NAME, name);
}

static inline void put_string_value(message *layer, const char *text) {
    uint8_t memory[1024];
    message value = message_over(memory, sizeof memory);
    put_string(&value, VALUE_STRING, text);
    put_message(layer, LAYER_VALUES, &value);
}

#endif
