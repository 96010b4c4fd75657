/* The public functions of tilewasm.h: each puts the steps together, and keeps what the call left. */
#include <stddef.h>
#include <string.h>

#include "../base/arena.h"
#include "../include/tilewasm_triangulate.h"
#include "../read/reader.h"
#include "../triangulate/group.h"
#include "../varint/unpack.h"
#include "handles.h"
#include "pages.h"

#define ABI_VERSION 1u

/* The call in hand: where tw_reserve put things, and what the last call left. */
static struct {
    uint8_t *tile;
    uint8_t *request;
    uint8_t *end; /* of the request: the arena's bottom for the steps */
    uint32_t tile_room, request_room;
    tw_status status;
    tw_handle opened;
    tw_result_t result;
} call;

uint32_t tw_abi_version(void) {
    return ABI_VERSION;
}

tw_status tw_last_status(void) {
    return call.status;
}

const tw_result_t *tw_result(void) {
    return &call.result;
}

uint8_t *tw_request(void) {
    return call.request;
}

tw_handle tw_opened(void) {
    return call.opened;
}

static tw_status leave(tw_status status) {
    call.status = status;
    return status;
}

static tw_status leave_fault(const tw_fault *fault) {
    call.result.error_offset = fault->offset;
    call.result.error_layer = fault->layer;
    call.result.error_feature = fault->feature;
    return leave(fault->status);
}

static tw_status leave_block(const uint8_t *block, uint64_t length) {
    call.result.block = block;
    call.result.block_length = (uint32_t)length;
    return leave(TW_OK);
}

static void forget_result(void) {
    call.result = (tw_result_t){NULL, 0, 0, TW_NONE, TW_NONE};
    call.opened = 0;
}

/* Begins a call: nothing of an earlier one is left, the arena is free above the input. */
static void begin_call(void) {
    forget_result();
    if (call.end) tw_arena_set_top(call.end);
}

void tw_release(void) {
    forget_result();
    tw_arena_reset(tw_pages_end());
    call.tile = call.request = call.end = NULL;
    call.tile_room = call.request_room = 0;
}

uint8_t *tw_reserve(uint32_t tile_length, uint32_t request_length) {
    tw_release();
    if (tile_length > TW_MAX_TILE_LENGTH) {
        leave(TW_TOO_LARGE);
        return NULL;
    }
    uint8_t *tile = tw_arena_take((uint64_t)tile_length + TW_PADDING);
    uint8_t *request = tile ? tw_arena_take(request_length) : NULL;
    if (!request) {
        leave(tw_arena_status());
        return NULL;
    }
    memset(tile + tile_length, 0, TW_PADDING);
    call.tile = tile;
    call.request = request;
    call.end = tw_arena_top();
    call.tile_room = tile_length;
    call.request_room = request_length;
    leave(TW_OK);
    return tile;
}

/* A tile of the bytes in the arena. The padding is zeroed again where the tile is shorter than its room. */
static bool take_tile(uint32_t length, tw_tile *tile, tw_fault *fault) {
    *fault = (tw_fault){TW_OK, 0, TW_NONE, TW_NONE};
    if (!call.tile || length > call.tile_room) {
        fault->status = TW_BAD_REQUEST;
        return false;
    }
    memset(call.tile + length, 0, TW_PADDING);
    *tile = (tw_tile){.bytes = call.tile, .length = length};
    return true;
}

static bool take_request(uint32_t length, tw_request_t *request, tw_fault *fault) {
    *fault = (tw_fault){TW_BAD_REQUEST, 0, TW_NONE, TW_NONE};
    if (!call.request || length > call.request_room) return false;
    fault->status = tw_request_parse(call.request, length, request, &fault->offset);
    return fault->status == TW_OK;
}

tw_status tw_decode(uint32_t tile_length, uint32_t request_length) {
    begin_call();
    tw_request_t request;
    tw_tile tile;
    tw_block block;
    tw_fault fault;
    if (!take_request(request_length, &request, &fault) || !take_tile(tile_length, &tile, &fault) ||
        !tw_scan(&tile, &request, &fault) || !tw_read_tile(&tile, &request, &block, &fault)) {
        return leave_fault(&fault);
    }
    return leave_block(block.start, block.header->byte_length);
}

