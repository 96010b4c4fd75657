/* Protobuf fields: every wire type, every fault with the byte where it stands, groups, and cuts at every byte. */
#include "../../c-src/wire/field.h"
#include "protobuf.h"
#include "test.h"

/* A message's bytes in memory that ends with them, as the wire layer may read nothing behind. */
static tw_message read_from(const message *bytes) {
    return tw_message_of(test_bytes(bytes->bytes, bytes->length, 0), bytes->length);
}

/* Checks that reading stops at `offset` with `status`, after `count` whole fields. */
static void check_fault(const message *bytes, uint32_t count, tw_status status, uint32_t offset) {
    tw_message reading = read_from(bytes);
    const uint8_t *start = reading.at;
    tw_field field;
    uint32_t whole = 0;
    while (tw_next_field(&reading, &field))
        whole++;
    CHECK_EQUAL(whole, count);
    CHECK_STRING(tw_status_name(reading.status), tw_status_name(status));
    if (status != TW_OK) CHECK_EQUAL(reading.fault - start, offset);
}

static void reads_every_wire_type(void) {
    message_reset();
    message bytes = message_new();
    put_varint_field(&bytes, 1, 300);
    put_double(&bytes, 2, 1.5);
    put_string(&bytes, 3, "abc");
    put_float(&bytes, 1000, 0.25F);
    tw_message reading = read_from(&bytes);
    const uint8_t *start = reading.at;
    tw_field field;

    CHECK(tw_next_field(&reading, &field));
    CHECK_EQUAL(field.number, 1);
    CHECK_EQUAL(field.wire_type, TW_WIRE_VARINT);
    CHECK_EQUAL(field.value, 300);
    CHECK_EQUAL(field.start - start, 0);
    CHECK_EQUAL(field.bytes - start, 1);
    CHECK(tw_next_field(&reading, &field));
    CHECK_EQUAL(field.number, 2);
    CHECK_EQUAL(field.wire_type, TW_WIRE_FIXED64);
    CHECK_EQUAL(field.value, 0x3FF8000000000000);
    CHECK(tw_next_field(&reading, &field));
    CHECK_EQUAL(field.number, 3);
    CHECK_EQUAL(field.wire_type, TW_WIRE_BYTES);
    CHECK_EQUAL(field.length, 3);
    CHECK_BYTES(field.bytes, "abc", 3);
    CHECK(tw_next_field(&reading, &field));
    CHECK_EQUAL(field.number, 1000);
    CHECK_EQUAL(field.wire_type, TW_WIRE_FIXED32);
    CHECK_EQUAL(field.value, 0x3E800000);
    CHECK(!tw_next_field(&reading, &field));
    CHECK_EQUAL(reading.status, TW_OK);
}

static void reads_an_empty_message(void) {
    message_reset();
    message bytes = message_new();
    check_fault(&bytes, 0, TW_OK, 0);
}

static void keeps_all_64_bits(void) {
    message_reset();
    message bytes = message_new();
    put_varint_field(&bytes, 1, UINT64_MAX);
    tw_message reading = read_from(&bytes);
    tw_field field;
    CHECK(tw_next_field(&reading, &field));
    CHECK(field.value == UINT64_MAX);
}

static void reads_the_largest_field_number(void) {
    message_reset();
    message bytes = message_new();
    put_varint_field(&bytes, (1u << 29) - 1, 7);
    tw_message reading = read_from(&bytes);
    tw_field field;
    CHECK(tw_next_field(&reading, &field));
    CHECK_EQUAL(field.number, (1u << 29) - 1);
}

static void reads_padded_tags_and_lengths(void) {
    message_reset();
    message bytes = message_new();
    put_padded_varint(&bytes, 3 << 3 | WIRE_BYTES, 10);
    put_padded_varint(&bytes, 2, 10);
    put_bytes(&bytes, "ok", 2);
    tw_message reading = read_from(&bytes);
    tw_field field;
    CHECK(tw_next_field(&reading, &field));
    CHECK_EQUAL(field.number, 3);
    CHECK_EQUAL(field.length, 2);
    CHECK_BYTES(field.bytes, "ok", 2);
}

