/* Scans arbitrary bytes, describes the tile, and looks at raw tags and geometry of some of its features. */
#include "fuzz.h"

/* What raw access leaves: whole integers, no more than the tile has bytes. */
static void check_integers(tw_status status, size_t tile_length) {
    fuzz_check_result(status);
    if (status != TW_OK) return;
    fuzz_expect(tw_result()->block_length % 4 == 0, "integers are whole");
    fuzz_expect(tw_result()->block_length / 4 <= tile_length, "an integer takes a byte");
}

static void look_at_features(tw_handle handle, uint32_t layer, uint32_t count, size_t tile_length) {
    uint32_t some = count < 4 ? count : 4;
    for (uint32_t i = 0; i < some; i++) {
        check_integers(tw_feature_tags(handle, layer, i), tile_length);
        check_integers(tw_feature_geometry(handle, layer, count - 1 - i), tile_length);
    }
    fuzz_expect(tw_feature_tags(handle, layer, count) == TW_BAD_FEATURE, "no feature beyond the last");
    fuzz_expect(tw_feature_geometry(handle, layer, TW_NONE) == TW_BAD_FEATURE, "no feature of number 2^32 - 1");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tw_set_memory_limit(FUZZ_MEMORY_LIMIT);
    uint8_t *at = tw_reserve((uint32_t)size, 0);
    if (!at) return 0;
    if (size > 0) memcpy(at, data, size);
    tw_handle handle = 0;
    tw_status status = tw_open((uint32_t)size, &handle);
    if (status != TW_OK) {
        fuzz_expect(tw_result()->error_offset <= size, "a fault lies in the tile");
        tw_release();
        return 0;
    }
    fuzz_expect(tw_opened() == handle && handle != 0, "the handle is there");
    fuzz_check_block(tw_describe(handle));
    uint32_t layers = ((const tw_block_header *)(const void *)tw_result()->block)->layer_count;
    for (uint32_t i = 0; i < layers && i < 8; i++) {
        fuzz_check_block(tw_describe(handle));
        const uint8_t *records = tw_result()->block + sizeof(tw_block_header);
        look_at_features(handle, i, ((const tw_layer_record *)(const void *)records)[i].length, size);
    }
    fuzz_expect(tw_feature_tags(handle, layers, 0) == TW_BAD_LAYER, "no layer beyond the last");
    fuzz_expect(tw_close(handle) == TW_OK, "an open tile can be closed");
    fuzz_expect(tw_close(handle) == TW_BAD_HANDLE && tw_open_count() == 0, "and is closed then");
    return 0;
}
