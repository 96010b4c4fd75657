/* One pass over a tile into a table of spans. See scan.h. */
#include "scan.h"

#include <string.h>

#include "../base/arena.h"
#include "../varint/varint.h"
#include "../wire/field.h"

/* Field numbers of vector_tile.proto. */
enum { TILE_LAYERS = 3 };
enum { LAYER_NAME = 1, LAYER_FEATURES = 2, LAYER_KEYS = 3, LAYER_VALUES = 4, LAYER_EXTENT = 5, LAYER_VERSION = 15 };

/* Kinds of spans, kept in the top two bits of an entry while a layer is scanned. */
enum { KIND_FEATURE = 0, KIND_KEY = 1, KIND_VALUE = 2, KIND_COUNT = 3 };
#define KIND_SHIFT 30
#define OFFSET_MASK (TW_MAX_TILE_LENGTH - 1)

typedef struct {
    tw_tile *tile;
    const tw_request_t *request; /* NULL: every layer */
    uint32_t counts[KIND_COUNT];
    uint32_t runs; /* runs of spans of one kind, in the layer in hand */
    uint32_t last_kind;
} tw_scanner;

/* Counts `count` spans of a kind that have been added to the table one behind the other. */
static void end_run(tw_scanner *scanner, uint32_t kind, uint32_t count) {
    if (count == 0) return;
    scanner->tile->span_count += count;
    scanner->counts[kind] += count;
    scanner->runs += kind != scanner->last_kind;
    scanner->last_kind = kind;
}

static void add_span(tw_scanner *scanner, uint32_t kind, const uint8_t *at) {
    tw_tile *tile = scanner->tile;
    tile->spans[tile->span_count] = (uint32_t)(at - tile->bytes) | kind << KIND_SHIFT; /* in bounds: see scan_run */
    end_run(scanner, kind, 1);
}

/* The kind of span that a tag byte begins, KIND_COUNT for other fields. */
static uint32_t kind_of_tag(uint8_t tag) {
    switch (tag) {
    case LAYER_FEATURES << 3 | TW_WIRE_BYTES:
        return KIND_FEATURE;
    case LAYER_KEYS << 3 | TW_WIRE_BYTES:
        return KIND_KEY;
    case LAYER_VALUES << 3 | TW_WIRE_BYTES:
        return KIND_VALUE;
    default:
        return KIND_COUNT;
    }
}

/* Takes the run of fields of one kind at message->at whose tag has one byte and whose length one or two, which is
 * nearly all of a tile. Stops at anything else. */
static void scan_run(tw_scanner *scanner, tw_message *message, uint32_t kind) {
    tw_tile *tile = scanner->tile;
    const uint8_t *tile_start = tile->bytes;
    const uint8_t *at = message->at;
    const uint8_t *end = message->end;
    uint8_t tag = at[0]; /* in bounds: the caller has seen the kind there */
    uint32_t mark = kind << KIND_SHIFT;
    /* In bounds: the table has an entry for every two bytes of the tile, and a span's field takes two at least. */
    uint32_t *first = tile->spans + tile->span_count;
    uint32_t *next = first;
    while (end - at >= 3 && at[0] == tag) {
        /* With a branch: where the next field begins hangs on this length, and a guess of it is mostly right. */
        uint32_t length = at[1];
        const uint8_t *payload = at + 2;
        if (length >= 0x80) {
            if (at[2] >= 0x80) break;
            length = (length & 0x7F) | (uint32_t)at[2] << 7;
            payload = at + 3;
        }
        if (length > (uint64_t)(end - payload)) break;
        *next++ = (uint32_t)(at + 1 - tile_start) | mark;
        at = payload + length;
    }
    message->at = at;
    end_run(scanner, kind, (uint32_t)(next - first));
}

/* Takes runs of features, keys and values in their common form. */
static void scan_spans(tw_scanner *scanner, tw_message *message) {
    while (message->end - message->at >= 3) {
        const uint8_t *before = message->at;
        uint32_t kind = kind_of_tag(*before);
        if (kind == KIND_COUNT) return;
        scan_run(scanner, message, kind);
        if (message->at == before) return;
    }
}

/* Where the length of a length-delimited field stands: behind its tag. */
static const uint8_t *length_position(const tw_field *field) {
    const uint8_t *at = field->start;
    while (*at >= 0x80)
        at++; /* in bounds: tw_next_field has read this tag to its end */
    return at + 1;
}

static void take_name(tw_scanner *scanner, tw_layer *layer, const tw_field *field) {
    layer->name_offset = (uint32_t)(field->bytes - scanner->tile->bytes);
    layer->name_length = field->length;
    layer->has_name = true;
}

