/* Decodes with an arbitrary request: two bytes with its length, the request, then the tile. A copy of the request with
 * its version and its length put right gets past the first checks. */
#include "fuzz.h"

static void decode_with(const fuzz_input *request, const fuzz_input *tile) {
    uint8_t *at = tw_reserve((uint32_t)tile->left, (uint32_t)request->left);
    if (!at) return;
    if (tile->left > 0) memcpy(at, tile->at, tile->left);
    if (request->left > 0) memcpy(tw_request(), request->at, request->left);
    fuzz_check_block(tw_decode((uint32_t)tile->left, (uint32_t)request->left));
    if (request->left < 8) return;

    uint32_t head[2] = {1, (uint32_t)request->left};
    memcpy(tw_request(), head, sizeof head);
    tw_status status = tw_decode((uint32_t)tile->left, (uint32_t)request->left);
    fuzz_check_block(status);
    if (status == TW_BAD_REQUEST) fuzz_expect(tw_result()->error_offset < request->left, "the fault is in the request");
    /* A shorter tile and a shorter request than there is room for. */
    fuzz_check_block(tw_decode((uint32_t)tile->left / 2, (uint32_t)request->left));
    fuzz_check_block(tw_decode((uint32_t)tile->left, (uint32_t)request->left / 2));
    fuzz_expect(tw_decode((uint32_t)tile->left + 1, (uint32_t)request->left) == TW_BAD_REQUEST, "no room, no decode");
    fuzz_expect(tw_decode((uint32_t)tile->left, (uint32_t)request->left + 1) == TW_BAD_REQUEST, "no room, no request");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tw_set_memory_limit(FUZZ_MEMORY_LIMIT);
    fuzz_input tile = {data, size};
    size_t length = fuzz_u16(&tile);
    if (length > tile.left) length = tile.left;
    fuzz_input request = {tile.at, length};
    tile.at += length;
    tile.left -= length;
    decode_with(&request, &tile);
    tw_release();
    return 0;
}
