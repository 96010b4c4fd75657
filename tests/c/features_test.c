/* Features: id, type, and packed fields in every form of the wire; the columns of types and ids; ranges of features.
 * MVT 4.2. */
#include "block_check.h"
#include "blocks.h"
#include "test.h"

/* A tile of one layer of two keys and three values, with the features that `put` adds. */
static message tile_with(void (*put)(message *layer)) {
    message_reset();
    message layer = message_new();
    message tile = message_new();
    put_layer_head(&layer, "layer");
    put(&layer);
    put_string(&layer, LAYER_KEYS, "a");
    put_string(&layer, LAYER_KEYS, "b");
    put_string_value(&layer, "x");
    put_string_value(&layer, "y");
    put_string_value(&layer, "z");
    put_message(&tile, TILE_LAYERS, &layer);
    return tile;
}

static void put_feature(message *layer, const message *feature) {
    put_message(layer, LAYER_FEATURES, feature);
}

static void check_block(void) {
    CHECK_STRING(block_fault(tw_result()->block, tw_result()->block_length) ? "faulty" : "sound", "sound");
}

/* ---- ids and types ------------------------------------------------------------------------------------------- */

static const uint64_t ids[] = {0, 1, 127, 128, 1ull << 32, (1ull << 53) + 1, INT64_MAX, UINT64_MAX};

static void put_ids(message *layer) {
    for (uint32_t i = 0; i < 20; i++) {
        message feature = message_over((uint8_t[64]){0}, 64);
        if (i % 2 == 0) put_varint_field(&feature, FEATURE_ID, ids[i / 2 % 8]);
        put_varint_field(&feature, FEATURE_TYPE, POINT);
        PUT_PACKED(&feature, FEATURE_GEOMETRY, MOVE_TO(1), 2, 2);
        put_feature(layer, &feature);
    }
}

static void keeps_ids_of_64_bits(void) {
    message tile = tile_with(put_ids);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    check_block();
    const uint64_t *found = column_data(layer_at(0), TW_COLUMN_FEATURE_IDS, 0);
    const uint8_t *has_id = column_data(layer_at(0), TW_COLUMN_FEATURE_HAS_ID, 0);
    for (uint32_t i = 0; i < 20; i++) {
        CHECK_EQUAL(has_id[i], i % 2 == 0);
        CHECK(found[i] == (i % 2 == 0 ? ids[i / 2 % 8] : 0));
    }
}

static void put_features_without_id(message *layer) {
    for (uint32_t i = 0; i < 3; i++) {
        message feature = message_over((uint8_t[64]){0}, 64);
        put_varint_field(&feature, FEATURE_TYPE, POINT);
        PUT_PACKED(&feature, FEATURE_GEOMETRY, MOVE_TO(1), 2, 2);
        put_string(&feature, FEATURE_ID, "an id of a wrong wire type is unknown");
        put_feature(layer, &feature);
    }
}

static void has_no_ids_where_no_feature_has(void) {
    message tile = tile_with(put_features_without_id);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    check_block();
    CHECK(!column_at(layer_at(0), TW_COLUMN_FEATURE_IDS, 0));
    CHECK(!column_at(layer_at(0), TW_COLUMN_FEATURE_HAS_ID, 0));
    CHECK_EQUAL(problem_count(), 0);
}

static const uint64_t types[] = {0, 1, 2, 3, 4, 7, 255, 256 + 1, 1ull << 32 | 1, UINT64_MAX};

static void put_types(message *layer) {
    for (uint32_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        message feature = message_over((uint8_t[64]){0}, 64);
        put_varint_field(&feature, FEATURE_TYPE, types[i]);
        PUT_PACKED(&feature, FEATURE_GEOMETRY, MOVE_TO(1), 2, 2, LINE_TO(2), 2, 4, 4, 2, CLOSE_PATH);
        put_feature(layer, &feature);
    }
    message without = message_over((uint8_t[64]){0}, 64);
    PUT_PACKED(&without, FEATURE_GEOMETRY, MOVE_TO(1), 2, 2);
    put_feature(layer, &without);
}