static void take_field(tw_scanner *scanner, tw_layer *layer, const tw_field *field) {
    if (field->wire_type == TW_WIRE_BYTES) {
        switch (field->number) {
        case LAYER_NAME:
            take_name(scanner, layer, field);
            break;
        case LAYER_FEATURES:
            add_span(scanner, KIND_FEATURE, length_position(field));
            break;
        case LAYER_KEYS:
            add_span(scanner, KIND_KEY, length_position(field));
            break;
        case LAYER_VALUES:
            add_span(scanner, KIND_VALUE, length_position(field));
            break;
        default:
            break;
        }
    }
    if (field->wire_type != TW_WIRE_VARINT) return;
    if (field->number == LAYER_EXTENT) layer->extent = (uint32_t)field->value;
    if (field->number == LAYER_VERSION) {
        layer->version = (uint32_t)field->value;
        layer->has_version = true;
    }
}

/* Parts the layer's spans into features, keys, values, each in the order of the wire. False when memory is at its end.
 */
static bool part_spans(tw_scanner *scanner, uint32_t first) {
    tw_tile *tile = scanner->tile;
    uint32_t count = tile->span_count - first;
    uint32_t *spans = tile->spans + first;
    uint32_t *copy = (uint32_t *)(void *)tw_arena_top();
    if (!copy || !tw_arena_require((const uint8_t *)copy, (uint64_t)count * sizeof *copy)) return false;
    memcpy(copy, spans, (uint64_t)count * sizeof *copy);
    uint32_t next[KIND_COUNT] = {0, scanner->counts[KIND_FEATURE],
                                 scanner->counts[KIND_FEATURE] + scanner->counts[KIND_KEY]};
    for (uint32_t i = 0; i < count; i++)
        spans[next[copy[i] >> KIND_SHIFT]++] = copy[i] & OFFSET_MASK;
    return true;
}

/* The spans come in one run of each kind at most: takes the kinds out where they stand. */
static void strip_kinds(tw_scanner *scanner, tw_layer *layer, uint32_t first) {
    uint32_t *spans = scanner->tile->spans;
    uint32_t *firsts[KIND_COUNT] = {&layer->first_feature, &layer->first_key, &layer->first_value};
    uint32_t at = first;
    while (at < scanner->tile->span_count) {
        uint32_t kind = spans[at] >> KIND_SHIFT;
        *firsts[kind] = at;
        uint32_t end = at + scanner->counts[kind];
        for (; at < end; at++)
            spans[at] &= OFFSET_MASK;
    }
}

static bool order_spans(tw_scanner *scanner, tw_layer *layer, uint32_t first) {
    layer->feature_count = scanner->counts[KIND_FEATURE];
    layer->key_count = scanner->counts[KIND_KEY];
    layer->value_count = scanner->counts[KIND_VALUE];
    layer->first_feature = first;
    layer->first_key = first + layer->feature_count;
    layer->first_value = layer->first_key + layer->key_count;
    uint32_t kinds = (layer->feature_count > 0) + (layer->key_count > 0) + (layer->value_count > 0);
    if (scanner->runs > kinds) return part_spans(scanner, first);
    strip_kinds(scanner, layer, first);
    return true;
}

static bool wanted(const tw_scanner *scanner, const tw_layer *layer) {
    if (!scanner->request) return true;
    uint32_t number = (uint32_t)(layer - scanner->tile->layers);
    return tw_request_options(scanner->request, number, scanner->tile->bytes + layer->name_offset,
                              layer->name_length) != NULL;
}

static void leave_out(tw_scanner *scanner, tw_layer *layer, uint32_t first) {
    layer->left_out = true;
    scanner->tile->span_count = first;
}

static bool scan_layer(tw_scanner *scanner, tw_layer *layer, const tw_field *field, tw_fault *fault) {
    tw_tile *tile = scanner->tile;
    *layer = (tw_layer){
        .offset = (uint32_t)(field->start - tile->bytes), .extent = 4096, .version = 1, .length = field->length};
    memset(scanner->counts, 0, sizeof scanner->counts);
    scanner->runs = 0;
    scanner->last_kind = KIND_COUNT;
    uint32_t first = tile->span_count;

    tw_message message = tw_message_of(field->bytes, field->length);
    tw_field inner;
    scan_spans(scanner, &message);
    while (tw_next_field(&message, &inner)) {
        bool named = layer->has_name;
        take_field(scanner, layer, &inner);
        if (layer->has_name && !named && !wanted(scanner, layer)) {
            leave_out(scanner, layer, first);
            return true;
        }
        scan_spans(scanner, &message);
    }
    if (!wanted(scanner, layer)) {
        leave_out(scanner, layer, first);
        return true;
    }
    if (message.status != TW_OK) {
        *fault = (tw_fault){message.status, (uint32_t)(message.fault - tile->bytes), (uint32_t)(layer - tile->layers),
                            TW_NONE};
        return false;
    }
    if (order_spans(scanner, layer, first)) return true;
    *fault = (tw_fault){tw_arena_status(), layer->offset, (uint32_t)(layer - tile->layers), TW_NONE};
    return false;
}

static bool is_layer(const tw_field *field) {
    return field->number == TILE_LAYERS && field->wire_type == TW_WIRE_BYTES;
}

