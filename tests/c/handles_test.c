/* Open tiles behind handles: many at a time, stale and made-up handles, pages that are used again, raw tags and
 * geometry, and reading that gives what decoding gives. */
#include "block_check.h"
#include "blocks.h"
#include "test.h"

/* A tile whose only key tells tiles apart; `size` bytes of a key more. */
static message numbered_tile(uint32_t number, uint32_t size) {
    static uint8_t memory[2][1 << 19];
    static char filler[1 << 18];
    message layer = message_over(memory[0], 1 << 19);
    message tile = message_over(memory[1], 1 << 19);
    char key[16];
    snprintf(key, sizeof key, "tile %u", (unsigned)number);
    put_layer_head(&layer, "layer");
    put_string(&layer, LAYER_KEYS, key);
    put_bytes_field(&layer, LAYER_KEYS, filler, size);
    put_message(&tile, TILE_LAYERS, &layer);
    return tile;
}

static test_request request_for_everything(void) {
    tw_options options = options_for(TW_I32);
    return request_for_all(&options);
}

/* Whether the handle gives the tile of that number. */
static bool is_tile(tw_handle handle, uint32_t number) {
    test_request request = request_for_everything();
    if (read_tile(handle, &request) != TW_OK) return false;
    if (block_fault(tw_result()->block, tw_result()->block_length)) return false;
    char key[16];
    int length = snprintf(key, sizeof key, "tile %u", (unsigned)number);
    const uint32_t *offsets = column_data(layer_at(0), TW_COLUMN_KEY_OFFSETS, 0);
    return offsets[1] == (uint32_t)length &&
           memcmp(column_data(layer_at(0), TW_COLUMN_KEY_BYTES, 0), key, (size_t)length) == 0;
}

static void an_open_tile_can_be_read_until_it_is_closed(void) {
    message tile = numbered_tile(7, 10);
    tw_handle handle = 0;
    CHECK_EQUAL(open_tile(&tile, &handle), TW_OK);
    CHECK(handle != 0);
    CHECK_EQUAL(tw_opened(), handle);
    CHECK_EQUAL(tw_result()->block_length, tile.length);
    CHECK(memcmp(tw_result()->block, tile.bytes, tile.length) == 0);
    CHECK_EQUAL(tw_open_count(), 1);
    CHECK(is_tile(handle, 7));
    CHECK_EQUAL(tw_opened(), 0);
    message other = numbered_tile(8, 100000);
    CHECK_EQUAL(decode_all(&other), TW_OK);
    CHECK(is_tile(handle, 7));
    CHECK_EQUAL(tw_close(handle), TW_OK);
    CHECK_EQUAL(tw_open_count(), 0);
    CHECK(!is_tile(handle, 7));
    CHECK_EQUAL(tw_last_status(), TW_BAD_HANDLE);
    CHECK_EQUAL(tw_close(handle), TW_BAD_HANDLE);
    CHECK_EQUAL(tw_open_count(), 0);
}

static void made_up_handles_are_found_out(void) {
    message tile = numbered_tile(1, 0);
    tw_handle open = 0;
    CHECK_EQUAL(open_tile(&tile, &open), TW_OK);
    test_request request = request_for_everything();
    for (uint32_t i = 0; i < 100000; i++) {
        tw_handle handle = i < 5000 ? i : i < 10000 ? UINT32_MAX - i : i * 2654435761u;
        if (handle == open) continue;
        CHECK_EQUAL(tw_describe(handle), TW_BAD_HANDLE);
        if (i % 500) continue;
        CHECK_EQUAL(read_tile(handle, &request), TW_BAD_HANDLE);
        CHECK_EQUAL(tw_feature_tags(handle, 0, 0), TW_BAD_HANDLE);
        CHECK_EQUAL(tw_feature_geometry(handle, 0, 0), TW_BAD_HANDLE);
        CHECK_EQUAL(tw_close(handle), TW_BAD_HANDLE);
        CHECK(tw_result()->block == NULL);
    }
    CHECK(is_tile(open, 1));
    CHECK_EQUAL(tw_close(open), TW_OK);
}

