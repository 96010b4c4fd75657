/* The request's check: every field of the header, of the options and of a selector with its last good and its first bad
 * value, at its own offset; every length; and which layer gets which options. */
#include "../../c-src/request/request.h"
#include "requests.h"
#include "test.h"

#include <math.h>

static test_request good_request(void) {
    tw_options options = options_for(TW_F64);
    options.coordinates = TW_COORDINATES_AFFINE;
    test_request request = request_for_all(&options);
    uint32_t selector = add_selector(&request, 0, 0, &options);
    name_selector(&request, selector, "water");
    return request;
}

static tw_status parse_length(const test_request *request, uint32_t length, tw_request_t *parsed, uint32_t *fault) {
    uint8_t *bytes = test_memory(length);
    memcpy(bytes, request->bytes, length);
    return tw_request_parse(bytes, length, parsed, fault);
}

static tw_status parse(const test_request *request, uint32_t *fault) {
    tw_request_t parsed;
    return parse_length(request, request->length, &parsed, fault);
}

static void check_good(const test_request *request) {
    uint32_t fault = 1;
    CHECK_EQUAL(parse(request, &fault), TW_OK);
    CHECK_EQUAL(fault, 0);
}

static void check_bad(const test_request *request, uint32_t offset) {
    uint32_t fault = 1;
    CHECK_EQUAL(parse(request, &fault), TW_BAD_REQUEST);
    CHECK_EQUAL(fault, offset);
}

/* A field of `size` bytes, with a value that must pass and one that must not. */
typedef struct {
    uint32_t offset, size;
    uint64_t good, bad;
} field_row;

static void set_field(test_request *request, uint32_t offset, uint32_t size, uint64_t value) {
    memcpy(request->bytes + offset, &value, size);
}

/* The fields of the options, by offset in them. */
static const field_row option_fields[] = {
    {0, 1, 0, 1},           {0, 1, TW_F32, TW_U16},
    {0, 1, TW_F64, TW_U32}, {0, 1, TW_F64, TW_U64},
    {0, 1, TW_F64, 255},    {0, 1, TW_F32, TW_I16}, /* integers go with tile coordinates only */
    {0, 1, TW_F64, TW_I32}, {1, 1, TW_COORDINATES_DEGREES, 4},
    {1, 1, 0, 255},         {2, 1, 15, 16},
    {2, 1, 0, 255},         {3, 1, 7, 8},
    {3, 1, 0, 255},         {4, 1, TW_PROPERTIES_ALL, 3},
    {4, 1, 0, 255},         {5, 1, 0, 1},
    {6, 1, 0, 1},           {7, 1, 0, 1},
    {68, 4, 0, 1},          {72, 4, 0, 1},
    {76, 4, 0, 1},
};

static void checks_every_field_of_the_options(void) {
    for (size_t i = 0; i < sizeof option_fields / sizeof option_fields[0]; i++) {
        const field_row *row = &option_fields[i];
        for (uint32_t start = 16; start <= 96 + 16; start += 96) {
            test_request request = good_request();
            set_field(&request, start + row->offset, row->size, row->good);
            check_good(&request);
            set_field(&request, start + row->offset, row->size, row->bad);
            check_bad(&request, start == 16 ? 16 : 96);
        }
    }
}

static void checks_every_field_of_the_header(void) {
    test_request version = good_request();
    request_set_u32(&version, 0, 2);
    check_bad(&version, 0);
    test_request length = good_request();
    request_set_u32(&length, 4, length.length - 1);
    check_bad(&length, 4);
    request_set_u32(&length, 4, length.length + 1);
    check_bad(&length, 4);
    test_request flags = good_request();
    request_set_u32(&flags, 8, 3);
    check_good(&flags);
    request_set_u32(&flags, 8, 4);
    check_bad(&flags, 8);
    request_set_u32(&flags, 8, UINT32_MAX);
    check_bad(&flags, 8);
    test_request count = good_request();
    request_set_u32(&count, 12, 2);
    check_bad(&count, 12);
    request_set_u32(&count, 12, UINT32_MAX);
    check_bad(&count, 12);
    /* 2^32 / 96 selectors: the product must not wrap. */
    request_set_u32(&count, 12, 44739243);
    check_bad(&count, 12);
}

static void refuses_every_shorter_length(void) {
    test_request request = good_request();
    tw_request_t parsed;
    uint32_t fault;
    for (uint32_t length = 0; length < request.length; length++) {
        CHECK_EQUAL(parse_length(&request, length, &parsed, &fault), TW_BAD_REQUEST);
        if (length < REQUEST_SELECTORS) continue;
        /* Also where the byteLength says so: the selector, or its name, is cut. */
        test_request cut = request;
        request_set_u32(&cut, 4, length);
        CHECK_EQUAL(parse_length(&cut, length, &parsed, &fault), TW_BAD_REQUEST);
    }
}

static void checks_affine_maps(void) {
    for (uint32_t at = 24; at < 56; at += 8) {
        const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
        for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
            test_request request = good_request();
            memcpy(request.bytes + 16 + at, &bad[i], sizeof bad[i]);
            check_bad(&request, 16);
            /* Nobody reads them where the coordinates are others. */
            request.bytes[16 + 1] = TW_COORDINATES_UNIT;
            check_good(&request);
        }
    }
}

