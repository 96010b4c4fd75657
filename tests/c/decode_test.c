/* The calls of tilewasm.h as a whole: what each leaves, misuse, memory limits, and that nothing of one call shows in
 * the next. */
#include "block_check.h"
#include "blocks.h"
#include "test.h"

/* A tile with something of everything: all geometry types, ids, tags, strings, problems. */
static message rich_tile(uint32_t seed) {
    message_reset();
    message layer = message_new();
    message tile = message_new();
    for (uint32_t l = 0; l < 3; l++) {
        layer.length = 0;
        char name[16];
        snprintf(name, sizeof name, "layer %u", (unsigned)(seed + l));
        put_layer_head(&layer, name);
        for (uint32_t i = 0; i < 12; i++) {
            message feature = message_over((uint8_t[128]){0}, 128);
            uint32_t type = (seed + i) % 4;
            uint32_t step = ZIGZAG((int32_t)(seed % 50 + 1));
            const uint32_t shape[] = {MOVE_TO(1), step, 2, LINE_TO(2), step, 40, 0, 4, CLOSE_PATH, 9, 2};
            if (i % 3) put_varint_field(&feature, FEATURE_ID, seed * 1000 + i);
            put_varint_field(&feature, FEATURE_TYPE, type);
            PUT_PACKED(&feature, FEATURE_TAGS, i % 3, i % 4, 1, 9);
            put_packed(&feature, FEATURE_GEOMETRY, shape, type < 2 ? 3 : type == 2 ? 8 : 9 + i % 3);
            put_message(&layer, LAYER_FEATURES, &feature);
        }
        put_string(&layer, LAYER_KEYS, "key");
        put_string(&layer, LAYER_KEYS, name);
        put_string_value(&layer, "caf\xC3\xA9");
        put_string_value(&layer, name);
        message value = message_over((uint8_t[16]){0}, 16);
        put_varint_field(&value, VALUE_UINT, UINT64_MAX - seed);
        put_message(&layer, LAYER_VALUES, &value);
        put_message(&tile, TILE_LAYERS, &layer);
    }
    return tile;
}

enum { REQUESTS = 5 };

static test_request request_of_kind(uint32_t kind) {
    static const uint8_t types[REQUESTS] = {TW_I16, TW_I32, TW_F32, TW_F64, 0};
    tw_options options = options_for(types[kind]);
    options.flags = kind % 2 ? TW_WITH_TRIANGLES | TW_WITH_VERTEX_FEATURE : 0;
    if (kind == 3) options.coordinates = TW_COORDINATES_DEGREES;
    return request_for_all(&options);
}

static void check_sound(void) {
    const char *fault = block_fault(tw_result()->block, tw_result()->block_length);
    if (fault) printf("%s\n", fault);
    CHECK(!fault);
}

/* The first call of the program, in memory that is all zeroes, and the same call after others have left theirs. */
static void nothing_of_a_call_shows_in_the_next(void) {
    static uint8_t first[REQUESTS][1 << 15];
    uint32_t lengths[REQUESTS];
    message tile = rich_tile(1);
    for (uint32_t kind = 0; kind < REQUESTS; kind++) {
        test_request request = request_of_kind(kind);
        CHECK_EQUAL(decode(&tile, &request), TW_OK);
        check_sound();
        lengths[kind] = tw_result()->block_length;
        if (!CHECK(lengths[kind] <= sizeof first[kind])) return;
        memcpy(first[kind], tw_result()->block, lengths[kind]);
    }
    for (uint32_t round = 0; round < 200; round++) {
        message other = rich_tile(2 + round * 7919);
        test_request request = request_of_kind(round % REQUESTS);
        if (round % 3 == 0) other.length -= 1 + round % 40; /* a fault in the middle */
        decode(&other, &request);
        if (round % 4 == 0) memset(tw_reserve(100000, 100), 0xEE, 100000);
        uint32_t kind = round / 3 % REQUESTS;
        request = request_of_kind(kind);
        tile = rich_tile(1);
        CHECK_EQUAL(decode(&tile, &request), TW_OK);
        if (!CHECK_EQUAL(tw_result()->block_length, lengths[kind])) return;
        if (!CHECK_BYTES(tw_result()->block, first[kind], lengths[kind])) return;
    }
}

