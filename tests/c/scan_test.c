/* The scan of a tile: fields in any order and any form, spans parted, names and duplicates, layers left out, faults
 * with their layer, and what each number of the record comes from. MVT 4.1. */
#include "block_check.h"
#include "blocks.h"
#include "test.h"

/* ---- the pieces of one layer, to be put together in any order ------------------------------------------------ */

enum { PIECES = 9 };

/* The piece of a number; features, keys and values keep their own order, whatever comes between them. */
static void put_piece(message *layer, int piece) {
    message inner = message_over((uint8_t[256]){0}, 256);
    switch (piece) {
    case 0:
    case 1:
    case 2:
        put_varint_field(&inner, FEATURE_ID, 10 + (uint64_t)piece);
        put_varint_field(&inner, FEATURE_TYPE, POINT);
        PUT_PACKED(&inner, FEATURE_TAGS, (uint32_t)piece % 2, (uint32_t)piece);
        PUT_PACKED(&inner, FEATURE_GEOMETRY, MOVE_TO(1), ZIGZAG(piece), ZIGZAG(-piece));
        put_message(layer, LAYER_FEATURES, &inner);
        break;
    case 3:
        put_string(layer, LAYER_KEYS, "first");
        break;
    case 4:
        put_string(layer, LAYER_KEYS, "second");
        break;
    case 5:
    case 6:
    case 7:
        put_varint_field(&inner, VALUE_UINT, (uint64_t)piece);
        put_message(layer, LAYER_VALUES, &inner);
        break;
    default:
        put_layer_head(layer, "layer");
        put_varint_field(layer, LAYER_EXTENT, 512);
        break;
    }
}

static uint32_t random_state = 2463534242u;

static uint32_t random_below(uint32_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state % limit;
}

/* An order in which the pieces of a kind stand as they are numbered. */
static void shuffle(int *order) {
    static const int first_of_kind[] = {0, 3, 5, 8, PIECES};
    int next[] = {0, 3, 5, 8};
    for (int i = 0; i < PIECES;) {
        uint32_t kind = random_below(4);
        if (next[kind] < first_of_kind[kind + 1]) order[i++] = next[kind]++;
    }
}

static message tile_in_order(const int *order) {
    message_reset();
    message layer = message_new();
    message tile = message_new();
    for (int i = 0; i < PIECES; i++)
        put_piece(&layer, order[i]);
    put_message(&tile, TILE_LAYERS, &layer);
    return tile;
}

static void order_of_fields_does_not_matter(void) {
    int order[PIECES] = {8, 0, 1, 2, 3, 4, 5, 6, 7};
    message tile = tile_in_order(order);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    CHECK(!block_fault(tw_result()->block, tw_result()->block_length));
    uint32_t length = tw_result()->block_length;
    const uint8_t *expected = test_bytes(tw_result()->block, length, 0);
    const tw_layer_record *layer = layer_at(0);
    CHECK_EQUAL(layer->extent, 512);
    CHECK_COLUMN(layer, TW_COLUMN_FEATURE_IDS, 0, 10, 11, 12);
    CHECK_COLUMN(layer, TW_COLUMN_TAG_PAIRS, 0, 0, 0, 1, 1, 0, 2);
    CHECK_COLUMN(layer, TW_COLUMN_VALUE_NUMBERS, 0, 5, 6, 7);
    for (int round = 0; round < 400; round++) {
        shuffle(order);
        tile = tile_in_order(order);
        CHECK_EQUAL(decode_all(&tile), TW_OK);
        if (!CHECK_EQUAL(tw_result()->block_length, length)) return;
        if (!CHECK_BYTES(tw_result()->block, expected, length)) return;
    }
}

/* ---- forms --------------------------------------------------------------------------------------------------- */

