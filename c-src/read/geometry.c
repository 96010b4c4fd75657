/* Geometry of the features of one type, each the short way where it is in the common form, the careful way otherwise.
 * Called by groups.c. */
#include "geometry.h"

#include <string.h>

#include "../base/arena.h"

static uint32_t level_count(const tw_group *group, uint8_t type) {
    if (type == TW_POINT) return group->vertex_count;
    return type == TW_LINE ? group->part_count : group->polygon_count;
}

/* What a feature added to the group: its entries, its box. */
static void end_feature(tw_reader *reader, tw_group *group, uint32_t row, uint32_t level, const tw_bounds *bounds) {
    group->feature_index[group->feature_count++] = reader->first_row + row;
    group->geometry_offsets[group->feature_count] = level;
    memcpy(reader->bboxes + 4 * (uint64_t)row, bounds, sizeof *bounds); /* in the order of the column */
    tw_widen(&group->bounds, bounds);
}

/* Appends the vertices and parts of a feature to the group, its rings grouped into polygons; notes what is wrong with
 * them, and sets *bounds to the box of what was kept. `offset` is the byte of the tile where the geometry lies, for
 * problems. */
static inline void read_geometry(tw_reader *reader, tw_group *group, uint8_t type, const uint8_t *bytes,
                                 uint32_t length, uint32_t row, uint32_t offset, tw_bounds *bounds) {
    uint32_t first_ring = group->part_count;
    uint32_t rings_seen;
    group->ring_signs_known = tw_read_common(reader, group, type, bytes, length, bounds);
    if (group->ring_signs_known) {
        rings_seen = group->part_count - first_ring;
        /* Most polygons: one ring, and nothing to say about it. */
        if (type == TW_POLYGON && rings_seen == 1 && group->ring_signs[first_ring] >= 0) {
            tw_end_polygon(group, group->part_count);
            return;
        }
    } else if (reader->write_type == TW_WRITE_INT32) {
        rings_seen = tw_read_carefully(reader, group, type, bytes, length, row, offset, bounds);
    } else {
        reader->restart = true;
        return;
    }
    if (type == TW_POLYGON) tw_group_rings(reader, group, first_ring, rings_seen, row, offset, bounds);
}

/* A feature whose geometry is missing, or came in several pieces. */
static bool read_uncommon(tw_reader *reader, tw_group *group, uint8_t type, uint32_t row, tw_bounds *bounds) {
    const tw_feature_record *record = &reader->features[row];
    tw_span feature = tw_feature_span(reader, row);
    uint32_t offset = (uint32_t)(feature.bytes - reader->tile->bytes);
    if (record->geometry_length == 0) {
        tw_note(reader, TW_GEOMETRY_MISSING, row, offset);
        return true;
    }
    uint8_t *scratch = tw_arena_top();
    tw_span geometry = tw_packed_field(reader->tile, feature, TW_FEATURE_GEOMETRY, TW_NONE, record->geometry_length);
    if (!geometry.bytes) return tw_read_out_of_memory(reader);
    read_geometry(reader, group, type, geometry.bytes, geometry.length, row, offset, bounds);
    tw_arena_set_top(scratch);
    return true;
}

static inline bool read_feature(tw_reader *reader, tw_group *group, uint8_t type, uint32_t row) {
    const tw_feature_record *record = &reader->features[row];
    tw_bounds bounds;
    uint32_t before = level_count(group, type);
    uint32_t offset = record->geometry_offset;
    if (record->geometry_length > 0 && offset != TW_NONE) {
        read_geometry(reader, group, type, reader->tile->bytes + offset, record->geometry_length, row, offset, &bounds);
    } else if (!read_uncommon(reader, group, type, row, &bounds)) {
        return false;
    }
    uint32_t level = level_count(group, type);
    if (level > before) end_feature(reader, group, row, level, &bounds);
    return reader->fault->status == TW_OK;
}

bool tw_read_geometries(tw_reader *reader, tw_group *group, uint8_t type) {
    for (uint32_t row = reader->first_row_of[type]; !reader->restart; row = reader->next_row[row]) {
        if (type == TW_POINT) row = tw_read_points(reader, group, row);
        if (row == reader->row_count) break;
        if (!read_feature(reader, group, type, row)) return false;
    }
    return true;
}
