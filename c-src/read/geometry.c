/* Geometry of one feature: the short way where it is in the common form, the careful way otherwise. Called by groups.c.
 */
#include "geometry.h"

void tw_read_geometry(tw_reader *reader, tw_group *group, uint8_t type, tw_span geometry, uint32_t row, uint32_t offset,
                      tw_bounds *bounds) {
    uint32_t first_ring = group->part_count;
    uint32_t rings_seen;
    group->ring_signs_known = tw_read_common(reader, group, type, geometry, bounds);
    if (group->ring_signs_known) {
        rings_seen = group->part_count - first_ring;
    } else if (reader->write_type == TW_WRITE_INT32) {
        rings_seen = tw_read_carefully(reader, group, type, geometry, row, offset, bounds);
    } else {
        reader->restart = true;
        return;
    }
    if (type == TW_POLYGON) tw_group_rings(reader, group, first_ring, rings_seen, row, offset, bounds);
}
