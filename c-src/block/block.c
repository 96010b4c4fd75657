/* The builder of result blocks. See block.h. */
#include "block.h"

#include <string.h>

#include "../base/arena.h"
#include "../request/request.h"

_Static_assert(sizeof(tw_block_header) == 64, "the layout of docs/DESIGN.md");
_Static_assert(sizeof(tw_layer_record) == 64, "the layout of docs/DESIGN.md");
_Static_assert(sizeof(tw_column) == 16, "the layout of docs/DESIGN.md");
_Static_assert(sizeof(tw_problem) == 16, "the layout of docs/DESIGN.md");

uint32_t tw_element_size(uint8_t type) {
    static const uint8_t sizes[] = {0, 1, 2, 2, 4, 4, 4, 8, 8};
    return sizes[type];
}

/* Ends what was written at `end`: the bytes up to the next boundary become 0, so that equal tiles give equal blocks. */
static void close_at(tw_block *block, uint8_t *end) {
    uintptr_t length = (uintptr_t)(end - block->start);
    block->top = block->start + ((length + TW_BLOCK_ALIGNMENT - 1) & ~(uintptr_t)(TW_BLOCK_ALIGNMENT - 1));
    memset(end, 0, (size_t)(block->top - end)); /* no further: the next column may be written already */
}

bool tw_block_begin(tw_block *block, uint32_t layer_capacity) {
    uint64_t layers_size = (uint64_t)layer_capacity * sizeof(tw_layer_record);
    block->problems = tw_arena_take(TW_MAX_PROBLEMS * sizeof(tw_problem));
    if (!block->problems) return false;
    block->start = tw_arena_top();
    if (!tw_arena_require(block->start, sizeof(tw_block_header) + layers_size + TW_BLOCK_ALIGNMENT)) return false;
    memset(block->start, 0, sizeof(tw_block_header) + layers_size);
    block->header = (tw_block_header *)(void *)block->start;
    block->header->magic = TW_BLOCK_MAGIC;
    block->header->version = TW_BLOCK_VERSION;
    block->header->layers_offset = sizeof(tw_block_header);
    block->layers = (tw_layer_record *)(void *)(block->start + sizeof(tw_block_header));
    block->top = block->start + sizeof(tw_block_header) + layers_size;
    tw_arena_set_top(block->top);
    return true;
}

tw_layer_record *tw_block_begin_layer(tw_block *block, const uint8_t *name, uint32_t name_length) {
    block->layer = &block->layers[block->header->layer_count++];
    block->layer->name_offset = (uint32_t)(block->top - block->start);
    block->layer->name_length = name_length;
    block->column_count = 0;
    memcpy(block->top, name, name_length);
    close_at(block, block->top + name_length);
    return block->layer;
}

void tw_block_end_column(tw_block *block, uint8_t kind, uint8_t type, uint8_t group, uint8_t flags, uint32_t count) {
    if (count == 0) return;
    /* In bounds: a layer has at most 6 columns, 6 more of its dictionary, and 9 of each of three groups. */
    block->columns[block->column_count++] =
        (tw_column){kind, type, group, flags, (uint32_t)(block->top - block->start), count, 0};
    close_at(block, block->top + (uint64_t)count * tw_element_size(type));
}

void tw_block_copy_column(tw_block *block, uint8_t kind, uint8_t type, uint8_t group, const void *elements,
                          uint32_t count) {
    memcpy(block->top, elements, (uint64_t)count * tw_element_size(type));
    tw_block_end_column(block, kind, type, group, 0, count);
}

void tw_block_end_layer(tw_block *block) {
    uint64_t size = block->column_count * sizeof(tw_column);
    block->layer->columns_offset = (uint32_t)(block->top - block->start);
    block->layer->column_count = block->column_count;
    memcpy(block->top, block->columns, size);
    close_at(block, block->top + size);
}

tw_block_mark tw_block_mark_of(const tw_block *block) {
    return (tw_block_mark){block->top, block->column_count, block->header->problems_stored,
                           block->header->problem_count};
}

void tw_block_rewind(tw_block *block, tw_block_mark mark) {
    block->top = mark.top;
    block->column_count = mark.column_count;
    block->header->problems_stored = mark.problems_stored;
    block->header->problem_count = mark.problem_count;
}

void tw_block_add_problem(tw_block *block, tw_status code, uint32_t layer, uint32_t feature, uint32_t offset) {
    tw_block_header *header = block->header;
    if (header->problem_count < UINT32_MAX) header->problem_count++;
    if (header->problems_stored == TW_MAX_PROBLEMS) return;
    block->problems[header->problems_stored++] = (tw_problem){(uint16_t)code, 0, layer, feature, offset};
}

bool tw_block_end(tw_block *block) {
    uint64_t size = block->header->problems_stored * sizeof(tw_problem);
    if (!tw_arena_require(block->top, size + TW_BLOCK_ALIGNMENT)) return false;
    block->header->problems_offset = (uint32_t)(block->top - block->start);
    memcpy(block->top, block->problems, size);
    close_at(block, block->top + size);
    block->header->byte_length = (uint32_t)(block->top - block->start);
    tw_arena_set_top(block->top);
    return true;
}
