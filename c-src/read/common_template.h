/* The common form for one width of lanes. Included by common.c only, once a width.
 *
 * SUM(name): the running sum of varint/deltas.h. LANE: its lane. READ(name): the name of a function here.
 * Every count from the wire is compared with the lanes that are left before it is used. */

/* Draws a part. Not inlined: a copy for each of its three callers would be half of the module. */
static __attribute__((noinline)) void READ(draw)(tw_reader *reader, tw_group *group, SUM() * sum, const LANE *move,
                                                 const LANE *line, uint32_t count, bool ring) {
    SUM(_run)(sum, move, line, count, ring, reader->write_type, next_vertex(reader, group));
    group->vertex_count += count;
}

/* MoveTo(n), and nothing else. */
static bool READ(read_points)(tw_reader *reader, tw_group *group, const LANE *lanes, uint32_t count, SUM() * sum) {
    uint32_t vertices = lanes[0] >> 3;
    if ((lanes[0] & 7) != MOVE_TO || vertices == 0 || count - 1 != 2 * vertices) return false;
    READ(draw)(reader, group, sum, lanes + 1, lanes + 3, vertices, false);
    return true;
}

/* MoveTo(1), LineTo(n), repeated. */
static bool READ(read_lines)(tw_reader *reader, tw_group *group, const LANE *lanes, uint32_t count, SUM() * sum) {
    uint32_t at = 0;
    while (at < count) {
        if (count - at < 6 || lanes[at] != MOVE_TO_ONE || (lanes[at + 3] & 7) != LINE_TO) return false;
        uint32_t steps = lanes[at + 3] >> 3;
        if (steps == 0 || steps > (count - at - 4) / 2) return false;
        SUM(_run)
        (sum, lanes + at + 1, lanes + at + 4, 1 + steps, false, reader->write_type, next_vertex(reader, group));
        group->vertex_count += 1 + steps;
        end_part(group);
        at += 4 + 2 * steps;
    }
    return true;
}

/* MoveTo(1), LineTo(n) with n above 1, ClosePath, repeated. */
static bool READ(read_rings)(tw_reader *reader, tw_group *group, const LANE *lanes, uint32_t count, SUM() * sum) {
    uint32_t at = 0;
    while (at < count) {
        if (count - at < 9 || lanes[at] != MOVE_TO_ONE || (lanes[at + 3] & 7) != LINE_TO) return false;
        uint32_t steps = lanes[at + 3] >> 3;
        if (steps < 2 || steps > (count - at - 5) / 2 || lanes[at + 4 + 2 * steps] != CLOSE_PATH_ONE) return false;
        uint8_t *first = next_vertex(reader, group);
        SUM(_begin_ring)(sum, lanes + at + 1);
        READ(draw)(reader, group, sum, lanes + at + 1, lanes + at + 4, 1 + steps, true);
        int64_t area = SUM(_end_ring)(sum);
        close_ring(reader, group, first);
        group->ring_signs[group->part_count] = (int8_t)((area > 0) - (area < 0));
        end_part(group);
        at += 5 + 2 * steps;
    }
    return true;
}

/* All of a feature. Where a sum left the range of its lanes *bounds begins with INT32_MIN, and the result is worthless.
 */
static bool READ(read)(tw_reader *reader, tw_group *group, uint8_t type, const LANE *lanes, uint32_t count,
                       tw_bounds *bounds) {
    SUM() sum;
    SUM(_start)(&sum);
    bool common = count > 0;
    if (common && type == TW_POINT) common = READ(read_points)(reader, group, lanes, count, &sum);
    if (common && type == TW_LINE) common = READ(read_lines)(reader, group, lanes, count, &sum);
    if (common && type == TW_POLYGON) common = READ(read_rings)(reader, group, lanes, count, &sum);
    if (common && !SUM(_bounds)(&sum, bounds)) bounds->min_x = INT32_MIN;
    return common;
}

#undef SUM
#undef LANE
#undef READ