/* A message with one field of every kind, cut at every byte: what is whole is read, what is cut is a fault. */
static void finds_every_cut(void) {
    message_reset();
    message bytes = message_new();
    uint32_t ends[8] = {0};
    put_varint_field(&bytes, 1, 1u << 20);
    ends[1] = bytes.length;
    put_double(&bytes, 200, 1);
    ends[2] = bytes.length;
    put_string(&bytes, 3, "a string");
    ends[3] = bytes.length;
    put_float(&bytes, 4, 1);
    ends[4] = bytes.length;
    put_tag(&bytes, 5, WIRE_GROUP);
    put_varint_field(&bytes, 1, 1);
    put_tag(&bytes, 5, WIRE_GROUP_END);
    ends[5] = bytes.length;
    for (uint32_t length = 0; length <= bytes.length; length++) {
        tw_message reading = tw_message_of(test_bytes(bytes.bytes, length, 0), length);
        tw_field field;
        uint32_t whole = 0;
        while (tw_next_field(&reading, &field))
            whole++;
        uint32_t expected = 0;
        while (expected < 5 && ends[expected + 1] <= length)
            expected++;
        CHECK_EQUAL(whole, expected);
        bool clean = length == ends[expected];
        if (!CHECK_EQUAL(reading.status == TW_OK, clean)) printf("cut at byte %u\n", (unsigned)length);
        if (!clean) CHECK(reading.fault - (reading.end - length) <= (int64_t)length);
    }
}

static void refuses_bad_wire_types(void) {
    for (unsigned wire_type = 6; wire_type <= 7; wire_type++) {
        message_reset();
        message bytes = message_new();
        put_varint_field(&bytes, 1, 1);
        put_tag(&bytes, 2, wire_type);
        put_bytes(&bytes, "\0\0\0\0\0\0\0\0", 8);
        check_fault(&bytes, 1, TW_BAD_WIRE_TYPE, 2);
    }
}

static void refuses_bad_field_numbers(void) {
    message_reset();
    message zero = message_new();
    put_varint_field(&zero, 1, 1);
    put_varint_field(&zero, 0, 1);
    check_fault(&zero, 1, TW_BAD_FIELD_NUMBER, 2);
    message large = message_new();
    put_varint(&large, (uint64_t)1 << 32);
    put_byte(&large, 0);
    check_fault(&large, 0, TW_BAD_FIELD_NUMBER, 0);
    /* The low 32 bits alone would be field 1. */
    message larger = message_new();
    put_varint(&larger, (uint64_t)1 << 40 | 1 << 3);
    put_byte(&larger, 0);
    check_fault(&larger, 0, TW_BAD_FIELD_NUMBER, 0);
}

static void refuses_long_varints(void) {
    message_reset();
    message tag = message_new();
    put_padded_varint(&tag, 1 << 3, 11);
    put_byte(&tag, 0);
    check_fault(&tag, 0, TW_BAD_VARINT, 0);
    message value = message_new();
    put_tag(&value, 1, WIRE_VARINT);
    put_padded_varint(&value, 1, 11);
    check_fault(&value, 0, TW_BAD_VARINT, 1);
    message length = message_new();
    put_tag(&length, 1, WIRE_BYTES);
    put_padded_varint(&length, 0, 11);
    check_fault(&length, 0, TW_BAD_VARINT, 1);
}

/* Lengths around the rest of the message, and those that 32-bit arithmetic would wrap. */
static void refuses_lengths_beyond_the_message(void) {
    static const uint64_t lengths[] = {4,          5,           0x7FFFFFFF,  0x80000000, 0xFFFFFFF0,
                                       0xFFFFFFFF, 0x100000000, 0x100000003, INT64_MAX,  UINT64_MAX};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        message_reset();
        message bytes = message_new();
        put_tag(&bytes, 3, WIRE_BYTES);
        put_varint(&bytes, lengths[i]);
        put_bytes(&bytes, "abc", 3);
        check_fault(&bytes, 0, TW_BAD_LENGTH, 1);
    }
}

/* In the tile itself a length that could be true says that the bytes were cut off. */
static void tells_a_cut_tile_from_a_bad_length(void) {
    static const struct {
        uint64_t length;
        tw_status status;
    } rows[] = {{4, TW_TRUNCATED}, {INT32_MAX, TW_TRUNCATED}, {1u << 31, TW_BAD_LENGTH}, {UINT64_MAX, TW_BAD_LENGTH}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        message_reset();
        message bytes = message_new();
        put_tag(&bytes, 3, WIRE_BYTES);
        put_varint(&bytes, rows[i].length);
        put_bytes(&bytes, "abc", 3);
        tw_message reading = read_from(&bytes);
        reading.outermost = true;
        tw_field field;
        CHECK(!tw_next_field(&reading, &field));
        CHECK_EQUAL(reading.status, rows[i].status);
    }
}

