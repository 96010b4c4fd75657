/* The program whose instructions are counted: decodes every tile once with one kind of request. Run by count.js under
 * callgrind, which collects only inside counted_* functions; natively it also serves the benchmark as "the same C".
 *
 *     count MODE < paths, one a line
 *
 * Prints one line of JSON: what was read, a hash of all result blocks, and memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../c-src/base/arena.h"
#include "../../c-src/base/memory.h"
#include "../../c-src/block/block.h"
#include "../../c-src/include/tilewasm.h"
#include "../../c-src/request/request.h"
#include "../../c-src/scan/scan.h"

enum { HEADER = 16, REQUEST = HEADER + sizeof(tw_options), ALL_TYPES = 2 | 4 | 8, MAX_TILES = 1 << 16 };

typedef struct {
    uint8_t *bytes;
    uint32_t length;
} tile_bytes;

static tile_bytes tiles[MAX_TILES];
static uint32_t tile_count;

/* What each mode asks for. "scan" and "copy" do no decoding. */
typedef struct {
    const char *name;
    uint8_t positions, types, flags, properties;
} mode_request;

static const mode_request modes[] = {
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

static void stop(const char *what, const char *which) {
    fprintf(stderr, "count: %s %s\n", what, which);
    exit(1);
}

static void read_tile(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) stop("cannot open", path);
    long length = ftell(file);
    if (length < 0 || tile_count == MAX_TILES) stop("cannot read", path);
    rewind(file);
    uint8_t *bytes = malloc((size_t)length + 1);
    if (!bytes || fread(bytes, 1, (size_t)length, file) != (size_t)length) stop("cannot read", path);
    (void)fclose(file);
    tiles[tile_count++] = (tile_bytes){bytes, (uint32_t)length};
}

static void read_tiles(void) {
    char path[4096];
    while (fgets(path, sizeof path, stdin)) {
        path[strcspn(path, "\n")] = 0;
        read_tile(path);
    }
}

static void write_request(uint8_t *to, const mode_request *mode) {
    const uint32_t header[4] = {1, REQUEST, 0, 0};
    const tw_options options = {.positions = mode->positions,
                                .types = mode->types,
                                .flags = mode->flags,
                                .properties = mode->properties,
                                .feature_count = TW_NONE,
                                .scale = {1, 1}};
    memcpy(to, header, sizeof header);
    memcpy(to + HEADER, &options, sizeof options);
}

/* ---- what is counted ------------------------------------------------------------------------------------------ */

__attribute__((noinline)) void counted_decode(uint32_t length);
void counted_decode(uint32_t length) {
    if (tw_decode(length, REQUEST) != TW_OK) stop("tw_decode:", tw_status_text(tw_last_status()));
}

__attribute__((noinline)) void counted_scan(tw_tile *tile);
void counted_scan(tw_tile *tile) {
    tw_fault fault = {TW_OK, 0, TW_NONE, TW_NONE};
    if (!tw_scan(tile, NULL, &fault)) stop("tw_scan:", tw_status_text(fault.status));
}

__attribute__((noinline)) uint8_t *counted_copy(const tile_bytes *tile);
uint8_t *counted_copy(const tile_bytes *tile) {
    uint8_t *at = tw_reserve(tile->length, REQUEST);
    if (at) memcpy(at, tile->bytes, tile->length);
    return at;
}

/* --------------------------------------------------------------------------------------------------------------- */

static uint64_t hash_of(uint64_t hash, const uint8_t *bytes, uint32_t length) {
    for (uint32_t i = 0; i + 8 <= length; i += 8) {
        uint64_t word;
        memcpy(&word, bytes + i, sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 32;
    }
    return hash;
}

typedef struct {
    uint64_t tile_bytes, block_bytes, hash;
    uint64_t span_count, table_bytes;
    uint64_t elements[TW_COLUMN_VERTEX_FEATURE + 1]; /* of the columns of each kind */
} totals;

/* Adds up the lengths of the block's columns, so that a count can be told a vertex, a feature or a tag. */
static void add_elements(const uint8_t *block, totals *sum) {
    const tw_block_header *header = (const void *)block;
    const tw_layer_record *layers = (const void *)(block + header->layers_offset);
    for (uint32_t i = 0; i < header->layer_count; i++) {
        const tw_column *columns = (const void *)(block + layers[i].columns_offset);
        for (uint32_t j = 0; j < layers[i].column_count; j++)
            sum->elements[columns[j].kind] += columns[j].count;
    }
}

static void scan_one(const tile_bytes *bytes, const uint8_t *at, totals *sum) {
    tw_tile tile = {.bytes = at, .length = bytes->length};
    counted_scan(&tile);
    sum->span_count += tile.span_count;
    sum->table_bytes += tile.layer_count * sizeof *tile.layers + tile.span_count * sizeof *tile.spans;
}

static void decode_one(const tile_bytes *bytes, totals *sum) {
    counted_decode(bytes->length);
    sum->block_bytes += tw_result()->block_length;
    sum->hash = hash_of(sum->hash, tw_result()->block, tw_result()->block_length);
    add_elements(tw_result()->block, sum);
}

static void run(const mode_request *mode, totals *sum) {
    bool scan = strcmp(mode->name, "scan") == 0;
    bool copy = strcmp(mode->name, "copy") == 0;
    for (uint32_t i = 0; i < tile_count; i++) {
        const uint8_t *at = counted_copy(&tiles[i]);
        if (!at) stop("no memory for", "a tile");
        write_request(tw_request(), mode);
        sum->tile_bytes += tiles[i].length;
        if (scan) {
            scan_one(&tiles[i], at, sum);
        } else if (!copy) {
            decode_one(&tiles[i], sum);
        }
    }
}

static void print_number(const char *name, uint64_t number) {
    printf(",\"%s\":%llu", name, (unsigned long long)number);
}

static void print_totals(const totals *sum) {
    printf("{\"hash\":\"%016llx\"", (unsigned long long)sum->hash);
    print_number("tiles", tile_count);
    print_number("tileBytes", sum->tile_bytes);
    print_number("blockBytes", sum->block_bytes);
    print_number("spans", sum->span_count);
    print_number("tableBytes", sum->table_bytes);
    print_number("pages", tw_memory_size() / TW_PAGE_SIZE);
    print_number("features", sum->elements[TW_COLUMN_FEATURE_TYPES]);
    print_number("vertices", sum->elements[TW_COLUMN_POSITIONS] / 2);
    print_number("parts", sum->elements[TW_COLUMN_PART_OFFSETS]);
    print_number("rings", sum->elements[TW_COLUMN_RING_OFFSETS]);
    print_number("tags", sum->elements[TW_COLUMN_TAG_PAIRS] / 2);
    print_number("values", sum->elements[TW_COLUMN_VALUE_TYPES]);
    print_number("stringBytes", sum->elements[TW_COLUMN_STRING_BYTES] + sum->elements[TW_COLUMN_KEY_BYTES]);
    printf("}\n");
}

int main(int argc, char **argv) {
    const mode_request *mode = NULL;
    for (size_t i = 0; argc == 2 && i < sizeof modes / sizeof *modes; i++) {
        if (strcmp(modes[i].name, argv[1]) == 0) mode = &modes[i];
    }
    if (!mode) stop("usage: count MODE < paths;", "no such mode");
    read_tiles();
    totals sum = {0};
    run(mode, &sum);
    print_totals(&sum);
    for (uint32_t i = 0; i < tile_count; i++)
        free(tiles[i].bytes);
    return 0;
}
