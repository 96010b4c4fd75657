/* Decodes tiles that come through standard input, and writes what each gives to standard output: the native side of
 * tests/differential. Each input is two lengths (tile, request) as uint32_t and the bytes; each output is status, error
 * offset, layer, feature and block length, and the block. */
#include <stdint.h>
#include <stdio.h>

#include "../../c-src/include/tilewasm.h"

static int decode_next(void) {
    uint32_t lengths[2];
    if (fread(lengths, sizeof lengths, 1, stdin) != 1) return 0;
    uint8_t *tile = tw_reserve(lengths[0], lengths[1]);
    if (!tile || fread(tile, 1, lengths[0], stdin) != lengths[0] ||
        fread(tw_request(), 1, lengths[1], stdin) != lengths[1])
        return 0;
    tw_status status = tw_decode(lengths[0], lengths[1]);
    const tw_result_t *result = tw_result();
    uint32_t head[5] = {(uint32_t)status, result->error_offset, result->error_layer, result->error_feature,
                        result->block_length};
    fwrite(head, sizeof head, 1, stdout);
    if (result->block) fwrite(result->block, 1, result->block_length, stdout);
    return 1;
}

int main(void) {
    while (decode_next()) {
    }
    return 0;
}