static void knows_three_types(void) {
    message tile = tile_with(put_types);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    check_block();
    /* The low 32 bits of 2^32 + 1 are POINT. */
    CHECK_COLUMN(layer_at(0), TW_COLUMN_FEATURE_TYPES, 0, 0, 1, 2, 3, 0, 0, 0, 0, 1, 0, 0);
    static const struct {
        uint32_t feature;
        tw_status code;
    } problems[] = {
        {0, TW_GEOMETRY_UNKNOWN_TYPE}, {4, TW_GEOMETRY_TYPE}, {5, TW_GEOMETRY_TYPE},  {6, TW_GEOMETRY_TYPE},
        {7, TW_GEOMETRY_TYPE},         {9, TW_GEOMETRY_TYPE}, {10, TW_GEOMETRY_TYPE},
    };
    uint32_t found = 0;
    for (uint32_t i = 0; i < block_header()->problems_stored; i++) {
        const tw_problem *problem = problem_at(i);
        if (problem->code != TW_GEOMETRY_TYPE && problem->code != TW_GEOMETRY_UNKNOWN_TYPE) continue;
        CHECK_EQUAL(problem->feature, problems[found].feature);
        CHECK_EQUAL(problem->code, problems[found].code);
        found++;
    }
    CHECK_EQUAL(found, sizeof problems / sizeof problems[0]);
}

static void notes_no_type_where_nobody_asked_for_geometry(void) {
    message tile = tile_with(put_types);
    tw_options options = options_for(0);
    test_request request = request_for_all(&options);
    CHECK_EQUAL(decode(&tile, &request), TW_OK);
    check_block();
    CHECK_EQUAL(problem_count(), 0);
    CHECK(!column_at(layer_at(0), TW_COLUMN_BBOXES, 0));
}

/* ---- packed fields in every form ------------------------------------------------------------------------------ */

static const uint32_t tags[] = {0, 0, 1, 2, 0, 1};
static const uint32_t commands[] = {MOVE_TO(1), ZIGZAG(5), ZIGZAG(7), LINE_TO(2), ZIGZAG(300), ZIGZAG(-9000), 2, 2};
enum { TAG_COUNT = 6, COMMAND_COUNT = 8 };

/* The feature's fields, each packed field in pieces: a cut behind each number whose bit is set, pieces of one number
 * unpacked where `unpacked` has the bit. */
static void put_pieces(message *feature, uint32_t number, const uint32_t *values, uint32_t count, uint32_t cuts,
                       uint32_t unpacked) {
    uint32_t start = 0;
    for (uint32_t i = 1; i <= count; i++) {
        if (i < count && !(cuts >> i & 1)) continue;
        if (i - start == 1 && unpacked >> start & 1) {
            put_varint_field(feature, number, values[start]);
        } else {
            put_packed(feature, number, values + start, i - start);
        }
        start = i;
    }
}

static void check_line(void) {
    check_block();
    const tw_layer_record *layer = layer_at(0);
    CHECK_COLUMN(layer, TW_COLUMN_FEATURE_TYPES, 0, LINE);
    CHECK_COLUMN(layer, TW_COLUMN_TAG_PAIRS, 0, 0, 0, 1, 2, 0, 1);
    CHECK_COLUMN(layer, TW_COLUMN_POSITIONS, TW_GROUP_LINES, 5, 7, 305, -8993, 306, -8992);
    CHECK_COLUMN(layer, TW_COLUMN_BBOXES, 0, 5, -8993, 306, 7);
    CHECK_EQUAL(problem_count(), 0);
}

