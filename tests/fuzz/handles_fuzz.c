/* A script of calls in any order: open, read, describe, close, with handles that are open, stale or made up. What an
 * open tile gives must be what decoding its bytes gave, whatever happened in between. */
#include "../c/requests.h"
#include "fuzz.h"

enum { MOST_TILES = 6, MOST_TILE_BYTES = 1 << 12, MOST_STEPS = 64 };

/* A tile that is or was open. */
typedef struct {
    tw_handle handle;
    bool open;
    bool decoded;    /* decoding went well */
    uint64_t digest; /* of the block that decoding gave */
} fuzz_tile;

typedef struct {
    fuzz_tile tiles[MOST_TILES];
    uint32_t open_count;
    test_request request;
} fuzz_script;

static tw_status put_and_decode(const fuzz_script *script, const uint8_t *bytes, uint32_t length) {
    uint8_t *at = tw_reserve(length, script->request.length);
    if (!at) return tw_last_status();
    if (length > 0) memcpy(at, bytes, length);
    memcpy(tw_request(), script->request.bytes, script->request.length);
    return tw_decode(length, script->request.length);
}

static void open_tile(fuzz_script *script, fuzz_tile *tile, fuzz_input *input) {
    size_t length = fuzz_u16(input) % MOST_TILE_BYTES;
    if (length > input->left) length = input->left;
    const uint8_t *bytes = input->at;
    input->at += length;
    input->left -= length;
    if (tile->open) {
        fuzz_expect(tw_close(tile->handle) == TW_OK, "an open tile can be closed");
        script->open_count--;
    }
    tw_status status = put_and_decode(script, bytes, (uint32_t)length);
    fuzz_check_block(status);
    *tile = (fuzz_tile){.decoded = status == TW_OK, .digest = fuzz_block_digest()};
    uint8_t *at = tw_reserve((uint32_t)length, 0);
    if (!at) return;
    if (length > 0) memcpy(at, bytes, length);
    tile->open = tw_open((uint32_t)length, &tile->handle) == TW_OK;
    script->open_count += tile->open;
    for (uint32_t i = 0; i < MOST_TILES; i++) {
        const fuzz_tile *other = &script->tiles[i];
        fuzz_expect(other == tile || !tile->open || other->handle != tile->handle, "handles differ");
    }
}

static void read_tile(const fuzz_script *script, const fuzz_tile *tile) {
    if (!tw_reserve(0, script->request.length)) return;
    memcpy(tw_request(), script->request.bytes, script->request.length);
    tw_status status = tw_read(tile->handle, script->request.length);
    fuzz_check_block(status);
    if (!tile->open) {
        fuzz_expect(status == TW_BAD_HANDLE, "a stale handle is found out");
        return;
    }
    if (!tile->decoded || status == TW_MEMORY_LIMIT) return;
    fuzz_expect(status == TW_OK && fuzz_block_digest() == tile->digest, "reading gives what decoding gave");
}

static void close_tile(fuzz_script *script, fuzz_tile *tile) {
    fuzz_expect((tw_close(tile->handle) == TW_OK) == tile->open, "only an open tile can be closed");
    script->open_count -= tile->open;
    tile->open = false;
}

static void use_made_up_handle(const fuzz_script *script, tw_handle handle) {
    for (uint32_t i = 0; i < MOST_TILES; i++) {
        if (script->tiles[i].open && script->tiles[i].handle == handle) return;
    }
    fuzz_expect(tw_describe(handle) == TW_BAD_HANDLE, "a made-up handle is found out");
    fuzz_expect(tw_feature_tags(handle, 0, 0) == TW_BAD_HANDLE, "a made-up handle is found out");
    fuzz_expect(tw_close(handle) == TW_BAD_HANDLE, "a made-up handle is found out");
}

static void run_step(fuzz_script *script, fuzz_input *input) {
    uint8_t operation = fuzz_byte(input) % 8;
    if (operation == 0) {
        open_tile(script, &script->tiles[fuzz_byte(input) % MOST_TILES], input);
        return;
    }
    fuzz_tile *tile = &script->tiles[fuzz_byte(input) % MOST_TILES];
    switch (operation) {
    case 1:
        read_tile(script, tile);
        break;
    case 2:
        fuzz_expect((tw_describe(tile->handle) == TW_OK) == tile->open, "only an open tile can be described");
        fuzz_check_block(tw_last_status());
        break;
    case 3:
        close_tile(script, tile);
        break;
    case 4:
        fuzz_check_result(tw_feature_tags(tile->handle, fuzz_byte(input), fuzz_byte(input)));
        break;
    case 5:
        fuzz_check_result(tw_feature_geometry(tile->handle, fuzz_byte(input), fuzz_byte(input)));
        break;
    case 6:
        use_made_up_handle(script, fuzz_u32(input));
        break;
    default: /* no input in the arena: nothing to decode or open */
        tw_release();
        fuzz_expect(tw_decode(0, 96) == TW_BAD_REQUEST, "nothing was reserved");
        fuzz_expect(tw_open(0, NULL) == TW_BAD_REQUEST, "nothing was reserved");
        break;
    }
    fuzz_expect(tw_open_count() == script->open_count, "open tiles are counted");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tw_set_memory_limit(FUZZ_MEMORY_LIMIT);
    fuzz_input input = {data, size};
    tw_options options = options_for(TW_I16);
    fuzz_script script = {.request = request_for_all(&options)};
    for (int step = 0; step < MOST_STEPS && input.left > 0; step++)
        run_step(&script, &input);
    for (uint32_t i = 0; i < MOST_TILES; i++) {
        if (script.tiles[i].open) close_tile(&script, &script.tiles[i]);
    }
    fuzz_expect(tw_open_count() == 0, "nothing is left open");
    tw_release();
    return 0;
}