static void the_same_input_may_be_decoded_again(void) {
    message tile = rich_tile(3);
    test_request request = request_of_kind(1);
    CHECK_EQUAL(decode(&tile, &request), TW_OK);
    uint32_t length = tw_result()->block_length;
    const uint8_t *copy = test_bytes(tw_result()->block, length, 0);
    CHECK_EQUAL(tw_decode(tile.length, request.length), TW_OK);
    CHECK_EQUAL(tw_result()->block_length, length);
    CHECK_BYTES(tw_result()->block, copy, length);
    /* A shorter tile in the same room: what lies behind its end is not read. */
    CHECK_EQUAL(tw_decode(tile.length - 1, request.length), TW_TRUNCATED);
    CHECK_EQUAL(tw_decode(0, request.length), TW_OK);
    CHECK_EQUAL(block_header()->layer_count, 0);
}

static void reserve_gives_aligned_room(void) {
    for (uint32_t length = 0; length < 70; length++) {
        uint8_t *tile = tw_reserve(length, length);
        if (!CHECK(tile != NULL)) return;
        memset(tile, 0xFF, length);
        memset(tw_request(), 0xFF, length);
        CHECK_EQUAL((uintptr_t)tile % 16, 0);
        CHECK_EQUAL((uintptr_t)tw_request() % 8, 0);
        CHECK(tw_request() >= tile + length + TW_PADDING);
        for (uint32_t i = 0; i < TW_PADDING; i++)
            CHECK_EQUAL(tile[length + i], 0);
    }
}

static void refuses_what_was_not_reserved(void) {
    message tile = rich_tile(4);
    test_request request = request_of_kind(1);
    tw_handle handle = 0;
    CHECK_EQUAL(decode(&tile, &request), TW_OK);
    CHECK_EQUAL(tw_decode(tile.length + 1, request.length), TW_BAD_REQUEST);
    CHECK_EQUAL(tw_decode(UINT32_MAX, request.length), TW_BAD_REQUEST);
    CHECK_EQUAL(tw_decode(tile.length, request.length + 1), TW_BAD_REQUEST);
    CHECK_EQUAL(tw_decode(tile.length, UINT32_MAX), TW_BAD_REQUEST);
    CHECK_EQUAL(tw_open(tile.length + 1, &handle), TW_BAD_REQUEST);
    tw_release();
    CHECK(tw_result()->block == NULL);
    CHECK(tw_request() == NULL);
    CHECK_EQUAL(tw_decode(0, 0), TW_BAD_REQUEST);
    CHECK_EQUAL(tw_decode(tile.length, request.length), TW_BAD_REQUEST);
    CHECK_EQUAL(tw_open(0, &handle), TW_BAD_REQUEST);
    CHECK_EQUAL(tw_open_count(), 0);
}

static void an_error_leaves_no_block(void) {
    message tile = rich_tile(5);
    test_request request = request_of_kind(1);
    CHECK_EQUAL(decode(&tile, &request), TW_OK);
    CHECK(tw_result()->block != NULL);
    CHECK_EQUAL(tw_result()->error_layer, TW_NONE);
    tile.length--;
    CHECK_EQUAL(decode(&tile, &request), TW_TRUNCATED);
    CHECK(tw_result()->block == NULL);
    CHECK_EQUAL(tw_result()->block_length, 0);
    CHECK_EQUAL(tw_last_status(), TW_TRUNCATED);
    request.length--;
    CHECK_EQUAL(decode(&tile, &request), TW_BAD_REQUEST);
    CHECK_EQUAL(tw_last_status(), TW_BAD_REQUEST);
}

