/* The short way for a feature of one point: most point features are, and they are most of some tiles. Called by
 * groups.c. MVT 4.3.4.2. */
#include "../base/bytes.h"
#include "../varint/varint.h"
#include "../varint/word.h"
#include "geometry.h"

/* MoveTo(1), x and y, each of one to four bytes. */
enum { MOVE_TO_ONE = 1 << 3 | 1, LEAST_BYTES = 3, MOST_BYTES = 9, MOST_BITS = 32 };

/* Writes a vertex as TW_WRITE_* says. */
static void append_vertex(tw_group *group, uint32_t write_type, int32_t x, int32_t y) {
    uint64_t at = 2 * (uint64_t)group->vertex_count++;
    if (write_type == TW_WRITE_INT16) {
        int16_t *to = (int16_t *)(void *)group->positions + at;
        to[0] = (int16_t)x;
        to[1] = (int16_t)y;
    } else if (write_type == TW_WRITE_FLOAT32) {
        float *to = (float *)(void *)group->positions + at;
        to[0] = (float)x;
        to[1] = (float)y;
    } else {
        int32_t *to = (int32_t *)(void *)group->positions + at;
        to[0] = x;
        to[1] = y;
    }
}

bool tw_read_one_point(const tw_reader *reader, tw_group *group, const tw_feature_record *record, tw_bounds *bounds) {
    if (record->geometry_length - LEAST_BYTES > MOST_BYTES - LEAST_BYTES || record->geometry_offset == TW_NONE)
        return false;
    /* In bounds: the geometry has a byte, and the tile TW_PADDING bytes behind it. */
    const uint8_t *at = reader->tile->bytes + record->geometry_offset;
    if (at[0] != MOVE_TO_ONE) return false;
    uint64_t word = tw_load_u64(at + 1);
    uint64_t ends = tw_word_ends(word);
    uint64_t later_ends = ends & (ends - 1);
    if (later_ends == 0) return false;
    uint32_t x_bits = tw_word_first_bits(ends);
    uint32_t bits = tw_word_first_bits(later_ends);
    /* What follows the two varints belongs to the geometry too where its length says so, and is no common form. */
    if (bits != 8 * (record->geometry_length - 1) || x_bits > MOST_BITS || bits - x_bits > MOST_BITS) return false;
    int32_t x = tw_zigzag32(tw_word_join4((uint32_t)tw_word_low(word, x_bits)));
    int32_t y = tw_zigzag32(tw_word_join4((uint32_t)tw_word_low(word >> x_bits, bits - x_bits)));
    append_vertex(group, reader->write_type, x, y);
    *bounds = (tw_bounds){x, y, x, y};
    return true;
}
