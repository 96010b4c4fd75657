/* What the native benchmark programs share: the tiles in memory and the kinds of requests. Used by count.c and
 * passes.c. */
#ifndef TW_BENCH_COMMON_H
#define TW_BENCH_COMMON_H

#include <stdint.h>

#include "../../c-src/request/request.h"

typedef struct {
    uint8_t *bytes;
    uint32_t length;
} tile_bytes;

extern tile_bytes bench_tiles[];
extern uint32_t bench_tile_count;

/* A kind of work: its name on the command line, and what it asks for. */
typedef struct {
    const char *name;
    uint8_t positions, types, flags, properties;
} bench_mode;

/* The mode of a name, NULL for a name that is none. */
const bench_mode *bench_find_mode(const char *name);

/* Length of a request in bytes, and writes the one for a mode. */
enum { BENCH_REQUEST_HEADER = 16, BENCH_REQUEST_LENGTH = BENCH_REQUEST_HEADER + sizeof(tw_options) };
void bench_write_request(uint8_t *to, const bench_mode *mode);

/* Reads the tiles whose paths come from standard input, one a line, up to the end or an empty line. */
void bench_read_tiles(void);

/* Says what went wrong and ends the program. */
_Noreturn void bench_stop(const char *what, const char *which);

#endif