static void as_many_are_open_as_promised(void) {
    static tw_handle handles[TW_MAX_OPEN_TILES];
    tw_handle more = 0;
    for (uint32_t i = 0; i < TW_MAX_OPEN_TILES; i++) {
        message tile = numbered_tile(i, 0);
        if (!CHECK_EQUAL(open_tile(&tile, &handles[i]), TW_OK)) return;
    }
    message tile = numbered_tile(9999, 0);
    CHECK_EQUAL(open_tile(&tile, &more), TW_TOO_MANY_TILES);
    CHECK_EQUAL(tw_opened(), 0);
    CHECK_EQUAL(tw_open_count(), TW_MAX_OPEN_TILES);
    CHECK_EQUAL(tw_close(handles[5]), TW_OK);
    CHECK_EQUAL(open_tile(&tile, &more), TW_OK);
    CHECK(more != handles[5]);
    CHECK(is_tile(more, 9999));
    CHECK(!is_tile(handles[5], 5));
    for (uint32_t i = 0; i < TW_MAX_OPEN_TILES; i += 97)
        CHECK(i == 5 || is_tile(handles[i], i));
    for (uint32_t i = 0; i < TW_MAX_OPEN_TILES; i++)
        CHECK_EQUAL(tw_close(handles[i]), i == 5 ? TW_BAD_HANDLE : TW_OK);
    CHECK_EQUAL(tw_close(more), TW_OK);
    CHECK_EQUAL(tw_open_count(), 0);
}

/* One slot used again and again never gives a handle that an earlier tile had. */
static void handles_do_not_come_back(void) {
    static tw_handle seen[20000];
    message tile = numbered_tile(1, 0);
    for (uint32_t i = 0; i < 20000; i++) {
        CHECK_EQUAL(open_tile(&tile, &seen[i]), TW_OK);
        CHECK_EQUAL(tw_close(seen[i]), TW_OK);
    }
    for (uint32_t i = 0; i < 20000; i++) {
        for (uint32_t j = i + 2048; j < 20000; j += 2048)
            CHECK(seen[i] != seen[j]);
        if (i % 100 == 0) CHECK_EQUAL(tw_describe(seen[i]), TW_BAD_HANDLE);
    }
}

/* Tiles of one to five pages, opened and closed at random: each keeps its own bytes, and memory does not grow. */
static void pages_are_used_again(void) {
    enum { TILES = 12 };
    tw_handle handles[TILES] = {0};
    uint32_t numbers[TILES] = {0};
    uint32_t random = 99;
    uint32_t size = 0;
    for (uint32_t round = 0; round < 600; round++) {
        random = random * 1103515245 + 12345;
        uint32_t at = (random >> 16) % TILES;
        if (handles[at]) {
            CHECK(is_tile(handles[at], numbers[at]));
            CHECK_EQUAL(tw_close(handles[at]), TW_OK);
        }
        numbers[at] = round;
        message tile = numbered_tile(round, (random >> 8) % 150000);
        CHECK_EQUAL(open_tile(&tile, &handles[at]), TW_OK);
        if (round == 300) size = tw_memory_size();
        for (uint32_t i = 0; i < TILES && round % 20 == 0; i++)
            CHECK(!handles[i] || is_tile(handles[i], numbers[i]));
    }
    CHECK(tw_memory_size() <= size + (2u << 20));
    for (uint32_t i = 0; i < TILES; i++)
        CHECK_EQUAL(tw_close(handles[i]), TW_OK);
    CHECK_EQUAL(tw_open_count(), 0);
}

/* ---- raw access -------------------------------------------------------------------------------------------------- */

static message tile_with_features(void) {
    message_reset();
    message layer = message_new();
    message tile = message_new();
    put_layer_head(&layer, "layer");
    put_bytes_field(&layer, LAYER_FEATURES, "\x12\x02\x05\x07\x18\x01\x22\x03\x09\x32\x22", 11);
    put_bytes_field(&layer, LAYER_FEATURES, "\x10\x01\x20\x09\x12\x01\x02\x20\xAC\x02\x10\xAC\x02", 13); /* in pieces */
    put_bytes_field(&layer, LAYER_FEATURES, "\x18\x01", 2);                                              /* neither */
    put_bytes_field(&layer, LAYER_FEATURES, "\x12\x03\x05\x07\x80\x22\x03\x09\x32\xFF", 10);             /* cut */
    put_bytes_field(&layer, LAYER_FEATURES, "\x12\x09\x05", 3);                                          /* faulty */
    put_message(&tile, TILE_LAYERS, &layer);
    return tile;
}