tw_status tw_open(uint32_t tile_length, tw_handle *handle) {
    begin_call();
    tw_tile tile;
    tw_fault fault;
    if (!take_tile(tile_length, &tile, &fault) || !tw_scan(&tile, NULL, &fault)) return leave_fault(&fault);
    tw_handle kept = 0;
    tw_status status = tw_handles_keep(&tile, &kept);
    tw_release();
    if (handle) *handle = kept;
    if (status != TW_OK) return leave(status);
    call.opened = kept;
    (void)tw_handles_find(kept, &tile); /* where the bytes have gone */
    return leave_block(tile.bytes, tile.length);
}

tw_status tw_describe(tw_handle handle) {
    tw_release();
    tw_tile tile;
    tw_block block;
    tw_fault fault = {tw_handles_find(handle, &tile), 0, TW_NONE, TW_NONE};
    if (fault.status != TW_OK) return leave_fault(&fault);
    if (!tw_describe_tile(&tile, &block, &fault)) return leave_fault(&fault);
    return leave_block(block.start, block.header->byte_length);
}

tw_status tw_read(tw_handle handle, uint32_t request_length) {
    begin_call();
    tw_tile tile;
    tw_request_t request;
    tw_block block;
    tw_fault fault = {tw_handles_find(handle, &tile), 0, TW_NONE, TW_NONE};
    if (fault.status != TW_OK || !take_request(request_length, &request, &fault) ||
        !tw_read_tile(&tile, &request, &block, &fault)) {
        return leave_fault(&fault);
    }
    return leave_block(block.start, block.header->byte_length);
}

/* Leaves the integers of one packed field of a feature. */
static tw_status leave_packed_field(tw_handle handle, uint32_t layer_number, uint32_t feature_number, uint32_t field) {
    tw_release();
    tw_tile tile;
    tw_fault fault = {tw_handles_find(handle, &tile), 0, layer_number, feature_number};
    if (fault.status != TW_OK) return leave_fault(&fault);
    if (layer_number >= tile.layer_count) return leave(TW_BAD_LAYER);
    const tw_layer *layer = &tile.layers[layer_number];
    if (feature_number >= layer->feature_count) return leave(TW_BAD_FEATURE);

    tw_span span = tw_span_at(&tile, layer->first_feature + feature_number);
    tw_feature feature;
    if (!tw_parse_feature(&tile, span, &feature, &fault)) return leave_fault(&fault);
    bool tags = field == TW_FEATURE_TAGS;
    uint32_t offset = tags ? feature.record.tags_offset : feature.record.geometry_offset;
    uint32_t length = tags ? feature.record.tags_length : feature.record.geometry_length;
    tw_span packed = tw_packed_field(&tile, span, field, offset, length);
    uint32_t *integers = packed.bytes ? tw_arena_take(4 * ((uint64_t)packed.length + TW_UNPACK_SLACK)) : NULL;
    if (!integers) return leave(tw_arena_status());
    uint32_t count = 0;
    /* A faulty run gives what was whole in it: raw access is for looking at such tiles too. */
    (void)tw_unpack_uint32(packed.bytes, packed.length, integers, &count);
    return leave_block((const uint8_t *)integers, 4 * (uint64_t)count);
}

tw_status tw_feature_tags(tw_handle handle, uint32_t layer, uint32_t feature) {
    return leave_packed_field(handle, layer, feature, TW_FEATURE_TAGS);
}

tw_status tw_feature_geometry(tw_handle handle, uint32_t layer, uint32_t feature) {
    return leave_packed_field(handle, layer, feature, TW_FEATURE_GEOMETRY);
}

tw_status tw_close(tw_handle handle) {
    tw_release();
    return leave(tw_handles_close(handle));
}

tw_status tw_triangulate(uint32_t vertex_count, uint32_t ring_count, uint32_t polygon_count) {
    begin_call();
    uint64_t offset_count = (uint64_t)ring_count + 1 + polygon_count + 1;
    if (!call.tile || 8ull * vertex_count > call.tile_room || 4 * offset_count > call.request_room) {
        return leave(TW_BAD_REQUEST);
    }
    const uint32_t *ring_offsets = (const uint32_t *)(const void *)call.request;
    tw_polygons polygons = {.positions = (const int32_t *)(const void *)call.tile,
                            .ring_offsets = ring_offsets,
                            .polygon_offsets = ring_offsets + ring_count + 1,
                            .vertex_count = vertex_count,
                            .ring_count = ring_count,
                            .polygon_count = polygon_count};
    uint32_t *result = NULL;
    uint64_t count = 0;
    tw_status status = tw_triangulate_group(&polygons, &result, &count);
    if (status == TW_NOT_TRIANGULABLE) call.result.error_offset = (uint32_t)count;
    if (status != TW_OK) return leave(status);
    return leave_block((const uint8_t *)result, 4 * count);
}