static void tiles_have_a_largest_length(void) {
    CHECK(tw_reserve((1u << 30) + 1, 0) == NULL);
    CHECK_EQUAL(tw_last_status(), TW_TOO_LARGE);
    CHECK(tw_reserve(UINT32_MAX, 0) == NULL);
    CHECK_EQUAL(tw_last_status(), TW_TOO_LARGE);
    CHECK(tw_reserve(1u << 30, 0) == NULL);
    CHECK_EQUAL(tw_last_status(), TW_MEMORY_LIMIT);
    CHECK(tw_reserve(0, UINT32_MAX) == NULL);
    CHECK_EQUAL(tw_last_status(), TW_MEMORY_LIMIT);
}

/* Counts of 2^29 in a handful of bytes cost nothing. */
static void large_counts_cost_nothing(void) {
    message_reset();
    message feature = message_new();
    message layer = message_new();
    message tile = message_new();
    put_varint_field(&feature, FEATURE_TYPE, LINE);
    PUT_PACKED(&feature, FEATURE_GEOMETRY, MOVE_TO(0x1FFFFFFF), 2, 2, LINE_TO(0x1FFFFFFF), 2, 2);
    put_layer_head(&layer, "layer");
    for (uint32_t i = 0; i < 1000; i++)
        put_message(&layer, LAYER_FEATURES, &feature);
    put_message(&tile, TILE_LAYERS, &layer);
    uint32_t before = tw_memory_size();
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    check_sound();
    CHECK_EQUAL(problem_count(), 1000);
    CHECK(tw_memory_size() <= before + (2u << 20));
}

static void problems_are_counted_beyond_a_thousand(void) {
    static uint8_t memory[2][1 << 16];
    message layer = message_over(memory[0], 1 << 16);
    message tile = message_over(memory[1], 1 << 16);
    put_layer_head(&layer, "layer");
    for (uint32_t i = 0; i < 3000; i++)
        put_bytes_field(&layer, LAYER_FEATURES, "\x18\x01", 2);
    put_message(&tile, TILE_LAYERS, &layer);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    check_sound();
    CHECK_EQUAL(problem_count(), 3000);
    CHECK_EQUAL(block_header()->problems_stored, TW_MAX_PROBLEMS);
    CHECK_EQUAL(problem_at(999)->feature, 999);
}

/* ---- the memory limit ----------------------------------------------------------------------------------------------
 */

/* What fills a tile: each becomes far more than it is, or needs room for work. */
enum { IN_TURN, LAYERS, KEYS, POLYGONS, TAGS_IN_PIECES, STRINGS, LINES, LISTED_VALUES, VALUES, EXPANDING };

static void put_expanding(message *to, uint32_t kind, uint32_t i) {
    switch (kind) {
    case KEYS:
        put_bytes(to, "\x1A\x00", 2);
        break;
    case IN_TURN:
        put_bytes(to, i % 2 ? "\x1A\x00" : "\x12\x00", 2);
        break;
    case POLYGONS:
        put_bytes(to, "\x12\x0D\x18\x03\x22\x09\x09\x02\x02\x12\x08\x00\x00\x08\x0F", 15);
        break;
    case TAGS_IN_PIECES:
        put_bytes(to, "\x12\x08\x12\x01\x00\x10\x00\x12\x01\x00", 10);
        break;
    case STRINGS:
        put_bytes(to, "\x1A\x04name", 6);
        break;
    case LAYERS:
        put_bytes(to, "\x1A\x00", 2);
        break;
    case LINES:
        put_bytes(to, "\x12\x0A\x18\x02\x22\x06\x09\x02\x02\x0A\x02\x02", 12);
        break;
    default:
        put_bytes(to, "\x22\x00", 2);
    }
}

/* Bytes of each kind: so many that it needs more memory from its first step on than those before it. Memory that was
 * taken once stays, and where there is enough no step fails. */