static void reads_every_form_of_tag_and_length(void) {
    for (unsigned tag_length = 1; tag_length <= 10; tag_length++) {
        for (unsigned length_length = 1; length_length <= 10; length_length++) {
            message_reset();
            message layer = message_new();
            message tile = message_new();
            put_layer_head(&layer, "padded");
            for (int i = 0; i < 3; i++) {
                put_padded_varint(&layer, LAYER_KEYS << 3 | WIRE_BYTES, tag_length);
                put_padded_varint(&layer, 3, length_length);
                put_bytes(&layer, "key", 3);
            }
            put_padded_varint(&tile, TILE_LAYERS << 3 | WIRE_BYTES, tag_length);
            put_padded_varint(&tile, layer.length, length_length < 2 ? 2 : length_length);
            put_bytes(&tile, layer.bytes, layer.length);
            CHECK_EQUAL(decode_all(&tile), TW_OK);
            CHECK_EQUAL(layer_at(0)->key_count, 3);
            CHECK_BYTES(column_data(layer_at(0), TW_COLUMN_KEY_BYTES, 0), "keykeykey", 9);
        }
    }
}

static void reads_spans_of_every_length(void) {
    static char text[70000];
    memset(text, 'x', sizeof text);
    static const uint32_t lengths[] = {0, 1, 126, 127, 128, 129, 16383, 16384, 65000};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        static uint8_t memory[1 << 18];
        message layer = message_over(memory, 1 << 17);
        message tile = message_over(memory + (1 << 17), 1 << 17);
        put_bytes_field(&layer, LAYER_NAME, text, lengths[i]);
        put_string(&layer, LAYER_KEYS, "before");
        put_bytes_field(&layer, LAYER_KEYS, text, lengths[i]);
        put_message(&tile, TILE_LAYERS, &layer);
        CHECK_EQUAL(decode_all(&tile), TW_OK);
        CHECK_EQUAL(layer_at(0)->name_length, lengths[i]);
        CHECK_COLUMN(layer_at(0), TW_COLUMN_KEY_OFFSETS, 0, 0, 6, 6 + (int32_t)lengths[i]);
    }
}

static void last_scalar_wins(void) {
    message_reset();
    message layer = message_new();
    message tile = message_new();
    put_varint_field(&layer, LAYER_VERSION, 1);
    put_string(&layer, LAYER_NAME, "first");
    put_varint_field(&layer, LAYER_EXTENT, 256);
    put_string(&layer, LAYER_NAME, "last");
    put_varint_field(&layer, LAYER_EXTENT, (uint64_t)7 << 32 | 8192); /* uint32 takes the low 32 bits */
    put_varint_field(&layer, LAYER_VERSION, 2);
    put_message(&tile, TILE_LAYERS, &layer);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    const tw_layer_record *record = layer_at(0);
    CHECK_EQUAL(record->extent, 8192);
    CHECK_EQUAL(record->version, 2);
    CHECK_EQUAL(record->name_length, 4);
    CHECK_BYTES(tw_result()->block + record->name_offset, "last", 4);
    CHECK_EQUAL(problem_count(), 0);
}

static void known_fields_of_another_wire_type_are_unknown(void) {
    message_reset();
    message layer = message_new();
    message tile = message_new();
    put_layer_head(&layer, "layer");
    put_varint_field(&layer, LAYER_NAME, 1);
    put_varint_field(&layer, LAYER_FEATURES, 1);
    put_float(&layer, LAYER_KEYS, 1);
    put_double(&layer, LAYER_VALUES, 1);
    put_string(&layer, LAYER_EXTENT, "512");
    put_float(&layer, LAYER_VERSION, 1);
    put_varint_field(&tile, TILE_LAYERS, 1);
    put_double(&tile, TILE_LAYERS, 1);
    put_message(&tile, TILE_LAYERS, &layer);
    put_string(&tile, 4, "not a layer");
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    CHECK_EQUAL(block_header()->layer_count, 1);
    const tw_layer_record *record = layer_at(0);
    CHECK_EQUAL(record->name_length, 5);
    CHECK_EQUAL(record->length, 0);
    CHECK_EQUAL(record->key_count, 0);
    CHECK_EQUAL(record->value_count, 0);
    CHECK_EQUAL(record->extent, 4096);
    CHECK_EQUAL(record->version, 2);
}