static void check_integers(tw_status status, const uint32_t *expected, uint32_t count) {
    CHECK_EQUAL(status, TW_OK);
    CHECK_EQUAL(tw_result()->block_length, 4 * count);
    if (tw_result()->block_length == 4 * count) CHECK_BYTES(tw_result()->block, expected, (size_t)4 * count);
}

static void gives_raw_tags_and_geometry(void) {
    message tile = tile_with_features();
    tw_handle handle = 0;
    CHECK_EQUAL(open_tile(&tile, &handle), TW_OK);
    static const uint32_t tags[][3] = {{5, 7}, {1, 2, 300}, {0}, {5, 7}};
    static const uint32_t tag_counts[] = {2, 3, 0, 2};
    static const uint32_t commands[][3] = {{9, 50, 34}, {9, 300}, {0}, {9, 50}};
    static const uint32_t command_counts[] = {3, 2, 0, 2};
    for (uint32_t i = 0; i < 4; i++) {
        check_integers(tw_feature_tags(handle, 0, i), tags[i], tag_counts[i]);
        check_integers(tw_feature_geometry(handle, 0, i), commands[i], command_counts[i]);
    }
    CHECK_EQUAL(tw_feature_tags(handle, 0, 4), TW_BAD_LENGTH);
    CHECK_EQUAL(tw_result()->error_layer, 0);
    CHECK_EQUAL(tw_result()->error_feature, 4);
    CHECK_EQUAL(tw_result()->error_offset, tile.length - 2);
    CHECK_EQUAL(tw_feature_tags(handle, 0, 5), TW_BAD_FEATURE);
    CHECK_EQUAL(tw_feature_geometry(handle, 0, TW_NONE), TW_BAD_FEATURE);
    CHECK_EQUAL(tw_feature_tags(handle, 1, 0), TW_BAD_LAYER);
    CHECK_EQUAL(tw_feature_geometry(handle, TW_NONE, 0), TW_BAD_LAYER);
    CHECK(tw_result()->block == NULL);
    CHECK_EQUAL(tw_close(handle), TW_OK);
}

static void describes_without_decoding(void) {
    message tile = tile_with_features();
    put_bytes_field(&tile, TILE_LAYERS, "\x0A\x05layer\x28\x00\x78\x03", 11);
    tw_handle handle = 0;
    CHECK_EQUAL(open_tile(&tile, &handle), TW_OK);
    CHECK_EQUAL(tw_describe(handle), TW_OK);
    CHECK(!block_fault(tw_result()->block, tw_result()->block_length));
    CHECK_EQUAL(block_header()->detail, 1);
    CHECK_EQUAL(block_header()->layer_count, 2);
    CHECK_EQUAL(layer_at(0)->length, 5);
    CHECK_EQUAL(layer_at(1)->extent, 0);
    CHECK_EQUAL(layer_at(1)->version, 3);
    CHECK_EQUAL(layer_at(1)->column_count, 0);
    CHECK_EQUAL(problem_count(), 2);
    CHECK_EQUAL(problem_code(0), TW_LAYER_DUPLICATE_NAME);
    CHECK_EQUAL(problem_code(1), TW_LAYER_UNKNOWN_VERSION);
    CHECK_EQUAL(tw_close(handle), TW_OK);
}

static void faults_leave_nothing_open(void) {
    message tile = numbered_tile(1, 0);
    tile.length -= 1;
    tw_handle handle = 77;
    CHECK_EQUAL(open_tile(&tile, &handle), TW_TRUNCATED);
    CHECK_EQUAL(tw_opened(), 0);
    CHECK_EQUAL(tw_open_count(), 0);
}

int main(void) {
    RUN(an_open_tile_can_be_read_until_it_is_closed);
    RUN(made_up_handles_are_found_out);
    RUN(as_many_are_open_as_promised);
    RUN(handles_do_not_come_back);
    RUN(pages_are_used_again);
    RUN(gives_raw_tags_and_geometry);
    RUN(describes_without_decoding);
    RUN(faults_leave_nothing_open);
    return test_report();
}
