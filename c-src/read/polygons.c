/* Rings to polygons by winding, with exact areas. Called by groups.c after each polygon feature. MVT 4.3.4.4. */
#include <string.h>

#include "geometry.h"

__extension__ typedef __int128 tw_wide;

/* Sign of the area of a closed ring: the surveyor's formula from the first vertex, in 64 bits. */
static int sign_of(int64_t area) {
    return (area > 0) - (area < 0);
}

static int64_t twice_area(const int32_t *ring, uint32_t count) {
    int64_t origin_x = ring[0];
    int64_t origin_y = ring[1];
    int64_t area = 0;
    int64_t x = 0;
    int64_t y = 0;
    for (uint32_t i = 1; i < count; i++) {
        int64_t next_x = ring[2 * (uint64_t)i] - origin_x;
        int64_t next_y = ring[2 * (uint64_t)i + 1] - origin_y;
        area += x * next_y - next_x * y;
        x = next_x;
        y = next_y;
    }
    return area;
}

/* The same in 128 bits, for rings so wide or so long that a sum could leave 64. */
static int wide_area_sign(const int32_t *ring, uint32_t count) {
    tw_wide area = 0;
    for (uint32_t i = 1; i < count; i++) {
        const int32_t *a = ring + 2 * (uint64_t)(i - 1);
        const int32_t *b = ring + 2 * (uint64_t)i;
        area += (tw_wide)((int64_t)a[0] * b[1]) - (int64_t)b[0] * a[1];
    }
    return (area > 0) - (area < 0);
}

/* Each term is below 2 * width * height in size; so is no partial sum beyond count times that. */
static bool fits_64_bits(const tw_bounds *bounds, uint32_t count) {
    uint64_t width = (uint64_t)((int64_t)bounds->max_x - bounds->min_x);
    uint64_t height = (uint64_t)((int64_t)bounds->max_y - bounds->min_y);
    return width < 1u << 20 && height < 1u << 20 && count < 1u << 22;
}

static int area_sign(const tw_group *group, uint32_t ring, const tw_bounds *bounds) {
    if (group->ring_signs_known) return group->ring_signs[ring];
    uint32_t first = group->part_offsets[ring];
    uint32_t count = group->part_offsets[ring + 1] - first;
    const int32_t *vertices = tw_positions32(group) + 2 * (uint64_t)first;
    if (fits_64_bits(bounds, count)) return sign_of(twice_area(vertices, count));
    return wide_area_sign(vertices, count);
}

/* Moves a ring down to where the kept ones end. */
static void keep_ring(tw_group *group, uint32_t ring, uint32_t to) {
    uint32_t first = group->part_offsets[ring];
    uint32_t count = group->part_offsets[ring + 1] - first;
    uint32_t target = group->part_offsets[to];
    if (target != first) {
        int32_t *positions = tw_positions32(group);
        memmove(positions + 2 * (uint64_t)target, positions + 2 * (uint64_t)first, (uint64_t)count * 8);
    }
    group->part_offsets[to + 1] = target + count;
}

static tw_bounds measure(const tw_group *group, uint32_t first_ring) {
    tw_bounds bounds = TW_EMPTY_BOUNDS;
    for (uint32_t i = group->part_offsets[first_ring]; i < group->vertex_count; i++) {
        const int32_t *at = tw_positions32(group) + 2 * (uint64_t)i;
        tw_bounds vertex = {at[0], at[1], at[0], at[1]};
        tw_widen(&bounds, &vertex);
    }
    return bounds;
}

void tw_group_rings(tw_reader *reader, tw_group *group, uint32_t first_ring, uint32_t rings_seen, uint32_t row,
                    uint32_t offset, tw_bounds *bounds) {
    uint32_t end = group->part_count;
    uint32_t kept = first_ring;
    int exterior = 0;
    for (uint32_t ring = first_ring; ring < end; ring++) {
        int sign = area_sign(group, ring, bounds);
        if (sign == 0 && rings_seen > 1) {
            if (reader->write_type != TW_WRITE_INT32) {
                reader->restart = true;
                return;
            }
            tw_note(reader, TW_GEOMETRY_ZERO_AREA, row, offset);
            continue;
        }
        if (exterior == 0 && sign < 0 && reader->layer->version >= 2) {
            tw_note(reader, TW_GEOMETRY_INTERIOR_WITHOUT_EXTERIOR, row, offset);
        }
        if (exterior == 0) exterior = sign;
        if (sign == exterior && kept > first_ring) tw_end_polygon(group, kept);
        keep_ring(group, ring, kept++);
    }
    if (kept > first_ring) tw_end_polygon(group, kept);
    group->part_count = kept;
    group->vertex_count = group->part_offsets[kept];
    if (kept < end) *bounds = measure(group, first_ring);
}
