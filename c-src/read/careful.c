/* Geometry in any form: commands one by one, every fault found and noted, what is whole kept. Called by geometry.c
 * where a feature is not in the common form, or too large for it. MVT 4.3.
 *
 * A faulty piece is left out and noted, the rest is kept: the pen moves on as the commands say, whether its vertices
 * are kept or not. Positions are int32. */
#include "geometry.h"

enum { MOVE_TO = 1, LINE_TO = 2, CLOSE_PATH = 7 };

/* The feature in hand. */
typedef struct {
    tw_reader *reader;
    tw_group *group;
    tw_parameters *parameters;
    uint8_t type;
    uint32_t row, offset;
    tw_cursor cursor;
    bool open;           /* a part has begun */
    bool wrapped;        /* a sum left 32 bits */
    uint32_t last;       /* the command before, to see repeats */
    uint32_t part_start; /* the open part's first vertex */
    uint32_t parts_seen;
    tw_bounds part_bounds; /* of the open part */
    tw_bounds bounds;      /* of the kept parts */
} tw_pen;

static void note(tw_pen *pen, tw_status code) {
    tw_note(pen->reader, code, pen->row, pen->offset);
}

/* Version 1 of the specification let commands repeat. */
static void note_repeat(tw_pen *pen, uint32_t command) {
    if (pen->last == command && pen->reader->layer->version >= 2) note(pen, TW_GEOMETRY_REPEATED_COMMAND);
}

/* Appends `count` vertices, a piece at a time. False when the integers end before: the pen is then where they ended. */
static bool draw(tw_pen *pen, uint32_t count) {
    tw_group *group = pen->group;
    tw_parameters *parameters = pen->parameters;
    for (;;) {
        uint32_t ready = tw_parameters_ready(parameters) / 2;
        uint32_t now = count < ready ? count : ready;
        pen->wrapped |= tw_deltas_to_int32(parameters->lanes + parameters->next, now,
                                           tw_positions32(group) + 2 * (uint64_t)group->vertex_count, &pen->cursor,
                                           &pen->part_bounds);
        parameters->next += 2 * now;
        group->vertex_count += now;
        count -= now;
        if (count == 0) return true;
        if (!tw_parameters_refill(parameters)) return false;
    }
}

/* Moves the pen by `count` steps whose vertices are not wanted. */
static bool skip(tw_pen *pen, uint32_t count) {
    uint32_t vertices = pen->group->vertex_count;
    tw_bounds bounds = pen->part_bounds;
    bool whole = draw(pen, count);
    pen->group->vertex_count = vertices;
    pen->part_bounds = bounds;
    return whole;
}

static void begin_part(tw_pen *pen) {
    pen->open = true;
    pen->part_start = pen->group->vertex_count;
    pen->part_bounds = TW_EMPTY_BOUNDS;
    pen->parts_seen++;
}

static void keep_part(tw_pen *pen) {
    tw_group *group = pen->group;
    group->part_offsets[++group->part_count] = group->vertex_count;
    tw_widen(&pen->bounds, &pen->part_bounds);
}

static void drop_part(tw_pen *pen) {
    pen->group->vertex_count = pen->part_start;
    note(pen, TW_GEOMETRY_TOO_FEW_POINTS);
}

static void append_first_vertex(tw_pen *pen) {
    const int32_t *first = tw_positions32(pen->group) + 2 * (uint64_t)pen->part_start;
    int32_t *end = tw_positions32(pen->group) + 2 * (uint64_t)pen->group->vertex_count++;
    end[0] = first[0];
    end[1] = first[1];
}

static void end_line(tw_pen *pen) {
    if (pen->group->vertex_count - pen->part_start < 2) {
        drop_part(pen);
    } else {
        keep_part(pen);
    }
}

static void end_ring(tw_pen *pen, bool closed) {
    uint32_t count = pen->group->vertex_count - pen->part_start;
    if (count == 0) return drop_part(pen);
    const int32_t *first = tw_positions32(pen->group) + 2 * (uint64_t)pen->part_start;
    bool meets = first[0] == pen->cursor.x && first[1] == pen->cursor.y;
    bool append = closed || !meets;
    if (!closed) note(pen, TW_GEOMETRY_MISSING_CLOSEPATH);
    if (count - !append < 3) return drop_part(pen);
    if (append) append_first_vertex(pen);
    keep_part(pen);
}