static void reads_packed_fields_in_every_form(void) {
    tw_options options = options_for(TW_I32);
    test_request request = request_for_all(&options);
    tw_options narrow = options_for(TW_I16);
    test_request narrow_request = request_for_all(&narrow);
    for (uint32_t cuts = 0; cuts < 256; cuts += 2) {
        for (uint32_t unpacked = 0; unpacked < 256; unpacked += 51) {
            message_reset();
            message feature = message_new();
            message layer = message_new();
            message tile = message_new();
            put_layer_head(&layer, "layer");
            if (cuts & 4) put_varint_field(&feature, FEATURE_TYPE, LINE);
            put_pieces(&feature, FEATURE_TAGS, tags, TAG_COUNT, cuts, unpacked);
            if (cuts & 8) put_string(&feature, 1000, "unknown");
            put_pieces(&feature, FEATURE_GEOMETRY, commands, COMMAND_COUNT, cuts, unpacked);
            if (!(cuts & 4)) put_varint_field(&feature, FEATURE_TYPE, LINE);
            put_feature(&layer, &feature);
            put_string(&layer, LAYER_KEYS, "a");
            put_string(&layer, LAYER_KEYS, "b");
            for (int i = 0; i < 3; i++)
                put_string_value(&layer, "v");
            put_message(&tile, TILE_LAYERS, &layer);
            CHECK_EQUAL(decode(&tile, &request), TW_OK);
            check_line();
            CHECK_EQUAL(decode(&tile, &narrow_request), TW_OK);
            check_line();
        }
    }
}

/* Tags and geometry in turns, number by number. */
static void put_mixed_feature(message *layer) {
    message feature = message_over((uint8_t[256]){0}, 256);
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        put_varint_field(&feature, FEATURE_GEOMETRY, commands[i]);
        if (i < TAG_COUNT) put_packed(&feature, FEATURE_TAGS, tags + i, 1);
        if (i == 3) put_varint_field(&feature, FEATURE_TYPE, LINE);
        if (i == 4) PUT_PACKED(&feature, 9, 1, 2, 3);
    }
    put_feature(layer, &feature);
}

static void reads_mixed_fields(void) {
    message tile = tile_with(put_mixed_feature);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    check_line();
}

/* A varint that its run cuts must not grow together with the next run's first byte. */
static void put_cut_run(message *layer) {
    message feature = message_over((uint8_t[256]){0}, 256);
    put_varint_field(&feature, FEATURE_TYPE, LINE);
    put_bytes_field(&feature, FEATURE_GEOMETRY, "\x09\x02\x02\x0A\x02\x80", 6);
    put_bytes_field(&feature, FEATURE_GEOMETRY, "\x02\x02", 2);
    put_bytes_field(&feature, FEATURE_TAGS, "\x00\x80", 2);
    put_bytes_field(&feature, FEATURE_TAGS, "\x00", 1);
    put_feature(layer, &feature);
}

static void runs_do_not_grow_together(void) {
    message tile = tile_with(put_cut_run);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    check_block();
    CHECK(!column_at(layer_at(0), TW_COLUMN_TAG_PAIRS, 0));
    CHECK(!column_at(layer_at(0), TW_COLUMN_POSITIONS, TW_GROUP_LINES));
    CHECK_EQUAL(problem_count(), 3);
    CHECK_EQUAL(problem_code(0), TW_GEOMETRY_TRUNCATED);
    CHECK_EQUAL(problem_code(1), TW_GEOMETRY_TOO_FEW_POINTS);
    CHECK_EQUAL(problem_code(2), TW_TAGS_TRUNCATED);
}

/* Empty runs between others change nothing. */
static void put_empty_runs(message *layer) {
    message feature = message_over((uint8_t[256]){0}, 256);
    put_varint_field(&feature, FEATURE_TYPE, LINE);
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        put_packed(&feature, FEATURE_GEOMETRY, NULL, 0);
        put_packed(&feature, FEATURE_GEOMETRY, commands + i, 1);
        put_packed(&feature, FEATURE_TAGS, NULL, 0);
        if (i < TAG_COUNT) put_packed(&feature, FEATURE_TAGS, tags + i, 1);
    }
    put_feature(layer, &feature);
}

static void reads_over_empty_runs(void) {
    message tile = tile_with(put_empty_runs);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    check_line();
}

