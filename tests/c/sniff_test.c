/* Bytes that are no vector tile are named as what they are, also when they come through tw_decode and tw_open; what
 * only resembles them is not. */
#include "../../c-src/scan/scan.h"
#include "blocks.h"
#include "test.h"

typedef struct {
    tw_status status;
    uint32_t length;
    const char *bytes;
} sample;

#define SAMPLE(status, bytes)                                                                                          \
    { status, sizeof(bytes) - 1, bytes }

static const sample others[] = {
    SAMPLE(TW_NOT_MVT_GZIP, "\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\x03"),
    SAMPLE(TW_NOT_MVT_ZLIB, "\x78\x01\xCB\xC8\x04\x00\x01\x3B\x00\xD2"),
    SAMPLE(TW_NOT_MVT_ZLIB, "\x78\x5E\xCB\xC8\x04\x00\x01\x3B\x00\xD2"),
    SAMPLE(TW_NOT_MVT_ZLIB, "\x78\x9C\xCB\xC8\x04\x00\x01\x3B\x00\xD2"),
    SAMPLE(TW_NOT_MVT_ZLIB, "\x78\xDA\xCB\xC8\x04\x00\x01\x3B\x00\xD2"),
    SAMPLE(TW_NOT_MVT_ZLIB, "\x58\x85\xCB\xC8\x04\x00\x01\x3B\x00\xD2"), /* a window of 8 KiB */
    SAMPLE(TW_NOT_MVT_ZSTD, "\x28\xB5\x2F\xFD\x04\x58\x19\x00\x00"),
    SAMPLE(TW_NOT_MVT_BROTLI, "\xCE\xB2\xCF\x81\x1B\x15\x00\xF8\x8D"),
    SAMPLE(TW_NOT_MVT_PNG, "\x89PNG\r\n\x1A\n\0\0\0\rIHDR"),
    SAMPLE(TW_NOT_MVT_JPEG, "\xFF\xD8\xFF\xE0\0\x10JFIF"),
    SAMPLE(TW_NOT_MVT_WEBP, "RIFF\x24\0\0\0WEBPVP8 "),
    SAMPLE(TW_NOT_MVT_HTML, "<!DOCTYPE html><html>"),
    SAMPLE(TW_NOT_MVT_HTML, "<!doctype html>"),
    SAMPLE(TW_NOT_MVT_HTML, "\n\n  <html>"),
    SAMPLE(TW_NOT_MVT_HTML, "\xEF\xBB\xBF<HTML>"),
    SAMPLE(TW_NOT_MVT_XML, "<?xml version=\"1.0\"?><Error/>"),
    SAMPLE(TW_NOT_MVT_XML, "\xEF\xBB\xBF\r\n\t<Error/>"),
    SAMPLE(TW_NOT_MVT_JSON, "{\"message\":\"Tile not found\"}"),
    SAMPLE(TW_NOT_MVT_JSON, "{}"),
    SAMPLE(TW_NOT_MVT_JSON, "{\n  \"tilejson\": \"3.0.0\""),
    SAMPLE(TW_NOT_MVT_JSON, "  [ {"),
    SAMPLE(TW_NOT_MVT_JSON, "[\"a\"]"),
    SAMPLE(TW_NOT_MVT_JSON, "[[1]]"),
    SAMPLE(TW_NOT_MVT_JSON, "[]"),
    SAMPLE(TW_NOT_MVT_OSM_PBF, "\0\0\0\x0D\x0A\x09OSMHeader\x18\x7C"),
    SAMPLE(TW_NOT_MVT_MLT, "\x04\x01"
                           "abc"),
    SAMPLE(TW_NOT_MVT_MLT, "\x02\x01\x00\x82\x00\x01\x05"),
    SAMPLE(TW_NOT_MVT_PMTILES, "PMTiles\x03\x7F\0\0\0\0\0\0\0"),
    SAMPLE(TW_NOT_MVT_SQLITE, "SQLite format 3\0\x10\0"),
};