/* Ends the open part where the next one begins, or the geometry ends. */
static void end_part(tw_pen *pen) {
    if (!pen->open) return;
    pen->open = false;
    if (pen->type == TW_LINE) {
        end_line(pen);
    } else {
        end_ring(pen, false);
    }
}

/* A point's MoveTo: every vertex is a point. */
static bool move_points(tw_pen *pen, uint32_t count) {
    note_repeat(pen, MOVE_TO);
    pen->part_bounds = TW_EMPTY_BOUNDS;
    uint32_t vertices = pen->group->vertex_count;
    if (!draw(pen, count)) {
        pen->group->vertex_count = vertices;
        return false;
    }
    tw_widen(&pen->bounds, &pen->part_bounds);
    return true;
}

static bool move_to(tw_pen *pen, uint32_t count) {
    if (pen->type == TW_POINT) return move_points(pen, count);
    end_part(pen);
    if (count > 1) {
        note(pen, TW_GEOMETRY_BAD_MOVETO_COUNT);
        if (!skip(pen, count - 1)) return false;
    }
    begin_part(pen);
    return draw(pen, 1);
}

static bool line_to(tw_pen *pen, uint32_t count) {
    if (pen->type == TW_POINT || !pen->open) {
        note(pen, TW_GEOMETRY_UNEXPECTED_LINETO);
        return skip(pen, count);
    }
    note_repeat(pen, LINE_TO);
    uint32_t vertices = pen->group->vertex_count;
    tw_bounds bounds = pen->part_bounds;
    tw_cursor cursor = pen->cursor;
    if (draw(pen, count)) return true;
    pen->group->vertex_count = vertices;
    pen->part_bounds = bounds;
    pen->cursor = cursor;
    return false;
}

static void close_path(tw_pen *pen, uint32_t count) {
    if (pen->type != TW_POLYGON || !pen->open) {
        note(pen, TW_GEOMETRY_UNEXPECTED_CLOSEPATH);
        return;
    }
    if (count != 1) note(pen, TW_GEOMETRY_BAD_CLOSEPATH_COUNT);
    pen->open = false;
    end_ring(pen, true);
}

/* Why the integers ended early. */
static void note_end(tw_pen *pen) {
    note(pen, pen->parameters->status == TW_BAD_VARINT ? TW_GEOMETRY_BAD_VARINT : TW_GEOMETRY_TRUNCATED);
}

/* Runs one command; false when the rest of the geometry cannot be read. */
static bool run_command(tw_pen *pen, uint32_t command, uint32_t count) {
    if (command == CLOSE_PATH) {
        close_path(pen, count);
        return true;
    }
    if (command != MOVE_TO && command != LINE_TO) {
        note(pen, TW_GEOMETRY_UNKNOWN_COMMAND);
        return false;
    }
    if (count == 0) {
        note(pen, TW_GEOMETRY_ZERO_COUNT);
        return true;
    }
    /* A count beyond what the bytes can hold is found before anything is drawn. */
    bool possible = 2 * (uint64_t)count <= tw_parameters_bound(pen->parameters);
    bool whole = possible && (command == MOVE_TO ? move_to(pen, count) : line_to(pen, count));
    if (!whole) note_end(pen);
    return whole;
}

static void run_commands(tw_pen *pen) {
    tw_parameters *parameters = pen->parameters;
    for (;;) {
        if (parameters->next == parameters->count && !tw_parameters_refill(parameters)) break;
        uint32_t integer = parameters->lanes[parameters->next++];
        if (!run_command(pen, integer & 7, integer >> 3)) return;
        pen->last = integer & 7;
    }
    if (parameters->status != TW_OK) note_end(pen);
}

uint32_t tw_read_carefully(tw_reader *reader, tw_group *group, uint8_t type, const uint8_t *bytes, uint32_t length,
                           uint32_t row, uint32_t offset, tw_bounds *bounds) {
    tw_pen pen = {
        .reader = reader,
        .group = group,
        .parameters = &group->parameters,
        .type = type,
        .row = row,
        .offset = offset,
        .part_bounds = TW_EMPTY_BOUNDS,
        .bounds = TW_EMPTY_BOUNDS,
    };
    tw_parameters_begin(pen.parameters, bytes, length);
    run_commands(&pen);
    end_part(&pen);
    if (pen.wrapped) note(&pen, TW_GEOMETRY_OVERFLOW);
    *bounds = pen.bounds;
    return pen.parts_seen;
}
