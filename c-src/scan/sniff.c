/* What bytes are that are no vector tile. Called by the scan when it finds no layer, or a fault, in the tile's own
 * fields. */
#include <string.h>

#include "../base/bytes.h"
#include "scan.h"

typedef struct {
    const char *bytes;
    uint8_t length;
    uint8_t offset;
    tw_status status;
} tw_signature;

static const tw_signature signatures[] = {
    {"\x1F\x8B", 2, 0, TW_NOT_MVT_GZIP},
    {"\x28\xB5\x2F\xFD", 4, 0, TW_NOT_MVT_ZSTD},
    {"\x89PNG", 4, 0, TW_NOT_MVT_PNG},
    {"\xFF\xD8\xFF", 3, 0, TW_NOT_MVT_JPEG},
    {"WEBP", 4, 8, TW_NOT_MVT_WEBP},
    {"PMTiles", 7, 0, TW_NOT_MVT_PMTILES},
    {"SQLite format 3", 15, 0, TW_NOT_MVT_SQLITE},
    {"OSMHeader", 9, 6, TW_NOT_MVT_OSM_PBF},       /* behind a four-byte length, a tag and the length of this word */
    {"\xCE\xB2\xCF\x81", 4, 0, TW_NOT_MVT_BROTLI}, /* the framing that some tools write; bare brotli has no signature */
};

/* What nearly all vector tiles begin with, and no signature does: a layer's tag. Such a tile may hold a signature as a
 * layer's name. */
#define LAYER_TAG 0x1A

static bool matches(const tw_signature *signature, const uint8_t *bytes, uint32_t length) {
    uint32_t end = (uint32_t)signature->offset + signature->length;
    return length >= end && bytes[0] != LAYER_TAG &&
           memcmp(bytes + signature->offset, signature->bytes, signature->length) == 0;
}

static bool is_zlib(const uint8_t *bytes, uint32_t length) {
    return length >= 2 && (bytes[0] & 0x0F) == 8 && bytes[0] >> 4 <= 7 &&
           ((uint32_t)bytes[0] << 8 | bytes[1]) % 31 == 0;
}

static bool is_space(uint8_t byte) {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

/* Text: the first character behind a byte order mark and white space tells. */
static tw_status sniff_text(const uint8_t *bytes, uint32_t length) {
    uint32_t at = length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < length && is_space(bytes[at]))
        at++;
    if (at + 1 >= length) return TW_OK;
    if (bytes[at] == '<') {
        uint8_t second = bytes[at + 1] | 0x20;
        bool page = bytes[at + 1] == '!' || second == 'h';
        return page ? TW_NOT_MVT_HTML : TW_NOT_MVT_XML;
    }
    uint8_t second = bytes[at + 1];
    bool object = bytes[at] == '{' && (second == '"' || second == '}' || is_space(second));
    bool array =
        bytes[at] == '[' && (second == '{' || second == '[' || second == '"' || second == ']' || is_space(second));
    return object || array ? TW_NOT_MVT_JSON : TW_OK;
}

/* MapLibre Tile: length-prefixed blocks whose tag is 1, up to the last byte. A vector tile's first byte is a tag
 * instead. */
static bool is_maplibre_tile(const uint8_t *bytes, uint32_t length) {
    uint32_t at = 0;
    while (at < length) {
        uint32_t block = 0;
        uint32_t shift = 0;
        while (at < length && shift < 28 && bytes[at] >= 0x80) {
            block |= (uint32_t)(bytes[at++] & 0x7F) << shift;
            shift += 7;
        }
        if (at == length || shift == 28) return false;
        block |= (uint32_t)bytes[at++] << shift;
        if (block < 2 || block > length - at || bytes[at] != 1) return false;
        at += block;
    }
    return length > 0;
}

tw_status tw_sniff(const uint8_t *bytes, uint32_t length) {
    for (uint32_t i = 0; i < sizeof signatures / sizeof signatures[0]; i++) {
        if (matches(&signatures[i], bytes, length)) return signatures[i].status;
    }
    tw_status text = sniff_text(bytes, length);
    if (text != TW_OK) return text;
    if (is_zlib(bytes, length)) return TW_NOT_MVT_ZLIB;
    return is_maplibre_tile(bytes, length) ? TW_NOT_MVT_MLT : TW_OK;
}
