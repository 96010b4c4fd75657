/* Decodes arbitrary bytes with every kind of output. The first four bytes choose the request, the rest is the tile.
 * Whatever they are: a sound block or an error, the same one when asked again, and the same through tw_open and
 * tw_read. */
#include "../c/requests.h"
#include "fuzz.h"

static tw_options choose_options(fuzz_input *input) {
    static const uint8_t types[] = {0, TW_I16, TW_I32, TW_F32, TW_F64};
    uint8_t output = fuzz_byte(input);
    tw_options options = options_for(types[output % 5]);
    bool floats = options.positions == TW_F32 || options.positions == TW_F64;
    if (floats) options.coordinates = output / 5 % 4;
    options.scale[1] = -512;
    options.offset[0] = 0.1;
    options.z = 14;
    options.x = output / 20;
    options.y = 16383;
    uint8_t extras = fuzz_byte(input);
    options.flags = extras & 7;
    if (extras & 8) options.types = extras >> 4;
    uint8_t range = fuzz_byte(input);
    if (range & 1) {
        options.first_feature = range >> 4;
        options.feature_count = range >> 1 & 7;
    }
    return options;
}

static test_request choose_request(fuzz_input *input) {
    static const char *const keys[] = {"name", "", "class", "a"};
    tw_options options = choose_options(input);
    uint8_t choice = fuzz_byte(input);
    options.properties = choice % 3 == 0 ? TW_PROPERTIES_NONE : TW_PROPERTIES_ALL;
    test_request request = request_for_all(&options);
    uint32_t listed = REQUEST_HEADER;
    if (choice & 64) {
        request_set_u32(&request, 8, REQUEST_LISTED);
        add_numbered_layer(&request, choice >> 3 & 3, &options);
        uint32_t named = add_selector(&request, 0, 0, &options);
        name_selector(&request, named, choice & 32 ? "water" : "");
        listed = REQUEST_SELECTORS + REQUEST_HEADER;
    }
    if (choice % 3 == 2) list_keys(&request, listed, keys, choice >> 3 & 7 ? 4 : 1);
    if (choice & 128) request_be_strict(&request);
    return request;
}

static tw_status decode_bytes(const fuzz_input *tile, const test_request *request) {
    uint8_t *at = tw_reserve((uint32_t)tile->left, request->length);
    if (!at) return tw_last_status();
    if (tile->left > 0) memcpy(at, tile->at, tile->left);
    memcpy(tw_request(), request->bytes, request->length);
    return tw_decode((uint32_t)tile->left, request->length);
}

/* Opens the tile, reads it as asked, and closes it. Sets *digest to that of the block. */
static tw_status open_and_read(const fuzz_input *tile, const test_request *request, uint64_t *digest) {
    *digest = 0;
    uint8_t *at = tw_reserve((uint32_t)tile->left, 0);
    if (!at) return tw_last_status();
    if (tile->left > 0) memcpy(at, tile->at, tile->left);
    tw_handle handle = 0;
    tw_status status = tw_open((uint32_t)tile->left, &handle);
    if (status != TW_OK) return status;
    status = tw_describe(handle);
    fuzz_check_block(status);
    if (status == TW_OK && tw_reserve(0, request->length)) {
        memcpy(tw_request(), request->bytes, request->length);
        status = tw_read(handle, request->length);
        fuzz_check_block(status);
        *digest = fuzz_block_digest();
    }
    fuzz_expect(tw_close(handle) == TW_OK && tw_open_count() == 0, "an open tile can be closed");
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = {data, size};
    test_request request = choose_request(&input);
    tw_set_memory_limit(FUZZ_MEMORY_LIMIT);

    tw_status status = decode_bytes(&input, &request);
    fuzz_check_block(status);
    uint64_t digest = fuzz_block_digest();
    tw_result_t before = *tw_result();

    fuzz_expect(decode_bytes(&input, &request) == status, "a second decode ends as the first");
    fuzz_expect(fuzz_block_digest() == digest, "a second decode gives the same block");
    fuzz_expect(tw_result()->error_offset == before.error_offset && tw_result()->error_layer == before.error_layer &&
                    tw_result()->error_feature == before.error_feature,
                "a second decode finds the same fault");

    uint64_t read_digest = 0;
    tw_status read_status = open_and_read(&input, &request, &read_digest);
    /* tw_decode does not look into layers that are left out, tw_open does. */
    bool all_layers = !(request_u32(&request, 8) & REQUEST_LISTED);
    if (read_status != TW_MEMORY_LIMIT && status != TW_MEMORY_LIMIT) {
        fuzz_expect(read_status == status || !all_layers, "opening and decoding agree");
        fuzz_expect(read_digest == digest || read_status != TW_OK, "an open tile gives the block that decoding gives");
    }
    tw_release();
    return 0;
}