static const sample nothing_known[] = {
    SAMPLE(TW_BAD_WIRE_TYPE, "\x1F\x8C\x08\x00"),
    SAMPLE(TW_BAD_WIRE_TYPE, "\x1F"),
    SAMPLE(TW_TRUNCATED, "\x78"),
    SAMPLE(TW_TRUNCATED, "\x78\x9D"),     /* no multiple of 31 */
    SAMPLE(TW_TRUNCATED, "\x88\x98"),     /* a window larger than zlib has */
    SAMPLE(TW_TRUNCATED, "\xEF\xBB\xBF"), /* a byte order mark and nothing */
    SAMPLE(TW_BAD_WIRE_TYPE, "Not Found"),
    SAMPLE(TW_BAD_GROUP, "<"),
    SAMPLE(TW_TRUNCATED, "[x"),
    SAMPLE(TW_TRUNCATED, "{x"),
    SAMPLE(TW_BAD_FIELD_NUMBER, "\x02\x02\x00"),     /* blocks, but not of tag 1 */
    SAMPLE(TW_BAD_FIELD_NUMBER, "\x05\x01\x00"),     /* a block beyond the end */
    SAMPLE(TW_BAD_FIELD_NUMBER, "\x02\x01\x00\x82"), /* a block's length without its end */
    SAMPLE(TW_BAD_FIELD_NUMBER, "\x02\x01\x00\x82\x80\x80\x80\x00\x01"),
    SAMPLE(TW_BAD_FIELD_NUMBER, "\x01\x01"),
    SAMPLE(TW_BAD_FIELD_NUMBER, "\0\0\0\0"),
    SAMPLE(TW_BAD_FIELD_NUMBER, "\0\0\0\0WEB"),
    /* Cut tiles with layers of these names. */
    SAMPLE(TW_TRUNCATED, "\x1A\x7F\x78\x02\x0A\x09OSMHeader\x28\x80\x20"),
    SAMPLE(TW_TRUNCATED, "\x1A\xFF\x7F\x28\x80\x20\x0A\x04WEBP"),
};

static message bytes_of(const sample *one) {
    message_reset();
    message bytes = message_new();
    put_bytes(&bytes, one->bytes, one->length);
    return bytes;
}

static void names_what_the_bytes_are(void) {
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        message bytes = bytes_of(&others[i]);
        CHECK_STRING(tw_status_name(decode_all(&bytes)), tw_status_name(others[i].status));
        CHECK_EQUAL(tw_result()->error_offset, 0);
        CHECK_EQUAL(tw_result()->error_layer, TW_NONE);
        tw_handle handle;
        CHECK_EQUAL(open_tile(&bytes, &handle), others[i].status);
        CHECK_EQUAL(tw_sniff(test_bytes(bytes.bytes, bytes.length, 0), bytes.length), others[i].status);
    }
    CHECK_EQUAL(tw_open_count(), 0);
}

static void does_not_guess(void) {
    for (size_t i = 0; i < sizeof nothing_known / sizeof nothing_known[0]; i++) {
        const sample *one = &nothing_known[i];
        CHECK_EQUAL(tw_sniff(test_bytes(one->bytes, one->length, 0), one->length), TW_OK);
        message bytes = bytes_of(one);
        CHECK_STRING(tw_status_name(decode_all(&bytes)), tw_status_name(one->status));
    }
}

/* Cut to any length, known bytes are named or not, but nothing behind them is read. */
static void reads_no_further_than_the_bytes(void) {
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        for (uint32_t length = 0; length < others[i].length; length++) {
            tw_status status = tw_sniff(test_bytes(others[i].bytes, length, 0), length);
            CHECK(status == TW_OK || (status >= TW_NOT_MVT_GZIP && status <= TW_NOT_MVT_SQLITE));
        }
    }
}

/* A proper tile is never taken for something else, whatever its layers hold. */
static void takes_tiles_for_tiles(void) {
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        message_reset();
        message layer = message_new();
        message tile = message_new();
        put_bytes_field(&layer, LAYER_NAME, others[i].bytes, others[i].length);
        put_bytes_field(&tile, TILE_LAYERS, layer.bytes, layer.length);
        CHECK_EQUAL(decode_all(&tile), TW_OK);
        CHECK_EQUAL(block_header()->layer_count, 1);
    }
}

int main(void) {
    RUN(names_what_the_bytes_are);
    RUN(does_not_guess);
    RUN(reads_no_further_than_the_bytes);
    RUN(takes_tiles_for_tiles);
    return test_report();
}
