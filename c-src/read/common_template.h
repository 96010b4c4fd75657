/* The common form for one width of lanes. Included by common.c only, once a width.
 *
 * SUM(name): the running sum of varint/deltas.h. LANE: its lane. READ(name): the name of a function here.
 * Every count from the wire is compared with the lanes that are left before it is used. */

/* MoveTo(1), LineTo(n), repeated; of points MoveTo(n), and nothing else. */
static inline bool READ(read_lines)(pen *pen, bool points, const LANE *lanes, uint32_t count, SUM() * sum) {
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
        SUM(_run)(sum, move, line, vertices, false, pen->type, pen->to);
        move_pen(pen, vertices);
        if (!points) end_part(pen);
    }
    return true;
}

/* MoveTo(1), LineTo(n) with n above 1, ClosePath, repeated. */
static inline bool READ(read_rings)(pen *pen, int8_t *signs, const LANE *lanes, uint32_t count, SUM() * sum) {
    uint32_t at = 0;
    while (at < count) {
        if (count - at < 9 || lanes[at] != MOVE_TO_ONE || (lanes[at + 3] & 7) != LINE_TO) return false;
        uint32_t steps = lanes[at + 3] >> 3;
        if (steps < 2 || steps > (count - at - 5) / 2 || lanes[at + 4 + 2 * steps] != CLOSE_PATH_ONE) return false;
        uint8_t *first = pen->to;
        SUM(_begin_ring)(sum, lanes + at + 1);
        SUM(_run)(sum, lanes + at + 1, lanes + at + 4, 1 + steps, true, pen->type, first);
        int64_t area = SUM(_end_ring)(sum);
        move_pen(pen, 1 + steps);
        close_ring(pen, first);
        signs[pen->part_count] = (int8_t)((area > 0) - (area < 0));
        end_part(pen);
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
    pen pen = begin_feature(reader, group);
    if (count == 0) return false;
    if (type == TW_POLYGON && !READ(read_rings)(&pen, group->ring_signs, lanes, count, &sum)) return false;
    if (type != TW_POLYGON && !READ(read_lines)(&pen, type == TW_POINT, lanes, count, &sum)) return false;
    if (!SUM(_bounds)(&sum, bounds)) bounds->min_x = INT32_MIN;
    end_feature(group, &pen);
    return true;
}

#undef SUM
#undef LANE
#undef READ
