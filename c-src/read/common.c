/* Geometry in the common form: unpacked as a whole, then drawn a part at a time. Called by geometry.c. MVT 4.3.4. */
#include <string.h>

#include "../varint/unpack.h"
#include "geometry.h"

/* Command integers that the common form has: one MoveTo, one ClosePath; LineTo with any count. */
enum { MOVE_TO_ONE = 1 << 3 | 1, CLOSE_PATH_ONE = 1 << 3 | 7, MOVE_TO = 1, LINE_TO = 2 };

/* Sums of a ring's area are exact while coordinates and count stay below this. */
#define EXACT_AREA_LIMIT (1 << 20)

/* Where a feature's next vertex goes, apart from the group so that it stays in registers: what is written to the arrays
 * can change nothing of it. */
typedef struct {
    uint8_t *to;
    uint32_t type; /* TW_WRITE_* */
    uint32_t size; /* of a vertex, as a power of two */
    uint32_t vertex_count;
    uint32_t part_count;
    uint32_t *part_offsets;
} pen;

static inline pen begin_feature(const tw_reader *reader, const tw_group *group) {
    uint32_t size = reader->write_type == TW_WRITE_INT16 ? 2 : 3;
    return (pen){group->positions + ((uint64_t)group->vertex_count << size),
                 reader->write_type,
                 size,
                 group->vertex_count,
                 group->part_count,
                 group->part_offsets};
}

static inline void end_feature(tw_group *group, const pen *pen) {
    group->vertex_count = pen->vertex_count;
    group->part_count = pen->part_count;
}

static inline void move_pen(pen *pen, uint32_t vertices) {
    pen->to += (uint64_t)vertices << pen->size;
    pen->vertex_count += vertices;
}

/* Appends a copy of a ring's first vertex. */
static inline void close_ring(pen *pen, const uint8_t *first) {
    /* Each size by itself: a copy of a size that varies would be a call into the engine, around which the loop that
     * draws rings keeps its sums in memory. */
    if (pen->type == TW_WRITE_INT16) {
        memcpy(pen->to, first, 4);
    } else {
        memcpy(pen->to, first, 8);
    }
    move_pen(pen, 1);
}

static inline void end_part(pen *pen) {
    pen->part_offsets[++pen->part_count] = pen->vertex_count;
}

#ifdef TW_SIMD
#define SUM(name) tw_sum16##name
#define LANE uint16_t
#define READ(name) name##_16
#include "common_template.h"
#endif
#define SUM(name) tw_sum32##name
#define LANE uint32_t
#define READ(name) name##_32
#include "common_template.h"

static bool within_exact_area(const tw_bounds *bounds) {
    return bounds->min_x > -EXACT_AREA_LIMIT && bounds->min_y > -EXACT_AREA_LIMIT && bounds->max_x < EXACT_AREA_LIMIT &&
           bounds->max_y < EXACT_AREA_LIMIT;
}

/* Takes back what was appended since. */
static bool take_back(tw_group *group, uint32_t vertices, uint32_t parts) {
    group->vertex_count = vertices;
    group->part_count = parts;
    return false;
}

/* Whether the sums of a feature in 32-bit lanes hold: no coordinate wrapped, and the areas of its rings are exact. */
static bool holds(uint8_t type, uint32_t count, const tw_bounds *bounds) {
    if (bounds->min_x == INT32_MIN) return false;
    return type != TW_POLYGON || (count < EXACT_AREA_LIMIT && within_exact_area(bounds));
}

bool tw_read_common(const tw_reader *reader, tw_group *group, uint8_t type, const uint8_t *bytes, uint32_t length,
                    tw_bounds *bounds) {
    if (length > group->lanes_room) return false;
    uint32_t vertices = group->vertex_count;
    uint32_t parts = group->part_count;
    uint32_t count = 0;
    if (tw_unpack_lanes(bytes, length, group->lanes, &count, &group->lanes_width) != TW_OK) return false;
#ifdef TW_SIMD
    if (group->lanes_width == 2) {
        const uint16_t *lanes = (const uint16_t *)(const void *)group->lanes;
        if (!read_16(reader, group, type, lanes, count, bounds)) return take_back(group, vertices, parts);
        if (bounds->min_x != INT32_MIN) return true;
        take_back(group, vertices, parts);
        if (tw_unpack_uint32(bytes, length, group->lanes, &count) != TW_OK) return false;
    }
#endif
    if (read_32(reader, group, type, group->lanes, count, bounds) && holds(type, count, bounds)) return true;
    return take_back(group, vertices, parts);
}