static const uint32_t expanding_sizes[EXPANDING] = {60000,  50000,  100000, 150000, 200000,
                                                    260000, 300000, 360000, 460000};

static message expanding_tile(uint32_t kind) {
    enum { MOST = 1 << 19 };
    static uint8_t memory[2][MOST];
    message layer = message_over(memory[0], MOST);
    message tile = message_over(memory[1], MOST);
    if (kind != LAYERS) put_layer_head(&layer, "layer");
    if (kind == TAGS_IN_PIECES) put_bytes(&layer, "\x1A\x00\x22\x00", 4);
    for (uint32_t i = 0; layer.length < expanding_sizes[kind]; i++)
        put_expanding(&layer, kind, i);
    if (kind == LAYERS) return layer; /* they are the tile */
    put_message(&tile, TILE_LAYERS, &layer);
    return tile;
}

/* Everything, float64, with triangles. */
static test_request expanding_request(uint32_t kind) {
    static const char *const keys[] = {""};
    tw_options options = options_for(TW_F64);
    options.flags = TW_WITH_TRIANGLES | TW_WITH_VERTEX_FEATURE;
    options.coordinates = TW_COORDINATES_DEGREES;
    test_request request = request_for_all(&options);
    if (kind == LISTED_VALUES) list_keys(&request, REQUEST_HEADER, keys, 1);
    return request;
}

/* Tries limits from what is taken already up to what is enough. */
static void check_limits(uint32_t kind, tw_status (*call)(uint32_t kind)) {
    uint32_t start = tw_memory_size();
    bool enough = false;
    for (uint32_t limit = start; !enough && limit < start + (64u << 20); limit += 65536 + start / 24) {
        tw_set_memory_limit(limit);
        tw_status status = call(kind);
        CHECK(status == TW_OK || status == TW_MEMORY_LIMIT);
        CHECK(tw_memory_size() <= limit);
        enough = status == TW_OK;
        message small = rich_tile(1);
        CHECK_EQUAL(decode_all(&small), TW_OK);
    }
    CHECK(enough);
    tw_set_memory_limit(512u << 20);
}

static tw_status decode_expanding(uint32_t kind) {
    message tile = expanding_tile(kind);
    test_request request = expanding_request(kind);
    tw_status status = decode(&tile, &request);
    CHECK_EQUAL(status == TW_OK, tw_result()->block != NULL);
    if (status == TW_OK) check_sound();
    return status;
}

static tw_status open_expanding(uint32_t kind) {
    message tile = expanding_tile(kind);
    tw_handle handle = 0;
    tw_status status = open_tile(&tile, &handle);
    if (status != TW_OK) {
        CHECK_EQUAL(tw_open_count(), 0);
        return status;
    }
    status = tw_describe(handle);
    if (status == TW_OK) check_sound();
    tw_status tags = tw_feature_tags(handle, 0, 0);
    CHECK(tags != TW_BAD_HANDLE);
    CHECK_EQUAL(tw_close(handle), TW_OK);
    return tags == TW_MEMORY_LIMIT ? tags : status;
}

/* Each limit is an error, in whatever step memory ends, or enough; after it the next call is right. */
static void every_limit_is_an_error_or_enough(void) {
    for (uint32_t kind = 0; kind < EXPANDING; kind++) {
        check_limits(kind, open_expanding);
        check_limits(kind, decode_expanding);
    }
}

int main(void) {
    RUN(nothing_of_a_call_shows_in_the_next);
    RUN(every_limit_is_an_error_or_enough);
    RUN(the_same_input_may_be_decoded_again);
    RUN(reserve_gives_aligned_room);
    RUN(refuses_what_was_not_reserved);
    RUN(an_error_leaves_no_block);
    RUN(tiles_have_a_largest_length);
    RUN(large_counts_cost_nothing);
    RUN(problems_are_counted_beyond_a_thousand);
    CHECK_EQUAL(tw_abi_version(), 1);
    return test_report();
}
