/* The short way for features of one point: most point features are, and they are most of some tiles. Called by
 * geometry.c. MVT 4.3.4.2. */
#include <string.h>

#include "../base/bytes.h"
#include "../varint/varint.h"
#include "../varint/word.h"
#include "geometry.h"

/* MoveTo(1), x and y, each of one to four bytes. */
enum { MOVE_TO_ONE = 1 << 3 | 1, LEAST_BYTES = 3, MOST_BYTES = 9, MOST_BITS = 32 };

/* A point as it is in memory: x, then y. */
static inline int32_t point_x(uint64_t point) {
    return (int32_t)(uint32_t)point;
}

static inline int32_t point_y(uint64_t point) {
    return (int32_t)(uint32_t)(point >> 32);
}

/* Two varints of at most four bytes each, one in each half, to the coordinates they stand for. */
static inline uint64_t join_both(uint64_t varints) {
    varints = (varints & 0x007F007F007F007Full) | (varints & 0x7F007F007F007F00ull) >> 1;
    varints = (varints & 0x00003FFF00003FFFull) | (varints & 0x3FFF00003FFF0000ull) >> 2;
    uint64_t negative = (varints & 0x0000000100000001ull) * UINT32_MAX;
    return (varints >> 1 & 0x7FFFFFFF7FFFFFFFull) ^ negative;
}

/* The point of a feature that is one point in the common form. False for any other. */
static inline bool read_point(const tw_reader *reader, const tw_feature_record *record, uint64_t *point) {
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
    *point = join_both(tw_word_low(word, x_bits) | tw_word_low(word >> x_bits, bits - x_bits) << 32);
    return true;
}

/* Writes a vertex as TW_WRITE_* says. */
static inline void write_vertex(uint8_t *positions, uint32_t number, uint32_t write_type, uint64_t point) {
    if (write_type == TW_WRITE_INT32) {
        memcpy(positions + 8 * (uint64_t)number, &point, 8);
    } else if (write_type == TW_WRITE_INT16) {
        int16_t vertex[2] = {(int16_t)point_x(point), (int16_t)point_y(point)};
        memcpy(positions + 4 * (uint64_t)number, vertex, sizeof vertex);
    } else {
        float vertex[2] = {(float)point_x(point), (float)point_y(point)};
        memcpy(positions + 8 * (uint64_t)number, vertex, sizeof vertex);
    }
}

uint32_t tw_read_points(tw_reader *reader, tw_group *group, uint32_t row) {
    /* Copies that stay in registers, since nothing written to the arrays can change them. */
    tw_group points = *group;
    const uint32_t *next_row = reader->next_row;
    uint32_t write_type = reader->write_type;
    for (; row < reader->row_count; row = next_row[row]) {
        uint64_t point;
        if (!read_point(reader, &reader->features[row], &point)) break;
        write_vertex(points.positions, points.vertex_count++, write_type, point);
        points.feature_index[points.feature_count++] = reader->first_row + row;
        points.geometry_offsets[points.feature_count] = points.vertex_count;
        uint64_t box[2] = {point, point};
        memcpy(reader->bboxes + 4 * (uint64_t)row, box, sizeof box);
        tw_widen(&points.bounds, &(tw_bounds){point_x(point), point_y(point), point_x(point), point_y(point)});
    }
    group->vertex_count = points.vertex_count;
    group->feature_count = points.feature_count;
    group->bounds = points.bounds;
    return row;
}
