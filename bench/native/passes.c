/* The same C natively: decodes all tiles as often as it is told to, and says how long a pass took. Run by
 * bench/rows/native.js, which interleaves it with the WebAssembly build.
 *
 *     passes MODE CLOCK, on standard input: paths, one a line, an empty line, then a number of passes a line
 *
 * Answers each number with the milliseconds a pass and the bytes of all result blocks. CLOCK is wall or cpu. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../c-src/include/tilewasm.h"
#include "common.h"

static double milliseconds(clockid_t clock) {
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Reserve, copy in, decode, release: what the WebAssembly side does, too. */
static unsigned long long decode_all(const bench_mode *mode) {
    unsigned long long bytes = 0;
    for (uint32_t i = 0; i < bench_tile_count; i++) {
        uint8_t *at = tw_reserve(bench_tiles[i].length, BENCH_REQUEST_LENGTH);
        if (!at) bench_stop("no memory for", "a tile");
        memcpy(at, bench_tiles[i].bytes, bench_tiles[i].length);
        bench_write_request(tw_request(), mode);
        tw_status status = tw_decode(bench_tiles[i].length, BENCH_REQUEST_LENGTH);
        if (status != TW_OK) bench_stop("tw_decode:", tw_status_text(status));
        bytes += tw_result()->block_length;
        tw_release();
    }
    return bytes;
}

int main(int argc, char **argv) {
    const bench_mode *mode = argc == 3 ? bench_find_mode(argv[1]) : NULL;
    if (!mode) bench_stop("usage: passes MODE CLOCK;", "no such mode");
    clockid_t clock = strcmp(argv[2], "cpu") == 0 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
    bench_read_tiles();
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        long passes = strtol(line, NULL, 10);
        unsigned long long bytes = 0;
        double start = milliseconds(clock);
        for (long i = 0; i < passes; i++)
            bytes = decode_all(mode);
        printf("%f %llu\n", (milliseconds(clock) - start) / (double)passes, bytes);
        (void)fflush(stdout);
    }
    return 0;
}