static void skips_unknown_fields_and_groups(void) {
    message_reset();
    message layer = message_new();
    message tile = message_new();
    put_string(&layer, 6, "unknown");
    put_tag(&layer, 7, WIRE_GROUP);
    put_string(&layer, LAYER_KEYS, "in a group");
    put_tag(&layer, 7, WIRE_GROUP_END);
    put_string(&layer, LAYER_KEYS, "a");
    put_varint_field(&layer, 100000, 5);
    put_string(&layer, LAYER_KEYS, "b");
    put_layer_head(&layer, "layer");
    put_tag(&tile, 9, WIRE_GROUP);
    put_message(&tile, TILE_LAYERS, &layer);
    put_tag(&tile, 9, WIRE_GROUP_END);
    put_message(&tile, TILE_LAYERS, &layer);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    CHECK_EQUAL(block_header()->layer_count, 1);
    CHECK_EQUAL(layer_at(0)->key_count, 2);
    CHECK_BYTES(column_data(layer_at(0), TW_COLUMN_KEY_BYTES, 0), "ab", 2);
}

static void missing_scalars_have_their_defaults(void) {
    message_reset();
    message layer = message_new();
    message tile = message_new();
    put_message(&tile, TILE_LAYERS, &layer);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    const tw_layer_record *record = layer_at(0);
    CHECK_EQUAL(record->extent, 4096);
    CHECK_EQUAL(record->version, 1);
    CHECK_EQUAL(record->name_length, 0);
    CHECK_EQUAL(problem_count(), 2);
    CHECK_EQUAL(problem_code(0), TW_LAYER_NO_NAME);
    CHECK_EQUAL(problem_code(1), TW_LAYER_VERSION);
    CHECK_EQUAL(problem_at(0)->layer, 0);
    CHECK_EQUAL(problem_at(0)->feature, TW_NONE);
    CHECK(!block_fault(tw_result()->block, tw_result()->block_length));
}

static void an_empty_tile_has_no_layers(void) {
    message_reset();
    message tile = message_new();
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    CHECK_EQUAL(block_header()->layer_count, 0);
    CHECK(!block_fault(tw_result()->block, tw_result()->block_length));
    put_varint_field(&tile, 1, 1);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    CHECK_EQUAL(block_header()->layer_count, 0);
}

/* ---- several layers ------------------------------------------------------------------------------------------ */

static void put_named_layer(message *tile, const char *name) {
    uint8_t memory[128];
    message layer = message_over(memory, sizeof memory);
    if (name) put_layer_head(&layer, name);
    if (!name) put_varint_field(&layer, LAYER_VERSION, 2);
    put_message(tile, TILE_LAYERS, &layer);
}

/* Names that differ in length or in one byte only, among many; each second one twice. */
static void finds_duplicate_names(void) {
    message_reset();
    message tile = message_new();
    bool duplicate[300];
    uint32_t count = 0;
    for (uint32_t i = 0; i < 100; i++) {
        char name[16];
        snprintf(name, sizeof name, "%.*s%u", (int)(i % 4), "aaaa", (unsigned)(i * 7919 % 100));
        put_named_layer(&tile, name);
        duplicate[count++] = false;
        if (i % 2 == 0) continue;
        put_named_layer(&tile, name);
        duplicate[count++] = true;
    }
    for (uint32_t i = 0; i < 50; i++) {
        put_named_layer(&tile, "zz");
        duplicate[count++] = i > 0;
    }
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    CHECK_EQUAL(block_header()->layer_count, count);
    uint32_t problem = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!duplicate[i]) continue;
        CHECK_EQUAL(problem_code(problem), TW_LAYER_DUPLICATE_NAME);
        CHECK_EQUAL(problem_at(problem)->layer, i);
        problem++;
    }
    CHECK_EQUAL(problem_count(), problem);
}

static void layers_without_a_name_are_not_duplicates(void) {
    message_reset();
    message tile = message_new();
    put_named_layer(&tile, NULL);
    put_named_layer(&tile, NULL);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    CHECK_EQUAL(problem_count(), 2);
    CHECK_EQUAL(problem_code(0), TW_LAYER_NO_NAME);
    CHECK_EQUAL(problem_code(1), TW_LAYER_NO_NAME);
}