static void checks_tile_addresses(void) {
    static const struct {
        uint32_t x, y, z;
        int good;
    } rows[] = {
        {0, 0, 0, 1},
        {1, 0, 0, 0},
        {0, 1, 0, 0},
        {511, 340, 9, 1},
        {512, 340, 9, 0},
        {511, 512, 9, 0},
        {UINT32_MAX, UINT32_MAX, 32, 1},
        {0, 0, 33, 0},
        {0, 0, UINT32_MAX, 0},
        {0x80000000, 0, 31, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        test_request request = good_request();
        request.bytes[16 + 1] = TW_COORDINATES_DEGREES;
        request_set_u32(&request, 16 + 56, rows[i].x);
        request_set_u32(&request, 16 + 60, rows[i].y);
        request_set_u32(&request, 16 + 64, rows[i].z);
        if (rows[i].good) {
            check_good(&request);
        } else {
            check_bad(&request, 16);
        }
    }
}

static void checks_selectors(void) {
    test_request request = good_request();
    uint32_t name = request_u32(&request, 96);
    request_set_u32(&request, 96 + 4, request.length - name);
    check_good(&request);
    request_set_u32(&request, 96 + 4, request.length - name + 1);
    check_bad(&request, 96);
    request_set_u32(&request, 96 + 4, UINT32_MAX);
    check_bad(&request, 96);
    request_set_u32(&request, 96, request.length + 1);
    request_set_u32(&request, 96 + 4, 0);
    check_bad(&request, 96);
    request_set_u32(&request, 96, TW_NONE - 1);
    request_set_u32(&request, 96 + 4, 2);
    check_bad(&request, 96);
    request_set_u32(&request, 96, TW_NONE); /* by number, which may be any */
    request_set_u32(&request, 96 + 4, UINT32_MAX);
    check_good(&request);
    for (uint32_t reserved = 8; reserved < 16; reserved += 4) {
        test_request other = good_request();
        request_set_u32(&other, 96 + reserved, 1);
        check_bad(&other, 96);
    }
}

static void checks_listed_keys(void) {
    static const char *const keys[] = {"name", "", "height"};
    test_request request = good_request();
    list_keys(&request, 16, keys, 3);
    uint32_t table = request_u32(&request, 16 + 8);
    check_good(&request);
    tw_request_t parsed;
    uint32_t fault;
    uint32_t length;
    CHECK_EQUAL(parse_length(&request, request.length, &parsed, &fault), TW_OK);
    const uint8_t *key = tw_request_key(&parsed, parsed.options, 2, &length);
    CHECK_EQUAL(length, 6);
    CHECK_BYTES(key, "height", 6);

    test_request bad = request;
    request_set_u32(&bad, 16 + 12, 4); /* one more than there are */
    check_bad(&bad, 16);
    request_set_u32(&bad, 16 + 12, UINT32_MAX);
    check_bad(&bad, 16);
    bad = request;
    request_set_u32(&bad, 16 + 8, table + 2); /* not a multiple of 4 */
    check_bad(&bad, 16);
    request_set_u32(&bad, 16 + 8, 0xFFFFFFFC);
    check_bad(&bad, 16);
    bad = request;
    request_set_u32(&bad, table + 16, bad.length); /* a key that ends one byte beyond */
    request_set_u32(&bad, table + 20, 1);
    check_bad(&bad, 16);
    bad = request;
    request_set_u32(&bad, table + 4, UINT32_MAX);
    check_bad(&bad, 16);
    bad.bytes[16 + 4] = TW_PROPERTIES_ALL; /* nobody reads the list then */
    check_good(&bad);
}

static const tw_options *options_of(const tw_request_t *request, uint32_t number, const char *name) {
    return tw_request_options(request, number, (const uint8_t *)name, (uint32_t)strlen(name));
}

static void gives_all_layers_the_same(void) {
    tw_options options = options_for(TW_I16);
    test_request request = request_for_all(&options);
    tw_request_t parsed;
    uint32_t fault;
    CHECK_EQUAL(tw_request_parse(request.bytes, request.length, &parsed, &fault), TW_OK);
    CHECK(!parsed.strict);
    CHECK(options_of(&parsed, 0, "a") == parsed.options);
    CHECK(options_of(&parsed, 7, "") == parsed.options);
    CHECK_EQUAL(parsed.options->positions, TW_I16);
    request_be_strict(&request);
    CHECK_EQUAL(tw_request_parse(request.bytes, request.length, &parsed, &fault), TW_OK);
    CHECK(parsed.strict);
}

static void gives_the_first_selector_that_fits(void) {
    tw_options options = options_for(TW_I16);
    test_request request = request_for_layers();
    uint32_t first = add_selector(&request, 0, 0, &options);
    add_numbered_layer(&request, 3, &options);
    uint32_t third = add_selector(&request, 0, 0, &options);
    uint32_t fourth = add_selector(&request, 0, 0, &options);
    name_selector(&request, first, "water");
    name_selector(&request, third, "water");
    name_selector(&request, fourth, "road");
    tw_request_t parsed;
    uint32_t fault;
    CHECK_EQUAL(tw_request_parse(request.bytes, request.length, &parsed, &fault), TW_OK);
    CHECK(options_of(&parsed, 0, "water") == &parsed.selectors[0].options);
    CHECK(options_of(&parsed, 3, "water") == &parsed.selectors[0].options);
    CHECK(options_of(&parsed, 3, "road") == &parsed.selectors[1].options);
    CHECK(options_of(&parsed, 4, "road") == &parsed.selectors[3].options);
    CHECK(options_of(&parsed, 4, "roa") == NULL);
    CHECK(options_of(&parsed, 4, "roads") == NULL);
    CHECK(options_of(&parsed, 4, "") == NULL);
}

int main(void) {
    RUN(checks_every_field_of_the_options);
    RUN(checks_every_field_of_the_header);
    RUN(refuses_every_shorter_length);
    RUN(checks_affine_maps);
    RUN(checks_tile_addresses);
    RUN(checks_selectors);
    RUN(checks_listed_keys);
    RUN(gives_all_layers_the_same);
    RUN(gives_the_first_selector_that_fits);
    return test_report();
}