static void put_padded_fields(message *layer) {
    message feature = message_over((uint8_t[256]){0}, 256);
    put_padded_varint(&feature, FEATURE_ID << 3, 4);
    put_padded_varint(&feature, 3, 10);
    put_padded_varint(&feature, FEATURE_TYPE << 3, 2);
    put_padded_varint(&feature, LINE, 3);
    put_padded_varint(&feature, FEATURE_TAGS << 3 | WIRE_BYTES, 5);
    put_padded_varint(&feature, TAG_COUNT * 10, 6);
    for (uint32_t i = 0; i < TAG_COUNT; i++)
        put_padded_varint(&feature, tags[i], 10);
    put_padded_varint(&feature, FEATURE_GEOMETRY << 3 | WIRE_BYTES, 7);
    put_padded_varint(&feature, COMMAND_COUNT * 5, 3);
    for (uint32_t i = 0; i < COMMAND_COUNT; i++)
        put_padded_varint(&feature, commands[i], 5);
    put_feature(layer, &feature);
}

static void reads_padded_fields(void) {
    message tile = tile_with(put_padded_fields);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    check_line();
    CHECK_COLUMN(layer_at(0), TW_COLUMN_FEATURE_IDS, 0, 3);
}

static void put_repeated_scalars(message *layer) {
    message feature = message_over((uint8_t[256]){0}, 256);
    put_varint_field(&feature, FEATURE_ID, 1);
    put_varint_field(&feature, FEATURE_TYPE, POLYGON);
    put_pieces(&feature, FEATURE_TAGS, tags, TAG_COUNT, 0, 0);
    put_pieces(&feature, FEATURE_GEOMETRY, commands, COMMAND_COUNT, 0, 0);
    put_varint_field(&feature, FEATURE_ID, 2);
    put_varint_field(&feature, FEATURE_TYPE, LINE);
    put_feature(layer, &feature);
}

static void last_of_a_scalar_wins(void) {
    message tile = tile_with(put_repeated_scalars);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    check_line();
    CHECK_COLUMN(layer_at(0), TW_COLUMN_FEATURE_IDS, 0, 2);
}

/* ---- faults -------------------------------------------------------------------------------------------------- */

static const struct {
    const char *bytes;
    uint32_t length;
    tw_status status;
    uint32_t offset; /* of the fault in the feature */
} faulty_features[] = {
    {"\x18\x02\x22\x7F\x09", 5, TW_BAD_LENGTH, 3},
    {"\x18\x02\x22", 3, TW_TRUNCATED, 3},
    {"\x18\x02\x08\xFF", 4, TW_TRUNCATED, 3},
    {"\x18", 1, TW_TRUNCATED, 1},
    {"\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01", 12, TW_BAD_VARINT, 1},
    {"\x18\x01\x02\x00", 4, TW_BAD_FIELD_NUMBER, 2},
    {"\x18\x01\x0E", 3, TW_BAD_WIRE_TYPE, 2},
    {"\x18\x01\x0C", 3, TW_BAD_GROUP, 2},
    {"\x12\x81\x01\x00", 4, TW_BAD_LENGTH, 1},
};

static void faults_name_their_feature(void) {
    for (size_t i = 0; i < sizeof faulty_features / sizeof faulty_features[0]; i++) {
        message_reset();
        message layer = message_new();
        message tile = message_new();
        put_layer_head(&layer, "layer");
        put_bytes_field(&layer, LAYER_FEATURES, "\x18\x01", 2);
        put_bytes_field(&layer, LAYER_FEATURES, faulty_features[i].bytes, faulty_features[i].length);
        uint32_t behind = layer.length;
        put_string(&layer, LAYER_KEYS, "a");
        put_message(&tile, TILE_LAYERS, &layer);
        CHECK_EQUAL(decode_all(&tile), faulty_features[i].status);
        CHECK_EQUAL(tw_result()->error_layer, 0);
        CHECK_EQUAL(tw_result()->error_feature, 1);
        CHECK_EQUAL(tw_result()->error_offset, 2 + behind - faulty_features[i].length + faulty_features[i].offset);
    }
}

