/* One pass over a tile into a table of spans. See scan.h. */
#include "scan.h"

#include <stddef.h>

#include "../base/arena.h"
#include "../varint/varint.h"
#include "../wire/field.h"

/* Field numbers of vector_tile.proto. */
enum { TILE_LAYERS = 3 };
enum { LAYER_NAME = 1, LAYER_FEATURES = 2, LAYER_KEYS = 3, LAYER_VALUES = 4, LAYER_EXTENT = 5, LAYER_VERSION = 15 };

/* Kinds of spans, kept in the top two bits of the entries of a layer whose kinds do not come in one run each. */
enum { KIND_FEATURE = 0, KIND_KEY = 1, KIND_VALUE = 2, KIND_COUNT = 3 };

_Static_assert(LAYER_KEYS == LAYER_FEATURES + KIND_KEY && LAYER_VALUES == LAYER_FEATURES + KIND_VALUE,
               "a kind is the number of its field, counted from the features'");

#define KIND_SHIFT 30
#define OFFSET_MASK (TW_MAX_TILE_LENGTH - 1)

typedef struct {
    tw_tile *tile;
    const tw_request_t *request; /* NULL: every layer */
    /* Of the layer in hand. */
    uint32_t counts[KIND_COUNT];
    uint32_t firsts[KIND_COUNT]; /* where each kind's first run begins in the table */
    uint32_t last_kind;
    bool mixed; /* a kind came in a second run: entries say their kinds */
} tw_scanner;

/* Gives the entries of the layer so far, one run of each kind at most, their kinds. */
static void mark_kinds(tw_scanner *scanner) {
    for (uint32_t kind = 0; kind < KIND_COUNT; kind++) {
        uint32_t *spans = scanner->tile->spans + scanner->firsts[kind];
        for (uint32_t i = 0; i < scanner->counts[kind]; i++)
            spans[i] |= kind << KIND_SHIFT;
    }
    scanner->mixed = true;
}

/* Begins a run of spans of one kind. Returns what its entries are marked with. */
static uint32_t begin_run(tw_scanner *scanner, uint32_t kind) {
    bool is_first = scanner->counts[kind] == 0;
    if (is_first) scanner->firsts[kind] = scanner->tile->span_count;
    if (!is_first && kind != scanner->last_kind && !scanner->mixed) mark_kinds(scanner);
    return scanner->mixed ? kind << KIND_SHIFT : 0;
}

/* Counts `count` spans of a kind that have been added to the table one behind the other. */
static void end_run(tw_scanner *scanner, uint32_t kind, uint32_t count) {
    if (count == 0) return;
    scanner->tile->span_count += count;
    scanner->counts[kind] += count;
    scanner->last_kind = kind;
}

static void add_span(tw_scanner *scanner, uint32_t kind, const uint8_t *at) {
    tw_tile *tile = scanner->tile;
    uint32_t mark = begin_run(scanner, kind);
    tile->spans[tile->span_count] = (uint32_t)(at - tile->bytes) | mark; /* in bounds: see scan_run */
    end_run(scanner, kind, 1);
}

/* The kind of span that a field of a layer is, KIND_COUNT for other fields. */
static inline uint32_t kind_of_field(uint32_t number) {
    uint32_t kind = number - LAYER_FEATURES;
    return kind < KIND_COUNT ? kind : KIND_COUNT;
}

/* The same by a tag of one byte. */
static inline uint32_t kind_of_tag(uint8_t tag) {
    return (tag & 7) == TW_WIRE_BYTES ? kind_of_field(tag >> 3) : KIND_COUNT;
}

/* Takes the field whose tag of one byte stands at `at`. Returns the byte behind it, NULL where its length has more than
 * two bytes or leads beyond `end`, as all do at `end` itself.
 *
 * In bounds: `at` is not behind `end`, three bytes are read, and TW_PADDING bytes lie behind the tile. */
static inline const uint8_t *skip_field(const uint8_t *at, const uint8_t *end) {
    /* With a branch: where the next field begins hangs on this length, and a guess of it is mostly right. */
    uint32_t length = at[1];
    const uint8_t *payload = at + 2;
    if (length >= 0x80) {
        if (at[2] >= 0x80) return NULL;
        length = (length & 0x7F) | (uint32_t)at[2] << 7;
        payload = at + 3;
    }
    return (ptrdiff_t)length > end - payload ? NULL : payload + length;
}

/* Takes the run of fields of one kind at message->at whose tag has one byte and whose length one or two, which is
 * nearly all of a tile. Stops at anything else. */
static void scan_run(tw_scanner *scanner, tw_message *message, uint32_t kind) {
    tw_tile *tile = scanner->tile;
    const uint8_t *tile_start = tile->bytes;
    const uint8_t *at = message->at;
    const uint8_t *end = message->end;
    uint8_t tag = at[0]; /* in bounds here and below: see skip_field */
    uint32_t mark = begin_run(scanner, kind);
    /* In bounds: the table has an entry for every two bytes of the tile, and a span's field takes two at least. */
    uint32_t *first = tile->spans + tile->span_count;
    uint32_t *next = first;
    while (at[0] == tag) {
        const uint8_t *behind = skip_field(at, end);
        if (!behind) break;
        *next++ = (uint32_t)(at + 1 - tile_start) | mark;
        at = behind;
    }
    message->at = at;
    end_run(scanner, kind, (uint32_t)(next - first));
}

