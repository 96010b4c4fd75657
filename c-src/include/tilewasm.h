/* tilewasm: the public C API. The same flat functions serve WebAssembly and native programs.
 *
 * A call works on bytes in the library's own memory: reserve room, write the tile (and the request behind it)
 * there, call, use the result, release. One thread at a time; no callbacks; nothing global but that memory.
 *
 *     uint8_t *tile = tw_reserve(length, request_length);
 *     ... write the tile at `tile`, the request at tw_request() ...
 *     if (tw_decode(length, request_length) == TW_OK) use(tw_result()->block, tw_result()->block_length);
 *     tw_release();
 *
 * The layouts of request and result block are written down in docs/DESIGN.md. Specification: Mapbox Vector
 * Tile 2.1, https://github.com/mapbox/vector-tile-spec/tree/master/2.1 (sections are quoted as "MVT 4.3"). */
#ifndef TILEWASM_H
#define TILEWASM_H

#include <stdint.h>

#ifdef __wasm__
#define TW_API(name) __attribute__((export_name(#name)))
#else
#define TW_API(name)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What a function returns: TW_OK, or what went wrong. The same numbers are the codes of problems in the block. */
typedef enum {
#define TW_STATUS(number, name, code, text) TW_##name = (number),
#include "../base/statuses.inc"
#undef TW_STATUS
} tw_status;

/* Result of the last call that returned a status. Valid until the next tw_reserve, tw_open, tw_read,
 * tw_describe, tw_feature_tags, tw_feature_geometry, tw_decode or tw_release. */
typedef struct {
    const uint8_t *block;   /* the result block (docs/DESIGN.md), an array of uint32_t, or an open tile's bytes;
                               NULL after an error */
    uint32_t block_length;  /* in bytes */
    uint32_t error_offset;  /* byte of the tile where the error was found */
    uint32_t error_layer;   /* number of the layer, TW_NONE where unknown */
    uint32_t error_feature; /* number of the feature in its layer, TW_NONE where unknown */
} tw_result_t;

/* "No layer", "no feature". */
#define TW_NONE 0xFFFFFFFFu

/* A handle of an open tile: never 0. A slot's handles differ from one tile to the next, so a stale one is found out
 * until its slot was used a million times more. At most TW_MAX_OPEN_TILES are open at a time. */
typedef uint32_t tw_handle;

#define TW_MAX_OPEN_TILES 2048u

/* Bytes behind a tile, zeroed by tw_reserve, that kernels may read (never use) when they load 16 bytes at once. */
#define TW_PADDING 16u

/* Version of the two layouts and of these functions together. */
TW_API(tw_abi_version) uint32_t tw_abi_version(void);

/* Sets the most memory that the library takes, in bytes, from now on (512 MiB at first). It counts everything: static
 * data, open tiles, the call in hand. Never shrinks what is taken already. */
TW_API(tw_set_memory_limit) void tw_set_memory_limit(uint32_t bytes);

/* Bytes of memory taken from the system by now; it is never given back. */
TW_API(tw_memory_size) uint32_t tw_memory_size(void);

/* Empties the arena, then makes room for a tile and a request. Returns where the tile's bytes go (16-byte aligned,
 * padding behind them zeroed), or NULL: tw_last_status tells why. The request goes to tw_request(). */
TW_API(tw_reserve) uint8_t *tw_reserve(uint32_t tile_length, uint32_t request_length);

/* Where the request of the last tw_reserve goes; 8-byte aligned. */
TW_API(tw_request) uint8_t *tw_request(void);

/* Status of the last call, also of those that return a pointer. */
TW_API(tw_last_status) tw_status tw_last_status(void);

/* What the last call left: a block, or where the error was. Never NULL. */
TW_API(tw_result) const tw_result_t *tw_result(void);

/* Reads the tile in the arena as the request asks and leaves a result block. Scan, read and close in one. */
TW_API(tw_decode) tw_status tw_decode(uint32_t tile_length, uint32_t request_length);

/* Scans the tile in the arena, keeps its bytes and its span table in pages of its own, and sets *handle (which may
 * be NULL: tw_opened has it too). Leaves where the tile's bytes lie, which stay there until tw_close. */
TW_API(tw_open) tw_status tw_open(uint32_t tile_length, tw_handle *handle);

/* The handle of the last successful tw_open, for callers without pointers; 0 when the last call was another one. */
TW_API(tw_opened) tw_handle tw_opened(void);

/* Leaves a block of the open tile's structure: layer records without columns, and the problems of layers. */
TW_API(tw_describe) tw_status tw_describe(tw_handle handle);

/* Reads an open tile as the request in the arena asks (room by tw_reserve(0, request_length)) and leaves a block. */
TW_API(tw_read) tw_status tw_read(tw_handle handle, uint32_t request_length);

/* Leaves the raw tags of a feature (MVT 4.4) as an array of uint32_t: key, value, key, value, ... unchecked. */
TW_API(tw_feature_tags) tw_status tw_feature_tags(tw_handle handle, uint32_t layer, uint32_t feature);

/* Leaves the raw command integers and parameters of a feature's geometry (MVT 4.3) as an array of uint32_t. */
TW_API(tw_feature_geometry) tw_status tw_feature_geometry(tw_handle handle, uint32_t layer, uint32_t feature);

/* Gives back what an open tile holds. A stale or made-up handle is TW_BAD_HANDLE, and harmless. */
TW_API(tw_close) tw_status tw_close(tw_handle handle);

/* Number of open tiles. */
TW_API(tw_open_count) uint32_t tw_open_count(void);

/* Empties the arena: the result of the last call is gone. */
TW_API(tw_release) void tw_release(void);

/* A status's code, as "geometry:truncated", and its sentence. Never NULL; "unknown" for other numbers. Not exported to
 * WebAssembly, where the JavaScript wrapper has the same table. */
const char *tw_status_name(tw_status status);
const char *tw_status_text(tw_status status);

#ifdef __cplusplus
}
#endif

#endif