/* ---- ranges --------------------------------------------------------------------------------------------------- */

static void put_many(message *layer) {
    for (uint32_t i = 0; i < 10; i++) {
        message feature = message_over((uint8_t[64]){0}, 64);
        put_varint_field(&feature, FEATURE_ID, 100 + i);
        put_varint_field(&feature, FEATURE_TYPE, i % 3 + 1);
        PUT_PACKED(&feature, FEATURE_TAGS, i % 2, i % 3);
        static const uint32_t shapes[] = {MOVE_TO(1), 2, 2, LINE_TO(2), 2, 4, 4, 2, CLOSE_PATH};
        put_packed(&feature, FEATURE_GEOMETRY, shapes, i % 3 == 0 ? 3 : i % 3 == 1 ? 8 : 9);
        put_feature(layer, &feature);
    }
}

static void reads_ranges_of_features(void) {
    message tile = tile_with(put_many);
    static const struct {
        uint32_t first, count, rows_first, rows;
    } ranges[] = {{0, TW_NONE, 0, 10}, {3, 4, 3, 4},        {9, 1, 9, 1}, {9, 5, 9, 1},
                  {10, 1, 10, 0},      {TW_NONE, 1, 10, 0}, {0, 0, 0, 0}, {4, TW_NONE, 4, 6}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        tw_options options = options_for(TW_I32);
        options.first_feature = ranges[i].first;
        options.feature_count = ranges[i].count;
        options.flags = TW_WITH_TRIANGLES | TW_WITH_VERTEX_FEATURE;
        test_request request = request_for_all(&options);
        CHECK_EQUAL(decode(&tile, &request), TW_OK);
        check_block();
        const tw_layer_record *layer = layer_at(0);
        CHECK_EQUAL(layer->length, 10);
        CHECK_EQUAL(layer->first_feature, ranges[i].rows_first);
        CHECK_EQUAL(layer->row_count, ranges[i].rows);
        CHECK_EQUAL(column_count(layer, TW_COLUMN_FEATURE_IDS, 0), ranges[i].rows);
        const uint64_t *found = column_data(layer, TW_COLUMN_FEATURE_IDS, 0);
        for (uint32_t row = 0; row < ranges[i].rows; row++)
            CHECK_EQUAL(found[row], 100 + ranges[i].rows_first + row);
    }
}

static void leaves_out_types_that_nobody_asked_for(void) {
    message tile = tile_with(put_many);
    tw_options options = options_for(TW_I32);
    options.types = 1 << LINE;
    test_request request = request_for_all(&options);
    CHECK_EQUAL(decode(&tile, &request), TW_OK);
    check_block();
    const tw_layer_record *layer = layer_at(0);
    CHECK_COLUMN(layer, TW_COLUMN_FEATURE_TYPES, 0, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1);
    CHECK_COLUMN(layer, TW_COLUMN_FEATURE_INDEX, TW_GROUP_LINES, 1, 4, 7);
    CHECK(!column_at(layer, TW_COLUMN_POSITIONS, TW_GROUP_POINTS));
    CHECK(!column_at(layer, TW_COLUMN_POSITIONS, TW_GROUP_POLYGONS));
    CHECK_COLUMN(layer, TW_COLUMN_TAG_OFFSETS, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3);
}

int main(void) {
    RUN(keeps_ids_of_64_bits);
    RUN(has_no_ids_where_no_feature_has);
    RUN(knows_three_types);
    RUN(notes_no_type_where_nobody_asked_for_geometry);
    RUN(reads_packed_fields_in_every_form);
    RUN(reads_mixed_fields);
    RUN(runs_do_not_grow_together);
    RUN(reads_over_empty_runs);
    RUN(reads_padded_fields);
    RUN(last_of_a_scalar_wins);
    RUN(faults_name_their_feature);
    RUN(reads_ranges_of_features);
    RUN(leaves_out_types_that_nobody_asked_for);
    return test_report();
}