/* The same for the rest of a layer whose kinds come in turn: runs of two or three, of which a processor could not guess
 * the ends. */
static void scan_mixed(tw_scanner *scanner, tw_message *message) {
    tw_tile *tile = scanner->tile;
    const uint8_t *tile_start = tile->bytes;
    const uint8_t *at = message->at;
    const uint8_t *end = message->end;
    uint32_t counts[KIND_COUNT] = {0, 0, 0};
    uint32_t *first = tile->spans + tile->span_count; /* in bounds: see scan_run */
    uint32_t *next = first;
    for (;;) {
        uint32_t kind = kind_of_tag(at[0]);
        const uint8_t *behind = kind < KIND_COUNT ? skip_field(at, end) : NULL;
        if (!behind) break;
        *next++ = (uint32_t)(at + 1 - tile_start) | kind << KIND_SHIFT;
        counts[kind]++;
        at = behind;
    }
    message->at = at;
    tile->span_count += (uint32_t)(next - first);
    for (uint32_t kind = 0; kind < KIND_COUNT; kind++)
        scanner->counts[kind] += counts[kind];
}

/* Takes features, keys and values in their common form. */
static void scan_spans(tw_scanner *scanner, tw_message *message) {
    /* Not at the end, where the tag of the next layer looks like a key's and would begin a run. */
    while (!scanner->mixed && message->end - message->at >= 3) {
        const uint8_t *before = message->at;
        uint32_t kind = kind_of_tag(*before);
        if (kind == KIND_COUNT) return;
        scan_run(scanner, message, kind);
        if (message->at == before) return;
    }
    if (scanner->mixed) scan_mixed(scanner, message);
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
        uint32_t kind = kind_of_field(field->number);
        if (field->number == LAYER_NAME) take_name(scanner, layer, field);
        if (kind < KIND_COUNT) add_span(scanner, kind, length_position(field));
    }
    if (field->wire_type != TW_WIRE_VARINT) return;
    if (field->number == LAYER_EXTENT) layer->extent = (uint32_t)field->value;
    if (field->number == LAYER_VERSION) {
        layer->version = (uint32_t)field->value;
        layer->has_version = true;
    }
}

/* Parts `count` entries, each with the bits of the mask: those of the kind go to `inside`, the others to `outside`, in
 * their order. Without a branch, since kinds come in turn. `inside` may be `from`. */
static void part(const uint32_t *from, uint32_t count, uint32_t kind, uint32_t *inside, uint32_t *outside,
                 uint32_t mask) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t entry = from[i];
        uint32_t is_inside = entry >> KIND_SHIFT == kind;
        *(is_inside ? inside : outside) = entry & mask;
        inside += is_inside;
        outside += 1 - is_inside;
    }
}

/* Parts the layer's spans into features, keys, values, each in the order of the wire. False when memory is at its end.
 */
static bool part_spans(tw_scanner *scanner, uint32_t first) {
    tw_tile *tile = scanner->tile;
    uint32_t *features = tile->spans + first;
    uint32_t *keys = features + scanner->counts[KIND_FEATURE];
    uint32_t count = tile->span_count - first;
    uint32_t rest_count = scanner->counts[KIND_KEY] + scanner->counts[KIND_VALUE];
    uint32_t *rest = (uint32_t *)(void *)tw_arena_top();
    if (!rest || !tw_arena_require((const uint8_t *)rest, (uint64_t)rest_count * sizeof *rest)) return false;
    part(features, count, KIND_FEATURE, features, rest, ~0u);
    part(rest, rest_count, KIND_KEY, keys, keys + scanner->counts[KIND_KEY], OFFSET_MASK);
    return true;
}

static bool order_spans(tw_scanner *scanner, tw_layer *layer, uint32_t first) {
    layer->feature_count = scanner->counts[KIND_FEATURE];
    layer->key_count = scanner->counts[KIND_KEY];
    layer->value_count = scanner->counts[KIND_VALUE];
    layer->first_feature = scanner->firsts[KIND_FEATURE];
    layer->first_key = scanner->firsts[KIND_KEY];
    layer->first_value = scanner->firsts[KIND_VALUE];
    if (!scanner->mixed) return true;
    layer->first_feature = first;
    layer->first_key = first + layer->feature_count;
    layer->first_value = layer->first_key + layer->key_count;
    return part_spans(scanner, first);
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
    uint32_t first = tile->span_count;
    for (uint32_t kind = 0; kind < KIND_COUNT; kind++) {
        scanner->counts[kind] = 0;
        scanner->firsts[kind] = first;
    }
    scanner->last_kind = KIND_COUNT;
    scanner->mixed = false;

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
    return tw_mark_duplicate_names(tile, fault);
}

tw_span tw_long_span(const uint8_t *at) {
    uint32_t length = 0;
    /* In bounds: the scan has read this varint to its end. */
    for (unsigned shift = 0;; shift += 7) {
        uint8_t byte = *at++;
        if (shift < 32) length |= (uint32_t)(byte & 0x7F) << shift;
        if (byte < 0x80) return (tw_span){at, length};
    }
}
