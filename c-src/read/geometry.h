/* Geometry of features: commands to vertices, parts and rings. Called by groups.c. MVT 4.3. */
#ifndef TW_READ_GEOMETRY_H
#define TW_READ_GEOMETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "parameters.h"
#include "reader.h"

/* A geometry group being written: the levels of GeoArrow's MultiPoint, MultiLineString and MultiPolygon. Offset arrays
 * have their closing entry written as they grow, so each is whole at any time. */
typedef struct {
    uint8_t *positions; /* x, y a vertex, of the reader's write_type */
    uint32_t vertex_count;
    uint32_t *part_offsets; /* lines: parts, polygons: rings; first vertex of each */
    int8_t *ring_signs;     /* polygons: sign of each ring's area, where ring_signs_known */
    uint32_t part_count;
    uint32_t *polygon_offsets; /* first ring of each polygon */
    uint32_t polygon_count;
    uint32_t *geometry_offsets; /* first vertex, part or polygon of each feature */
    uint32_t *feature_index;
    uint32_t feature_count;
    bool ring_signs_known; /* of the feature in hand */
    tw_bounds bounds;      /* of all kept vertices */
    uint32_t *lanes;       /* room for the integers of one feature in the common form */
    uint32_t lanes_room;   /* bytes of packed geometry that fit */
    uint32_t lanes_width;  /* of the last feature: a guess for the next */
    tw_parameters parameters;
} tw_group;

/* Positions where they are int32. */
static inline int32_t *tw_positions32(const tw_group *group) {
    return (int32_t *)(void *)group->positions;
}

#define TW_EMPTY_BOUNDS ((tw_bounds){INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN})

/* Appends the features of one type to the group, with their boxes in the layer's column. False at a fault; where
 * reader->restart is set it stopped early. */
bool tw_read_geometries(tw_reader *reader, tw_group *group, uint8_t type);

/* Appends the point features from `row` on that are one point in the common form. Returns the row of the first in
 * another form, or the number of rows. */
uint32_t tw_read_points(tw_reader *reader, tw_group *group, uint32_t row);

/* The common form: the sequence of commands that MVT 4.3.4 prescribes, without a fault. False, and nothing appended,
 * for any other. Sets group->ring_signs where the type is TW_POLYGON. */
bool tw_read_common(const tw_reader *reader, tw_group *group, uint8_t type, const uint8_t *bytes, uint32_t length,
                    tw_bounds *bounds);

/* Any form; positions are int32. Returns the number of rings that the feature had before any was left out. */
uint32_t tw_read_carefully(tw_reader *reader, tw_group *group, uint8_t type, const uint8_t *bytes, uint32_t length,
                           uint32_t row, uint32_t offset, tw_bounds *bounds);

/* Groups the rings from `first_ring` on into polygons by their winding and leaves out rings without area where the
 * feature had several. MVT 4.3.4.4, with the sign of the first ring of non-zero area as that of exteriors. */
void tw_group_rings(tw_reader *reader, tw_group *group, uint32_t first_ring, uint32_t rings_seen, uint32_t row,
                    uint32_t offset, tw_bounds *bounds);

/* Ends a polygon in front of the ring `ring_end`. */
static inline void tw_end_polygon(tw_group *group, uint32_t ring_end) {
    group->polygon_offsets[++group->polygon_count] = ring_end;
}

static inline void tw_widen(tw_bounds *bounds, const tw_bounds *other) {
    if (other->min_x < bounds->min_x) bounds->min_x = other->min_x;
    if (other->min_y < bounds->min_y) bounds->min_y = other->min_y;
    if (other->max_x > bounds->max_x) bounds->max_x = other->max_x;
    if (other->max_y > bounds->max_y) bounds->max_y = other->max_y;
}

#endif