static void concatenated_tiles_have_all_layers(void) {
    message_reset();
    message tile = message_new();
    for (int i = 0; i < 3; i++)
        put_named_layer(&tile, "a");
    put_named_layer(&tile, "b");
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    CHECK_EQUAL(block_header()->layer_count, 4);
    for (uint32_t i = 0; i < 4; i++)
        CHECK_EQUAL(layer_at(i)->index, i);
}

/* ---- layers left out ----------------------------------------------------------------------------------------- */

static tw_status decode_layer_named(const message *tile, const char *name) {
    tw_options options = options_for(TW_I32);
    test_request request = request_for_layers();
    uint32_t selector = add_selector(&request, 0, 0, &options);
    name_selector(&request, selector, name);
    return decode(tile, &request);
}

/* A layer whose feature has a field of a bad wire type, with the name at its start or at its end. */
static void put_faulty_layer(message *tile, const char *name, bool name_first) {
    uint8_t memory[128];
    message layer = message_over(memory, sizeof memory);
    if (name_first) put_layer_head(&layer, name);
    put_string(&layer, LAYER_KEYS, "key");
    put_bytes(&layer, "\x0F", 1); /* wire type 7 */
    if (!name_first) put_layer_head(&layer, name);
    put_message(tile, TILE_LAYERS, &layer);
}

static void layers_left_out_are_not_looked_into(void) {
    message_reset();
    message tile = message_new();
    put_faulty_layer(&tile, "faulty", true);
    put_named_layer(&tile, "wanted");
    CHECK_EQUAL(decode_layer_named(&tile, "wanted"), TW_OK);
    CHECK_EQUAL(block_header()->layer_count, 1);
    CHECK_EQUAL(layer_at(0)->index, 1);
    CHECK_EQUAL(decode_layer_named(&tile, "faulty"), TW_BAD_WIRE_TYPE);
    CHECK_EQUAL(tw_result()->error_layer, 0);
    CHECK_EQUAL(decode_all(&tile), TW_BAD_WIRE_TYPE);
    CHECK_EQUAL(decode_layer_named(&tile, "neither"), TW_OK);
    CHECK_EQUAL(block_header()->layer_count, 0);
}

/* Where the fault comes before any name, the layer is not known to be wanted. */
static void a_fault_before_the_name_is_not_seen(void) {
    message_reset();
    message tile = message_new();
    put_faulty_layer(&tile, "faulty", false);
    put_named_layer(&tile, "wanted");
    CHECK_EQUAL(decode_layer_named(&tile, "wanted"), TW_OK);
    CHECK_EQUAL(block_header()->layer_count, 1);
}

/* Spans that were taken before the name was met are given up. */
static void a_name_behind_the_features_leaves_out_too(void) {
    message_reset();
    message tile = message_new();
    message layer = message_new();
    for (int i = 0; i < 20; i++)
        put_string(&layer, LAYER_KEYS, "key");
    put_layer_head(&layer, "late");
    put_message(&tile, TILE_LAYERS, &layer);
    layer.length = 0;
    put_string(&layer, LAYER_KEYS, "a");
    put_layer_head(&layer, "wanted");
    put_message(&tile, TILE_LAYERS, &layer);
    CHECK_EQUAL(decode_layer_named(&tile, "wanted"), TW_OK);
    CHECK_EQUAL(block_header()->layer_count, 1);
    CHECK_EQUAL(layer_at(0)->key_count, 1);
    CHECK_BYTES(column_data(layer_at(0), TW_COLUMN_KEY_BYTES, 0), "a", 1);
    CHECK_EQUAL(decode_layer_named(&tile, "late"), TW_OK);
    CHECK_EQUAL(layer_at(0)->key_count, 20);
}

