/* Reading tiles and writing requests. See common.h. */
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALL_TYPES = 2 | 4 | 8, MAX_TILES = 1 << 16 };

tile_bytes bench_tiles[MAX_TILES];
uint32_t bench_tile_count;

static const bench_mode modes[] = {
    /* These two do no decoding: count.c has its own code for them. */
    {"scan", 0, 0, 0, TW_PROPERTIES_NONE},
    {"copy", 0, 0, 0, TW_PROPERTIES_NONE},
    /* Layers, features' fields; no strings. */
    {"features", 0, 0, 0, TW_PROPERTIES_NONE},
    /* The same, and all keys and values read and checked; no tags, since no geometry type is asked for. */
    {"structure", 0, 0, 0, TW_PROPERTIES_ALL},
    {"geometry-int32", TW_I32, ALL_TYPES, 0, TW_PROPERTIES_NONE},
    {"geometry-int16", TW_I16, ALL_TYPES, 0, TW_PROPERTIES_NONE},
    {"geometry-float32", TW_F32, ALL_TYPES, 0, TW_PROPERTIES_NONE},
    {"properties", 0, ALL_TYPES, 0, TW_PROPERTIES_ALL},
    {"all-int32", TW_I32, ALL_TYPES, 0, TW_PROPERTIES_ALL},
    {"all-int16", TW_I16, ALL_TYPES, 0, TW_PROPERTIES_ALL},
    {"triangles", TW_I32, ALL_TYPES, TW_WITH_TRIANGLES, TW_PROPERTIES_NONE},
};

const bench_mode *bench_find_mode(const char *name) {
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (strcmp(modes[i].name, name) == 0) return &modes[i];
    }
    return NULL;
}

void bench_write_request(uint8_t *to, const bench_mode *mode) {
    const uint32_t header[4] = {1, BENCH_REQUEST_LENGTH, 0, 0};
    const tw_options options = {.positions = mode->positions,
                                .types = mode->types,
                                .flags = mode->flags,
                                .properties = mode->properties,
                                .feature_count = TW_NONE,
                                .scale = {1, 1}};
    memcpy(to, header, sizeof header);
    memcpy(to + BENCH_REQUEST_HEADER, &options, sizeof options);
}

_Noreturn void bench_stop(const char *what, const char *which) {
    fprintf(stderr, "%s %s\n", what, which);
    exit(1);
}

static void read_tile(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) bench_stop("cannot open", path);
    long length = ftell(file);
    if (length < 0 || bench_tile_count == MAX_TILES) bench_stop("cannot read", path);
    rewind(file);
    uint8_t *bytes = malloc((size_t)length + 1);
    if (!bytes || fread(bytes, 1, (size_t)length, file) != (size_t)length) bench_stop("cannot read", path);
    (void)fclose(file);
    bench_tiles[bench_tile_count++] = (tile_bytes){bytes, (uint32_t)length};
}

void bench_read_tiles(void) {
    char path[4096];
    while (fgets(path, sizeof path, stdin)) {
        path[strcspn(path, "\n")] = 0;
        if (!path[0]) return;
        read_tile(path);
    }
}
