/* The common form for one width of lanes. Included by common.c only, once a width.
 *
 * SUM(name): the running sum of varint/deltas.h. LANE: its lane. READ(name): the name of a function here.
 * Every count from the wire is compared with the lanes that are left before it is used. */

/* MoveTo(1), LineTo(n), repeated; of points MoveTo(n), and nothing else. */
static inline bool READ(read_lines)(const tw_reader *reader, tw_group *group, bool points, const LANE *lanes,
                                    uint32_t count, SUM() * sum) {
    uint32_t at = 0;
    while (at < count) {
        const LANE *move = lanes + at + 1;
        const LANE *line = move + 2;
        uint32_t vertices = lanes[at] >> 3;
        if (points) {
            if ((lanes[at] & 7) != MOVE_TO || vertices == 0 || count - 1 != 2 * vertices) return false;
            at = count;
        } else {
            if (count - at < 6 || lanes[at] != MOVE_TO_ONE || (*line & 7) != LINE_TO) return false;
            uint32_t steps = *line++ >> 3;
            if (steps == 0 || steps > (count - at - 4) / 2) return false;
            vertices = 1 + steps;
            at += 4 + 2 * steps;
        }
        SUM(_run)(sum, move, line, vertices, false, reader->write_type, next_vertex(reader, group));
        group->vertex_count += vertices;
        if (!points) end_part(group);
    }
    return true;
}

/* MoveTo(1), LineTo(n) with n above 1, ClosePath, repeated. */
static inline bool READ(read_rings)(const tw_reader *reader, tw_group *group, const LANE *lanes, uint32_t count,
                                    SUM() * sum) {
    uint32_t at = 0;
    while (at < count) {
        if (count - at < 9 || lanes[at] != MOVE_TO_ONE || (lanes[at + 3] & 7) != LINE_TO) return false;
        uint32_t steps = lanes[at + 3] >> 3;
        if (steps < 2 || steps > (count - at - 5) / 2 || lanes[at + 4 + 2 * steps] != CLOSE_PATH_ONE) return false;
        uint8_t *first = next_vertex(reader, group);
        SUM(_begin_ring)(sum, lanes + at + 1);
        SUM(_run)(sum, lanes + at + 1, lanes + at + 4, 1 + steps, true, reader->write_type, first);
        int64_t area = SUM(_end_ring)(sum);
        group->vertex_count += 1 + steps;
        close_ring(reader, group, first);
        group->ring_signs[group->part_count] = (int8_t)((area > 0) - (area < 0));
        end_part(group);
        at += 5 + 2 * steps;
    }
    return true;
}

/* All of a feature. Where a sum left the range of its lanes *bounds begins with INT32_MIN, and the result is worthless.
 */
static bool READ(read)(const tw_reader *reader, tw_group *group, uint8_t type, const LANE *lanes, uint32_t count,
                       tw_bounds *bounds) {
    SUM() sum;
    SUM(_start)(&sum);
    bool common = count > 0;
    if (common && type == TW_POLYGON) common = READ(read_rings)(reader, group, lanes, count, &sum);
    if (common && type != TW_POLYGON) common = READ(read_lines)(reader, group, type == TW_POINT, lanes, count, &sum);
    if (common && !SUM(_bounds)(&sum, bounds)) bounds->min_x = INT32_MIN;
    return common;
}

#undef SUM
#undef LANE
#undef READ