static void layers_are_chosen_by_number(void) {
    message_reset();
    message tile = message_new();
    put_named_layer(&tile, "a");
    put_named_layer(&tile, "a");
    put_named_layer(&tile, NULL);
    tw_options options = options_for(TW_I32);
    test_request request = request_for_layers();
    add_numbered_layer(&request, 2, &options);
    add_numbered_layer(&request, 1, &options);
    add_numbered_layer(&request, 99, &options);
    CHECK_EQUAL(decode(&tile, &request), TW_OK);
    CHECK_EQUAL(block_header()->layer_count, 2);
    CHECK_EQUAL(layer_at(0)->index, 1);
    CHECK_EQUAL(layer_at(1)->index, 2);
    CHECK_EQUAL(problem_count(), 2);
    CHECK_EQUAL(problem_code(0), TW_LAYER_DUPLICATE_NAME);
    CHECK_EQUAL(problem_code(1), TW_LAYER_NO_NAME);
}

/* ---- faults -------------------------------------------------------------------------------------------------- */

static void faults_name_their_layer_and_byte(void) {
    message_reset();
    message tile = message_new();
    put_named_layer(&tile, "good");
    uint32_t second = tile.length;
    put_faulty_layer(&tile, "bad", true);
    CHECK_EQUAL(decode_all(&tile), TW_BAD_WIRE_TYPE);
    CHECK_EQUAL(tw_result()->error_layer, 1);
    CHECK_EQUAL(tw_result()->error_feature, TW_NONE);
    CHECK_EQUAL(tw_result()->error_offset, tile.length - 1);
    CHECK(tw_result()->error_offset > second);
    CHECK(tw_result()->block == NULL);
    CHECK_EQUAL(tw_result()->block_length, 0);
}

/* A tile of two layers, cut at every byte: only what ends between two layers is a tile. */
static void every_cut_is_found(void) {
    int order[PIECES] = {8, 0, 1, 2, 3, 4, 5, 6, 7};
    message tile = tile_in_order(order);
    uint32_t first = tile.length;
    put_named_layer(&tile, "second");
    uint32_t whole = tile.length;
    for (uint32_t length = 0; length < whole; length++) {
        tile.length = length;
        tw_status expected = length == 0 || length == first ? TW_OK : TW_TRUNCATED;
        if (!CHECK_EQUAL(decode_all(&tile), expected)) printf("cut at byte %u\n", (unsigned)length);
    }
}

/* Every cut inside a layer, where the layer's own length says that it is whole: no fault is one of the tile's end. */
static void every_cut_in_a_layer_is_found(void) {
    message_reset();
    message layer = message_new();
    for (int i = 0; i < PIECES; i++)
        put_piece(&layer, i);
    uint32_t whole = layer.length;
    uint32_t good = 0;
    for (layer.length = 0; layer.length <= whole; layer.length++) {
        message tile = message_over((uint8_t[512]){0}, 512);
        put_message(&tile, TILE_LAYERS, &layer);
        tw_status status = decode_all(&tile);
        good += status == TW_OK;
        CHECK(status == TW_OK || status == TW_TRUNCATED || status == TW_BAD_LENGTH);
        if (status != TW_OK) CHECK_EQUAL(tw_result()->error_layer, 0);
    }
    /* Between the pieces, and within the last one between its three fields. */
    CHECK_EQUAL(good, PIECES + 3);
}

int main(void) {
    RUN(order_of_fields_does_not_matter);
    RUN(reads_every_form_of_tag_and_length);
    RUN(reads_spans_of_every_length);
    RUN(last_scalar_wins);
    RUN(known_fields_of_another_wire_type_are_unknown);
    RUN(skips_unknown_fields_and_groups);
    RUN(missing_scalars_have_their_defaults);
    RUN(an_empty_tile_has_no_layers);
    RUN(finds_duplicate_names);
    RUN(layers_without_a_name_are_not_duplicates);
    RUN(concatenated_tiles_have_all_layers);
    RUN(layers_left_out_are_not_looked_into);
    RUN(a_fault_before_the_name_is_not_seen);
    RUN(a_name_behind_the_features_leaves_out_too);
    RUN(layers_are_chosen_by_number);
    RUN(faults_name_their_layer_and_byte);
    RUN(every_cut_is_found);
    RUN(every_cut_in_a_layer_is_found);
    return test_report();
}