static void put_group_start(message *to, uint32_t number) {
    put_tag(to, number, WIRE_GROUP);
}

static void put_group_end(message *to, uint32_t number) {
    put_tag(to, number, WIRE_GROUP_END);
}

static void skips_groups_with_everything_in_them(void) {
    message_reset();
    message bytes = message_new();
    put_group_start(&bytes, 9);
    put_varint_field(&bytes, 1, 1);
    put_group_start(&bytes, 10);
    put_double(&bytes, 1, 1);
    put_string(&bytes, 2, "\x54"); /* a byte that would end group 10 */
    put_group_end(&bytes, 10);
    put_float(&bytes, 3, 1);
    put_group_end(&bytes, 9);
    put_varint_field(&bytes, 2, 5);
    tw_message reading = read_from(&bytes);
    tw_field field;
    CHECK(tw_next_field(&reading, &field));
    CHECK_EQUAL(field.wire_type, TW_WIRE_GROUP);
    CHECK_EQUAL(field.number, 9);
    CHECK(tw_next_field(&reading, &field));
    CHECK_EQUAL(field.number, 2);
    CHECK_EQUAL(field.value, 5);
    CHECK(!tw_next_field(&reading, &field));
    CHECK_EQUAL(reading.status, TW_OK);
}

static void refuses_unmatched_groups(void) {
    message_reset();
    message end_only = message_new();
    put_varint_field(&end_only, 1, 1);
    put_group_end(&end_only, 1);
    check_fault(&end_only, 1, TW_BAD_GROUP, 2);
    message other_end = message_new();
    put_group_start(&other_end, 1);
    put_group_end(&other_end, 2);
    check_fault(&other_end, 0, TW_BAD_GROUP, 1);
    message inner_end = message_new();
    put_group_start(&inner_end, 1);
    put_group_start(&inner_end, 2);
    put_group_end(&inner_end, 1);
    put_group_end(&inner_end, 2);
    check_fault(&inner_end, 0, TW_BAD_GROUP, 2);
    message no_end = message_new();
    put_varint_field(&no_end, 1, 1);
    put_group_start(&no_end, 2);
    put_varint_field(&no_end, 1, 1);
    check_fault(&no_end, 1, TW_BAD_GROUP, 2);
}

static void finds_faults_in_groups(void) {
    message_reset();
    message length = message_new();
    put_group_start(&length, 1);
    put_tag(&length, 2, WIRE_BYTES);
    put_varint(&length, 100);
    put_group_end(&length, 1);
    check_fault(&length, 0, TW_BAD_LENGTH, 2);
    message wire_type = message_new();
    put_group_start(&wire_type, 1);
    put_tag(&wire_type, 2, 7);
    check_fault(&wire_type, 0, TW_BAD_WIRE_TYPE, 1);
    message number = message_new();
    put_group_start(&number, 1);
    put_tag(&number, 0, WIRE_VARINT);
    check_fault(&number, 0, TW_BAD_FIELD_NUMBER, 1);
}

static void limits_the_depth_of_groups(void) {
    for (uint32_t depth = TW_GROUP_DEPTH - 1; depth <= TW_GROUP_DEPTH + 1; depth++) {
        message_reset();
        message bytes = message_new();
        for (uint32_t i = 0; i < depth; i++)
            put_group_start(&bytes, 1);
        for (uint32_t i = 0; i < depth; i++)
            put_group_end(&bytes, 1);
        bool fits = depth <= TW_GROUP_DEPTH;
        check_fault(&bytes, fits, fits ? TW_OK : TW_TOO_DEEP, TW_GROUP_DEPTH);
    }
}

int main(void) {
    RUN(reads_every_wire_type);
    RUN(reads_an_empty_message);
    RUN(keeps_all_64_bits);
    RUN(reads_the_largest_field_number);
    RUN(reads_padded_tags_and_lengths);
    RUN(finds_every_cut);
    RUN(refuses_bad_wire_types);
    RUN(refuses_bad_field_numbers);
    RUN(refuses_long_varints);
    RUN(refuses_lengths_beyond_the_message);
    RUN(tells_a_cut_tile_from_a_bad_length);
    RUN(skips_groups_with_everything_in_them);
    RUN(refuses_unmatched_groups);
    RUN(finds_faults_in_groups);
    RUN(limits_the_depth_of_groups);
    return test_report();
}
