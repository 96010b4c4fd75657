/* The program whose instructions are counted: decodes every tile once with one kind of request. Run by
 * bench/count/count.js under callgrind, which collects only inside the counted_* functions.
 *
 *     count MODE < paths, one a line
 *
 * Prints one line of JSON: what was read, a hash of all result blocks, and memory. */
#include <stdio.h>
#include <string.h>

#include "../../c-src/base/memory.h"
#include "../../c-src/block/block.h"
#include "../../c-src/include/tilewasm.h"
#include "../../c-src/scan/scan.h"
#include "common.h"

/* ---- what is counted ------------------------------------------------------------------------------------------ */

__attribute__((noinline)) void counted_decode(uint32_t length);
void counted_decode(uint32_t length) {
    if (tw_decode(length, BENCH_REQUEST_LENGTH) != TW_OK) bench_stop("tw_decode:", tw_status_text(tw_last_status()));
}

__attribute__((noinline)) void counted_scan(tw_tile *tile);
void counted_scan(tw_tile *tile) {
    tw_fault fault = {TW_OK, 0, TW_NONE, TW_NONE};
    if (!tw_scan(tile, NULL, &fault)) bench_stop("tw_scan:", tw_status_text(fault.status));
}

__attribute__((noinline)) uint8_t *counted_copy(const tile_bytes *tile);
uint8_t *counted_copy(const tile_bytes *tile) {
    uint8_t *at = tw_reserve(tile->length, BENCH_REQUEST_LENGTH);
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

static void run(const bench_mode *mode, totals *sum) {
    bool scan = strcmp(mode->name, "scan") == 0;
    bool copy = strcmp(mode->name, "copy") == 0;
    for (uint32_t i = 0; i < bench_tile_count; i++) {
        const uint8_t *at = counted_copy(&bench_tiles[i]);
        if (!at) bench_stop("no memory for", "a tile");
        bench_write_request(tw_request(), mode);
        sum->tile_bytes += bench_tiles[i].length;
        if (scan) {
            scan_one(&bench_tiles[i], at, sum);
        } else if (!copy) {
            decode_one(&bench_tiles[i], sum);
        }
    }
}

static void print_number(const char *name, uint64_t number) {
    printf(",\"%s\":%llu", name, (unsigned long long)number);
}

static void print_totals(const totals *sum) {
    printf("{\"hash\":\"%016llx\"", (unsigned long long)sum->hash);
    print_number("tiles", bench_tile_count);
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
    const bench_mode *mode = argc == 2 ? bench_find_mode(argv[1]) : NULL;
    if (!mode) bench_stop("usage: count MODE < paths;", "no such mode");
    bench_read_tiles();
    totals sum = {0};
    run(mode, &sum);
    print_totals(&sum);
    return 0;
}