/* Counts the layers and checks the fields of the tile itself. */
static bool count_layers(tw_tile *tile, tw_fault *fault) {
    tw_message message = tw_message_of(tile->bytes, tile->length);
    message.outermost = true;
    tw_field field;
    tile->layer_count = 0;
    while (tw_next_field(&message, &field))
        tile->layer_count += is_layer(&field);
    if (message.status == TW_OK) return true;
    *fault = (tw_fault){message.status, (uint32_t)(message.fault - tile->bytes), TW_NONE, TW_NONE};
    return false;
}

static bool take_tables(tw_tile *tile, tw_fault *fault) {
    tile->layers = tw_arena_take((uint64_t)tile->layer_count * sizeof *tile->layers);
    tile->spans = tile->layers ? tw_arena_take((tile->length / 2 + 1) * (uint64_t)sizeof *tile->spans) : NULL;
    tile->span_count = 0;
    if (tile->spans) return true;
    *fault = (tw_fault){tw_arena_status(), 0, TW_NONE, TW_NONE};
    return false;
}

/* Order of two layers by name: by length, then by bytes. */
static int compare_names(const tw_tile *tile, uint32_t a, uint32_t b) {
    const tw_layer *first = &tile->layers[a];
    const tw_layer *second = &tile->layers[b];
    if (first->name_length != second->name_length) return first->name_length < second->name_length ? -1 : 1;
    return memcmp(tile->bytes + first->name_offset, tile->bytes + second->name_offset, first->name_length);
}

/* Merges the sorted runs from[start, middle) and from[middle, end) into `to`. Stable. */
static void merge_runs(const tw_tile *tile, const uint32_t *from, uint32_t *to, uint32_t start, uint32_t middle,
                       uint32_t end) {
    uint32_t left = start;
    uint32_t right = middle;
    for (uint32_t i = start; i < end; i++) {
        bool take_left = left < middle && (right == end || compare_names(tile, from[left], from[right]) <= 0);
        to[i] = from[take_left ? left++ : right++];
    }
}

/* Layer numbers sorted by name, equal names by number, in one of two tables of layer_count entries. A sort, since a
 * hash table would grow quadratic under names made to collide. */
static const uint32_t *sort_by_name(const tw_tile *tile, uint32_t *order, uint32_t *other) {
    uint32_t count = tile->layer_count;
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t start = 0; start < count; start += 2 * width) {
            uint32_t middle = start + width < count ? start + width : count;
            uint32_t end = middle + width < count ? middle + width : count;
            merge_runs(tile, order, other, start, middle, end);
        }
        uint32_t *sorted = other;
        other = order;
        order = sorted;
    }
    return order;
}

/* Marks layers whose name an earlier one has. Work memory: above the arena's top. */
static bool find_duplicate_names(tw_tile *tile, tw_fault *fault) {
    uint32_t count = tile->layer_count;
    uint32_t *work = (uint32_t *)(void *)tw_arena_top();
    if (!tw_arena_require(tw_arena_top(), 2 * (uint64_t)count * sizeof *work)) {
        *fault = (tw_fault){tw_arena_status(), 0, TW_NONE, TW_NONE};
        return false;
    }
    const uint32_t *order = sort_by_name(tile, work, work + count);
    for (uint32_t i = 1; i < count; i++) {
        tw_layer *layer = &tile->layers[order[i]];
        layer->duplicate_name = layer->has_name && compare_names(tile, order[i - 1], order[i]) == 0;
    }
    return true;
}

static bool scan_layers(tw_scanner *scanner, tw_fault *fault) {
    tw_tile *tile = scanner->tile;
    tw_message message = tw_message_of(tile->bytes, tile->length);
    tw_field field;
    tw_layer *layer = tile->layers;
    while (tw_next_field(&message, &field)) {
        if (!is_layer(&field)) continue;
        if (!scan_layer(scanner, layer++, &field, fault)) return false;
    }
    return true;
}

bool tw_scan(tw_tile *tile, const tw_request_t *request, tw_fault *fault) {
    tw_scanner scanner = {.tile = tile, .request = request};
    bool whole = count_layers(tile, fault);
    if (tile->length > 0 && (!whole || tile->layer_count == 0)) {
        tw_status other = tw_sniff(tile->bytes, tile->length);
        if (other != TW_OK) {
            *fault = (tw_fault){other, 0, TW_NONE, TW_NONE};
            return false;
        }
    }
    if (!whole || !take_tables(tile, fault) || !scan_layers(&scanner, fault)) return false;
    tw_arena_set_top((uint8_t *)(tile->spans + tile->span_count));
    return find_duplicate_names(tile, fault);
}

tw_span tw_long_span_at(const tw_tile *tile, uint32_t number) {
    const uint8_t *at = tile->bytes + tile->spans[number];
    uint32_t length = 0;
    /* In bounds: the scan has read this varint to its end. */
    for (unsigned shift = 0;; shift += 7) {
        uint8_t byte = *at++;
        if (shift < 32) length |= (uint32_t)(byte & 0x7F) << shift;
        if (byte < 0x80) return (tw_span){at, length};
    }
}
