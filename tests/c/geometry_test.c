/* Geometry commands: for each rule of MVT 4.3 and each way to break it, what is kept and what is noted. Every row is
 * read as each element type, with triangles, and cut into two packed runs at each place, which takes the reader's other
 * way: all must agree. */
#include "block_check.h"
#include "blocks.h"
#include "test.h"

typedef struct {
    uint32_t count;
    const int32_t *numbers;
} list;

#define LIST(...)                                                                                                      \
    {                                                                                                                  \
        sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t), (const int32_t[]) {                                  \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }
#define NONE                                                                                                           \
    { 0, NULL }

typedef struct {
    const char *title;
    uint8_t type;
    uint8_t version;
    list commands;
    list positions; /* of what is kept */
    list parts;     /* parts or rings; NONE for points */
    list polygons;
    list problems;
} row;

/* Zigzag-coded parameters of a vertex. */
#define V(x, y) (int32_t) ZIGZAG(x), (int32_t)ZIGZAG(y)
#define M(count) (int32_t) MOVE_TO(count)
#define L(count) (int32_t) LINE_TO(count)
#define C (int32_t) CLOSE_PATH
#define COMMAND(id, count) (int32_t)((uint32_t)(count) << 3 | (id))

#define LARGE 2147483647
#define SMALL (-2147483647 - 1)

/* Rings of the polygon rows: steps behind a MoveTo to their first vertex. */
#define CLOCKWISE L(3), V(10, 0), V(0, 10), V(-10, 0), C
#define COUNTERCLOCKWISE L(3), V(0, 10), V(10, 0), V(0, -10), C
#define FLAT L(2), V(5, 5), V(5, 5), C

static const row rows[] = {
    /* ---- points */
    {"a point", POINT, 2, LIST(M(1), V(25, 17)), LIST(25, 17), NONE, NONE, NONE},
    {"several points", POINT, 2, LIST(M(2), V(5, 7), V(-2, -5)), LIST(5, 7, 3, 2), NONE, NONE, NONE},
    {"MoveTo after MoveTo in a point", POINT, 2, LIST(M(1), V(1, 2), M(1), V(1, 2)), LIST(1, 2, 2, 4), NONE, NONE,
     LIST(TW_GEOMETRY_REPEATED_COMMAND)},
    {"the same in version 1", POINT, 1, LIST(M(1), V(1, 2), M(1), V(1, 2)), LIST(1, 2, 2, 4), NONE, NONE, NONE},
    {"LineTo in a point: the pen moves", POINT, 2, LIST(M(1), V(5, 5), L(2), V(1, 1), V(1, 1), M(1), V(1, 1)),
     LIST(5, 5, 8, 8), NONE, NONE, LIST(TW_GEOMETRY_UNEXPECTED_LINETO)},
    {"ClosePath in a point", POINT, 2, LIST(M(1), V(5, 5), C), LIST(5, 5), NONE, NONE,
     LIST(TW_GEOMETRY_UNEXPECTED_CLOSEPATH)},
    {"MoveTo(0) in a point", POINT, 2, LIST(M(0), M(1), V(1, 1)), LIST(1, 1), NONE, NONE,
     LIST(TW_GEOMETRY_ZERO_COUNT, TW_GEOMETRY_REPEATED_COMMAND)},
    {"MoveTo(0) alone", POINT, 2, LIST(M(0)), NONE, NONE, NONE, LIST(TW_GEOMETRY_ZERO_COUNT)},
    {"a point without its y", POINT, 2, LIST(M(1), 4), NONE, NONE, NONE, LIST(TW_GEOMETRY_TRUNCATED)},
    {"a point without parameters", POINT, 2, LIST(M(1)), NONE, NONE, NONE, LIST(TW_GEOMETRY_TRUNCATED)},
    {"points of which the last has no y", POINT, 2, LIST(M(1), V(1, 1), C, M(2), V(1, 1), 4), LIST(1, 1), NONE, NONE,
     LIST(TW_GEOMETRY_UNEXPECTED_CLOSEPATH, TW_GEOMETRY_TRUNCATED)},
    {"a MoveTo of 2^29 - 1", POINT, 2, LIST(M(0x1FFFFFFF), V(1, 1)), NONE, NONE, NONE, LIST(TW_GEOMETRY_TRUNCATED)},
    {"the extremes of int32", POINT, 2, LIST(M(3), V(LARGE, SMALL), V(-LARGE, LARGE), V(SMALL, 1)),
     LIST(LARGE, SMALL, 0, -1, SMALL, 0), NONE, NONE, NONE},
    {"a sum beyond int32 wraps", POINT, 2, LIST(M(2), V(LARGE, SMALL), V(1, -1)), LIST(LARGE, SMALL, SMALL, LARGE),
     NONE, NONE, LIST(TW_GEOMETRY_OVERFLOW)},

    /* ---- lines */
    {"a line", LINE, 2, LIST(M(1), V(2, 2), L(2), V(0, 8), V(8, 0)), LIST(2, 2, 2, 10, 10, 10), LIST(0, 3), NONE, NONE},
    {"two lines: the second begins where the pen is", LINE, 2,
     LIST(M(1), V(2, 2), L(2), V(0, 8), V(8, 0), M(1), V(-9, -9), L(1), V(2, 4)), LIST(2, 2, 2, 10, 10, 10, 1, 1, 3, 5),
     LIST(0, 3, 5), NONE, NONE},
    {"steps of 0, 0", LINE, 2, LIST(M(1), V(2, 2), L(2), V(0, 0), V(0, 0)), LIST(2, 2, 2, 2, 2, 2), LIST(0, 3), NONE,
     NONE},
    {"LineTo after LineTo", LINE, 2, LIST(M(1), V(1, 1), L(1), V(1, 1), L(1), V(1, 1)), LIST(1, 1, 2, 2, 3, 3),
     LIST(0, 3), NONE, LIST(TW_GEOMETRY_REPEATED_COMMAND)},
    {"the same in version 1", LINE, 1, LIST(M(1), V(1, 1), L(1), V(1, 1), L(1), V(1, 1)), LIST(1, 1, 2, 2, 3, 3),
     LIST(0, 3), NONE, NONE},
    {"MoveTo alone", LINE, 2, LIST(M(1), V(1, 1)), NONE, NONE, NONE, LIST(TW_GEOMETRY_TOO_FEW_POINTS)},
    {"MoveTo alone, then a line", LINE, 2, LIST(M(1), V(1, 1), M(1), V(1, 1), L(1), V(1, 1)), LIST(2, 2, 3, 3),
     LIST(0, 2), NONE, LIST(TW_GEOMETRY_TOO_FEW_POINTS)},
    {"a line, then MoveTo alone", LINE, 2, LIST(M(1), V(1, 1), L(1), V(1, 1), M(1), V(900, 900)), LIST(1, 1, 2, 2),
     LIST(0, 2), NONE, LIST(TW_GEOMETRY_TOO_FEW_POINTS)},
    {"MoveTo(3) in a line: its last vertex begins it", LINE, 2, LIST(M(3), V(1, 1), V(1, 1), V(1, 1), L(1), V(1, 1)),
     LIST(3, 3, 4, 4), LIST(0, 2), NONE, LIST(TW_GEOMETRY_BAD_MOVETO_COUNT)},
    {"LineTo first: the pen moves", LINE, 2, LIST(L(1), V(5, 5), M(1), V(1, 1), L(1), V(1, 1)), LIST(6, 6, 7, 7),
     LIST(0, 2), NONE, LIST(TW_GEOMETRY_UNEXPECTED_LINETO)},
    {"LineTo(0)", LINE, 2, LIST(M(1), V(1, 1), L(0), M(1), V(1, 1), L(1), V(1, 1)), LIST(2, 2, 3, 3), LIST(0, 2), NONE,
     LIST(TW_GEOMETRY_ZERO_COUNT, TW_GEOMETRY_TOO_FEW_POINTS)},
    {"MoveTo(0) in a line: the part goes on", LINE, 2, LIST(M(1), V(1, 1), M(0), L(1), V(1, 1)), LIST(1, 1, 2, 2),
     LIST(0, 2), NONE, LIST(TW_GEOMETRY_ZERO_COUNT)},
    {"ClosePath in a line: the part goes on", LINE, 2, LIST(M(1), V(1, 1), C, L(1), V(1, 1)), LIST(1, 1, 2, 2),
     LIST(0, 2), NONE, LIST(TW_GEOMETRY_UNEXPECTED_CLOSEPATH)},
    {"command 0", LINE, 2, LIST(M(1), V(1, 1), L(1), V(1, 1), COMMAND(0, 1), V(1, 1), L(1), V(1, 1)), LIST(1, 1, 2, 2),
     LIST(0, 2), NONE, LIST(TW_GEOMETRY_UNKNOWN_COMMAND)},
    {"command 3", LINE, 2, LIST(M(1), V(1, 1), L(1), V(1, 1), COMMAND(3, 1), V(1, 1)), LIST(1, 1, 2, 2), LIST(0, 2),
     NONE, LIST(TW_GEOMETRY_UNKNOWN_COMMAND)},
    {"command 4", LINE, 2, LIST(M(1), V(1, 1), COMMAND(4, 1), V(1, 1)), NONE, NONE, NONE,
     LIST(TW_GEOMETRY_UNKNOWN_COMMAND, TW_GEOMETRY_TOO_FEW_POINTS)},
    {"command 5", LINE, 2, LIST(COMMAND(5, 0x1FFFFFFF)), NONE, NONE, NONE, LIST(TW_GEOMETRY_UNKNOWN_COMMAND)},
    {"command 6", LINE, 2, LIST(COMMAND(6, 0), M(1), V(1, 1), L(1), V(1, 1)), NONE, NONE, NONE,
     LIST(TW_GEOMETRY_UNKNOWN_COMMAND)},
    {"a LineTo cut between vertices", LINE, 2, LIST(M(1), V(1, 1), L(3), V(1, 1), V(1, 1)), NONE, NONE, NONE,
     LIST(TW_GEOMETRY_TRUNCATED, TW_GEOMETRY_TOO_FEW_POINTS)},
    {"a LineTo cut between x and y: the LineTo before it is kept", LINE, 1,
     LIST(M(1), V(1, 1), L(1), V(1, 1), L(2), V(1, 1), 2), LIST(1, 1, 2, 2), LIST(0, 2), NONE,
     LIST(TW_GEOMETRY_TRUNCATED)},
    {"a LineTo of 2^29 - 1", LINE, 2, LIST(M(1), V(1, 1), L(0x1FFFFFFF), V(1, 1)), NONE, NONE, NONE,
     LIST(TW_GEOMETRY_TRUNCATED, TW_GEOMETRY_TOO_FEW_POINTS)},
    {"MoveTo without parameters behind a line", LINE, 2, LIST(M(1), V(1, 1), L(1), V(1, 1), M(1)), LIST(1, 1, 2, 2),
     LIST(0, 2), NONE, LIST(TW_GEOMETRY_TRUNCATED)},
    {"a line from end to end of int32", LINE, 2, LIST(M(1), V(SMALL, SMALL), L(2), V(LARGE, LARGE), V(LARGE, LARGE)),
     LIST(SMALL, SMALL, -1, -1, LARGE - 1, LARGE - 1), LIST(0, 3), NONE, NONE},
    {"a line that wraps", LINE, 2, LIST(M(1), V(LARGE, 0), L(1), V(2, 0)), LIST(LARGE, 0, SMALL + 1, 0), LIST(0, 2),
     NONE, LIST(TW_GEOMETRY_OVERFLOW)},
    {"beyond int16 by one", LINE, 2, LIST(M(1), V(32766, -32767), L(1), V(1, -1)), LIST(32766, -32767, 32767, -32768),
     LIST(0, 2), NONE, NONE},
    {"the ends of what int16 takes", LINE, 2, LIST(M(1), V(32766, -32767), L(1), V(-65533, 65533)),
     LIST(32766, -32767, -32767, 32766), LIST(0, 2), NONE, NONE},

    {"short steps that lead out of int16", LINE, 2,
     LIST(M(1), V(8000, -8000), L(4), V(8000, -8000), V(8000, -8000), V(8000, -8000), V(8000, -8000)),
     LIST(8000, -8000, 16000, -16000, 24000, -24000, 32000, -32000, 40000, -40000), LIST(0, 5), NONE, NONE},
    {"short steps that lead out of int16 and back", POINT, 2,
     LIST(M(6), V(8191, 0), V(8191, 0), V(8191, 0), V(8191, 0), V(8191, 0), V(-8192, 0)),
     LIST(8191, 0, 16382, 0, 24573, 0, 32764, 0, 40955, 0, 32763, 0), NONE, NONE, NONE},

    /* ---- polygons */
    {"a ring", POLYGON, 2, LIST(M(1), V(0, 0), CLOCKWISE), LIST(0, 0, 10, 0, 10, 10, 0, 10, 0, 0), LIST(0, 5),
     LIST(0, 1), NONE},
    {"a ring whose last vertex is its first: ClosePath adds a copy all the same", POLYGON, 2,
     LIST(M(1), V(0, 0), L(4), V(10, 0), V(0, 10), V(-10, 0), V(0, -10), C),
     LIST(0, 0, 10, 0, 10, 10, 0, 10, 0, 0, 0, 0), LIST(0, 6), LIST(0, 1), NONE},
    {"ClosePath moves the pen nowhere", POLYGON, 2, LIST(M(1), V(0, 0), CLOCKWISE, M(1), V(10, 0), CLOCKWISE),
     LIST(0, 0, 10, 0, 10, 10, 0, 10, 0, 0, 10, 10, 20, 10, 20, 20, 10, 20, 10, 10), LIST(0, 5, 10), LIST(0, 1, 2),
     NONE},
    {"a hole", POLYGON, 2, LIST(M(1), V(0, 0), CLOCKWISE, M(1), V(2, -8), L(2), V(0, 2), V(2, -2), C),
     LIST(0, 0, 10, 0, 10, 10, 0, 10, 0, 0, 2, 2, 2, 4, 4, 2, 2, 2), LIST(0, 5, 9), LIST(0, 2), NONE},
    {"two exteriors, a hole between", POLYGON, 2,
     LIST(M(1), V(0, 0), CLOCKWISE, M(1), V(2, -8), L(2), V(0, 2), V(2, -2), C, M(1), V(26, -2), CLOCKWISE),
     LIST(0, 0, 10, 0, 10, 10, 0, 10, 0, 0, 2, 2, 2, 4, 4, 2, 2, 2, 30, 0, 40, 0, 40, 10, 30, 10, 30, 0),
     LIST(0, 5, 9, 14), LIST(0, 2, 3), NONE},
    {"windings turned around: the first is an exterior", POLYGON, 2,
     LIST(M(1), V(0, 0), COUNTERCLOCKWISE, M(1), V(-8, 2), L(2), V(2, 0), V(-2, 2), C),
     LIST(0, 0, 0, 10, 10, 10, 10, 0, 0, 0, 2, 2, 4, 2, 2, 4, 2, 2), LIST(0, 5, 9), LIST(0, 2),
     LIST(TW_GEOMETRY_INTERIOR_WITHOUT_EXTERIOR)},
    {"the same in version 1, which does not tell the winding", POLYGON, 1, LIST(M(1), V(0, 0), COUNTERCLOCKWISE),
     LIST(0, 0, 0, 10, 10, 10, 10, 0, 0, 0), LIST(0, 5), LIST(0, 1), NONE},
    {"no ClosePath, last vertex apart", POLYGON, 2, LIST(M(1), V(0, 0), L(2), V(10, 0), V(0, 10)),
     LIST(0, 0, 10, 0, 10, 10, 0, 0), LIST(0, 4), LIST(0, 1), LIST(TW_GEOMETRY_MISSING_CLOSEPATH)},
    {"no ClosePath, last vertex is the first", POLYGON, 2, LIST(M(1), V(0, 0), L(3), V(10, 0), V(0, 10), V(-10, -10)),
     LIST(0, 0, 10, 0, 10, 10, 0, 0), LIST(0, 4), LIST(0, 1), LIST(TW_GEOMETRY_MISSING_CLOSEPATH)},
    {"no ClosePath between rings", POLYGON, 2,
     LIST(M(1), V(0, 0), L(2), V(10, 0), V(0, 10), M(1), V(10, 0), L(2), V(10, 0), V(0, 10), C),
     LIST(0, 0, 10, 0, 10, 10, 0, 0, 20, 10, 30, 10, 30, 20, 20, 10), LIST(0, 4, 8), LIST(0, 1, 2),
     LIST(TW_GEOMETRY_MISSING_CLOSEPATH)},
    {"no ClosePath, two vertices", POLYGON, 2, LIST(M(1), V(0, 0), L(1), V(10, 0)), NONE, NONE, NONE,
     LIST(TW_GEOMETRY_MISSING_CLOSEPATH, TW_GEOMETRY_TOO_FEW_POINTS)},
    {"no ClosePath, there and back", POLYGON, 2, LIST(M(1), V(0, 0), L(2), V(10, 0), V(-10, 0)), NONE, NONE, NONE,
     LIST(TW_GEOMETRY_MISSING_CLOSEPATH, TW_GEOMETRY_TOO_FEW_POINTS)},
    {"MoveTo and ClosePath", POLYGON, 2, LIST(M(1), V(0, 0), C), NONE, NONE, NONE, LIST(TW_GEOMETRY_TOO_FEW_POINTS)},
    {"one LineTo and ClosePath", POLYGON, 2, LIST(M(1), V(0, 0), L(1), V(9, 9), C, M(1), V(-9, -9), CLOCKWISE),
     LIST(0, 0, 10, 0, 10, 10, 0, 10, 0, 0), LIST(0, 5), LIST(0, 1), LIST(TW_GEOMETRY_TOO_FEW_POINTS)},
    {"ClosePath(0)", POLYGON, 2, LIST(M(1), V(0, 0), L(2), V(10, 0), V(0, 10), COMMAND(7, 0)),
     LIST(0, 0, 10, 0, 10, 10, 0, 0), LIST(0, 4), LIST(0, 1), LIST(TW_GEOMETRY_BAD_CLOSEPATH_COUNT)},
    {"ClosePath(2)", POLYGON, 2, LIST(M(1), V(0, 0), L(2), V(10, 0), V(0, 10), COMMAND(7, 2)),
     LIST(0, 0, 10, 0, 10, 10, 0, 0), LIST(0, 4), LIST(0, 1), LIST(TW_GEOMETRY_BAD_CLOSEPATH_COUNT)},
    {"ClosePath(2^29 - 1)", POLYGON, 2, LIST(M(1), V(0, 0), L(2), V(10, 0), V(0, 10), COMMAND(7, 0x1FFFFFFF)),
     LIST(0, 0, 10, 0, 10, 10, 0, 0), LIST(0, 4), LIST(0, 1), LIST(TW_GEOMETRY_BAD_CLOSEPATH_COUNT)},
    {"ClosePath first", POLYGON, 2, LIST(C, M(1), V(0, 0), CLOCKWISE), LIST(0, 0, 10, 0, 10, 10, 0, 10, 0, 0),
     LIST(0, 5), LIST(0, 1), LIST(TW_GEOMETRY_UNEXPECTED_CLOSEPATH)},
    {"ClosePath alone", POLYGON, 2, LIST(C), NONE, NONE, NONE, LIST(TW_GEOMETRY_UNEXPECTED_CLOSEPATH)},
    {"ClosePath twice", POLYGON, 2, LIST(M(1), V(0, 0), CLOCKWISE, C), LIST(0, 0, 10, 0, 10, 10, 0, 10, 0, 0),
     LIST(0, 5), LIST(0, 1), LIST(TW_GEOMETRY_UNEXPECTED_CLOSEPATH)},
    {"LineTo behind ClosePath: the pen moves", POLYGON, 2,
     LIST(M(1), V(0, 0), CLOCKWISE, L(1), V(5, 5), M(1), V(5, -15), CLOCKWISE),
     LIST(0, 0, 10, 0, 10, 10, 0, 10, 0, 0, 10, 0, 20, 0, 20, 10, 10, 10, 10, 0), LIST(0, 5, 10), LIST(0, 1, 2),
     LIST(TW_GEOMETRY_UNEXPECTED_LINETO)},
    {"MoveTo(2) in a polygon", POLYGON, 2, LIST(M(2), V(5, 5), V(-5, -5), CLOCKWISE),
     LIST(0, 0, 10, 0, 10, 10, 0, 10, 0, 0), LIST(0, 5), LIST(0, 1), LIST(TW_GEOMETRY_BAD_MOVETO_COUNT)},
    {"a ring without area, alone, is kept", POLYGON, 2, LIST(M(1), V(0, 0), FLAT), LIST(0, 0, 5, 5, 10, 10, 0, 0),
     LIST(0, 4), LIST(0, 1), NONE},
    {"a ring without area first", POLYGON, 2, LIST(M(1), V(0, 0), FLAT, M(1), V(-10, -10), CLOCKWISE),
     LIST(0, 0, 10, 0, 10, 10, 0, 10, 0, 0), LIST(0, 5), LIST(0, 1), LIST(TW_GEOMETRY_ZERO_AREA)},
    {"a ring without area between, which was the box's edge", POLYGON, 2,
     LIST(M(1), V(0, 0), CLOCKWISE, M(1), V(90, 90), FLAT, M(1), V(-90, -110), CLOCKWISE),
     LIST(0, 0, 10, 0, 10, 10, 0, 10, 0, 0, 10, 0, 20, 0, 20, 10, 10, 10, 10, 0), LIST(0, 5, 10), LIST(0, 1, 2),
     LIST(TW_GEOMETRY_ZERO_AREA)},
    {"only rings without area", POLYGON, 2, LIST(M(1), V(0, 0), FLAT, M(1), V(1, 1), FLAT), NONE, NONE, NONE,
     LIST(TW_GEOMETRY_ZERO_AREA, TW_GEOMETRY_ZERO_AREA)},
    {"a ring without area beside one left out", POLYGON, 2, LIST(M(1), V(0, 0), FLAT, M(1), V(1, 1), C), NONE, NONE,
     NONE, LIST(TW_GEOMETRY_TOO_FEW_POINTS, TW_GEOMETRY_ZERO_AREA)},
    {"a figure of eight has no area", POLYGON, 2,
     LIST(M(1), V(0, 0), L(3), V(10, 10), V(0, -10), V(-10, 10), C, M(1), V(20, -10), CLOCKWISE),
     LIST(20, 0, 30, 0, 30, 10, 20, 10, 20, 0), LIST(0, 5), LIST(0, 1), LIST(TW_GEOMETRY_ZERO_AREA)},
    {"a cut ring is closed", POLYGON, 2, LIST(M(1), V(0, 0), L(2), V(10, 0), V(0, 10), L(9), V(1, 1)),
     LIST(0, 0, 10, 0, 10, 10, 0, 0), LIST(0, 4), LIST(0, 1),
     LIST(TW_GEOMETRY_TRUNCATED, TW_GEOMETRY_MISSING_CLOSEPATH)},
    {"a ring cut in its first LineTo is left out, the one before is kept", POLYGON, 2,
     LIST(M(1), V(0, 0), CLOCKWISE, M(1), V(50, 50), L(3), V(10, 0)), LIST(0, 0, 10, 0, 10, 10, 0, 10, 0, 0),
     LIST(0, 5), LIST(0, 1), LIST(TW_GEOMETRY_TRUNCATED, TW_GEOMETRY_MISSING_CLOSEPATH, TW_GEOMETRY_TOO_FEW_POINTS)},
    {"a ring of short steps that leads out of int16", POLYGON, 2,
     LIST(M(1), V(0, 0), L(8), V(8000, 0), V(8000, 0), V(8000, 0), V(8000, 0), V(8000, 0), V(0, 8000), V(-8000, 0),
          V(-8000, 0), C),
     LIST(0, 0, 8000, 0, 16000, 0, 24000, 0, 32000, 0, 40000, 0, 40000, 8000, 32000, 8000, 24000, 8000, 0, 0),
     LIST(0, 10), LIST(0, 1), NONE},
    {"an unknown command in a polygon", POLYGON, 2, LIST(M(1), V(0, 0), CLOCKWISE, COMMAND(4, 2), CLOCKWISE),
     LIST(0, 0, 10, 0, 10, 10, 0, 10, 0, 0), LIST(0, 5), LIST(0, 1), LIST(TW_GEOMETRY_UNKNOWN_COMMAND)},

    /* ---- areas that leave 32, 53 and 64 bits */
    {"a ring around all of int32", POLYGON, 2,
     LIST(M(1), V(SMALL, SMALL), L(6), V(LARGE, 0), V(LARGE, 0), V(1, LARGE), V(0, LARGE), V(SMALL, 0), V(-LARGE, 0),
          C),
     LIST(SMALL, SMALL, -1, SMALL, LARGE - 1, SMALL, LARGE, -1, LARGE, LARGE - 1, -1, LARGE - 1, SMALL, LARGE - 1,
          SMALL, SMALL),
     LIST(0, 8), LIST(0, 1), NONE},
    {"the same the other way around", POLYGON, 2,
     LIST(M(1), V(SMALL, SMALL), L(6), V(0, LARGE), V(0, LARGE), V(LARGE, 1), V(LARGE, 0), V(0, SMALL), V(0, -LARGE),
          C),
     LIST(SMALL, SMALL, SMALL, -1, SMALL, LARGE - 1, -1, LARGE, LARGE - 1, LARGE, LARGE - 1, -1, LARGE - 1, SMALL,
          SMALL, SMALL),
     LIST(0, 8), LIST(0, 1), LIST(TW_GEOMETRY_INTERIOR_WITHOUT_EXTERIOR)},
    {"a sliver at the end of int32, one unit of area, and its hole", POLYGON, 2,
     LIST(M(1), V(LARGE - 1, LARGE - 1), L(2), V(1, 0), V(0, 1), C, M(1), V(-1, -1), L(2), V(0, 1), V(1, 0), C),
     LIST(LARGE - 1, LARGE - 1, LARGE, LARGE - 1, LARGE, LARGE, LARGE - 1, LARGE - 1, LARGE - 1, LARGE - 1, LARGE - 1,
          LARGE, LARGE, LARGE, LARGE - 1, LARGE - 1),
     LIST(0, 4, 8), LIST(0, 2), NONE},
    {"a long flat triangle of one unit of area", POLYGON, 2,
     LIST(M(1), V(0, 0), L(2), V(1000000006, 1000000005), V(1, 1), C, M(1), V(-1000000007, -1000000006), CLOCKWISE),
     LIST(0, 0, 1000000006, 1000000005, 1000000007, 1000000006, 0, 0, 0, 0, 10, 0, 10, 10, 0, 10, 0, 0), LIST(0, 4, 9),
     LIST(0, 1, 2), NONE},
};

static message tile_of(const row *one, uint32_t cut) {
    message_reset();
    message feature = message_new();
    message layer = message_new();
    message tile = message_new();
    const uint32_t *commands = (const uint32_t *)one->commands.numbers;
    put_varint_field(&feature, FEATURE_TYPE, one->type);
    if (cut > 0) put_packed(&feature, FEATURE_GEOMETRY, commands, cut);
    put_packed(&feature, FEATURE_GEOMETRY, commands + cut, one->commands.count - cut);
    put_varint_field(&layer, LAYER_VERSION, one->version);
    put_string(&layer, LAYER_NAME, "layer");
    /* Others of each type before and behind, which must not change. */
    for (uint32_t type = POINT; type <= POLYGON; type++) {
        message other = message_over((uint8_t[64]){0}, 64);
        const uint32_t shape[] = {MOVE_TO(1), 2, 2, LINE_TO(2), 4, 0, 0, 4, CLOSE_PATH};
        put_varint_field(&other, FEATURE_TYPE, type);
        put_packed(&other, FEATURE_GEOMETRY, shape, type == POINT ? 3 : type == LINE ? 8 : 9);
        put_message(&layer, LAYER_FEATURES, &other);
        if (type == POINT) put_message(&layer, LAYER_FEATURES, &feature);
    }
    put_message(&tile, TILE_LAYERS, &layer);
    return tile;
}

enum { OTHER_VERTICES = 3 }; /* of the line and of the polygon behind; the point before has one */

static void check_column(const tw_layer_record *layer, uint8_t kind, uint8_t group, uint32_t skipped,
                         const list *expected, uint32_t behind) {
    const tw_column *column = column_at(layer, kind, group);
    if (!CHECK(column != NULL)) return;
    if (!CHECK_EQUAL(column->count, skipped + expected->count + behind)) return;
    for (uint32_t i = 0; i < expected->count; i++)
        CHECK_EQUAL(column_element(column, skipped + i), expected->numbers[i]);
}

static void check_box_of(const tw_layer_record *layer, const list *positions) {
    int32_t box[4] = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    for (uint32_t i = 0; i < positions->count; i++) {
        int32_t at = positions->numbers[i];
        if (at < box[i % 2]) box[i % 2] = at;
        if (at > box[2 + i % 2]) box[2 + i % 2] = at;
    }
    const int32_t *found = column_data(layer, TW_COLUMN_BBOXES, 0);
    for (uint32_t i = 0; i < 4; i++)
        CHECK_EQUAL(found[4 + i], box[i]);
}

static void check_noted(const row *one) {
    CHECK_EQUAL(problem_count(), one->problems.count);
    for (uint32_t i = 0; i < one->problems.count; i++) {
        CHECK_STRING(tw_status_name(problem_code(i)), tw_status_name((tw_status)one->problems.numbers[i]));
        const tw_problem *problem = problem_at(i);
        CHECK(!problem || (problem->feature == 1 && problem->layer == 0));
    }
}

/* The row's feature has number 1. Behind it come a line and a polygon. */
static void check_kept(const row *one) {
    const tw_layer_record *layer = layer_at(0);
    uint8_t group = one->type;
    bool kept = one->positions.count > 0;
    uint32_t others = one->type == POINT ? 1 : OTHER_VERTICES + (one->type == POLYGON);
    uint32_t before = one->type == POINT ? 2 : 0;
    check_column(layer, TW_COLUMN_POSITIONS, group, before, &one->positions, 2 * others - before);
    list index = kept ? (list)LIST(1) : (list)NONE;
    check_column(layer, TW_COLUMN_FEATURE_INDEX, group, one->type == POINT, &index, one->type != POINT);
    if (one->type == LINE) check_column(layer, TW_COLUMN_PART_OFFSETS, group, 0, &one->parts, kept ? 1 : 2);
    if (one->type == POLYGON) {
        check_column(layer, TW_COLUMN_RING_OFFSETS, group, 0, &one->parts, kept ? 1 : 2);
        check_column(layer, TW_COLUMN_POLYGON_OFFSETS, group, 0, &one->polygons, kept ? 1 : 2);
    }
    check_box_of(layer, &one->positions);
    check_noted(one);
}

/* Whether positions of the type show every coordinate of the row. */
static bool exact_in(const row *one, uint8_t type) {
    for (uint32_t i = 0; i < one->positions.count && type == TW_F32; i++) {
        int32_t at = one->positions.numbers[i];
        if (at > 1 << 24 || at < -(1 << 24)) return false;
    }
    return true;
}

static void check_row(const row *one, uint32_t cut, uint8_t type, uint8_t flags) {
    message tile = tile_of(one, cut);
    tw_options options = options_for(type);
    options.flags = flags;
    test_request request = request_for_all(&options);
    if (!CHECK_EQUAL(decode(&tile, &request), TW_OK)) return;
    const char *fault = block_fault(tw_result()->block, tw_result()->block_length);
    if (fault) printf("%s\n", fault);
    CHECK(!fault);
    if (exact_in(one, type)) check_kept(one);
}

static void check_whole_row(const row *one) {
    static const uint8_t types[] = {TW_I16, TW_I32, TW_F32, TW_F64};
    for (uint32_t i = 0; i < 4; i++) {
        check_row(one, 0, types[i], 0);
        check_row(one, 0, types[i], TW_WITH_TRIANGLES | TW_WITH_VERTEX_FEATURE);
        for (uint32_t cut = 1; cut < one->commands.count; cut++)
            check_row(one, cut, types[i], 0);
    }
}

static void keeps_what_is_right_of_each_row(void) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned before = test_checks_failed;
        check_whole_row(&rows[i]);
        if (test_checks_failed > before) printf("in row \"%s\"\n", rows[i].title);
    }
}

/* In strict mode the first problem that breaks a MUST is the error. */
static void strict_mode_refuses_each_row(void) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const row *one = &rows[i];
        tw_status expected = TW_OK;
        for (uint32_t p = 0; p < one->problems.count && expected == TW_OK; p++) {
            tw_status code = (tw_status)one->problems.numbers[p];
            if (code != TW_GEOMETRY_ZERO_AREA && code != TW_GEOMETRY_OVERFLOW) expected = code;
        }
        message tile = tile_of(one, 0);
        tw_options options = options_for(TW_I32);
        test_request request = request_for_all(&options);
        request_be_strict(&request);
        CHECK_STRING(tw_status_name(decode(&tile, &request)), tw_status_name(expected));
        if (expected == TW_OK) continue;
        CHECK_EQUAL(tw_result()->error_layer, 0);
        CHECK_EQUAL(tw_result()->error_feature, 1);
        options.flags = TW_STRICT; /* the same for one layer */
        request = request_for_layers();
        add_numbered_layer(&request, 0, &options);
        CHECK_STRING(tw_status_name(decode(&tile, &request)), tw_status_name(expected));
    }
}

/* ---- packed bytes --------------------------------------------------------------------------------------------- */

static void check_bytes(const char *bytes, uint32_t length, const list *positions, tw_status first, tw_status second) {
    message_reset();
    message feature = message_new();
    message layer = message_new();
    message tile = message_new();
    put_varint_field(&feature, FEATURE_TYPE, LINE);
    put_bytes_field(&feature, FEATURE_GEOMETRY, bytes, length);
    put_layer_head(&layer, "layer");
    put_message(&layer, LAYER_FEATURES, &feature);
    put_message(&tile, TILE_LAYERS, &layer);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    CHECK(!block_fault(tw_result()->block, tw_result()->block_length));
    CHECK_EQUAL(column_count(layer_at(0), TW_COLUMN_POSITIONS, TW_GROUP_LINES), positions->count);
    const int32_t *found = column_data(layer_at(0), TW_COLUMN_POSITIONS, TW_GROUP_LINES);
    for (uint32_t i = 0; i < positions->count && found; i++)
        CHECK_EQUAL(found[i], positions->numbers[i]);
    CHECK_STRING(tw_status_name(problem_code(0)), tw_status_name(first));
    CHECK_STRING(tw_status_name(problem_code(1)), tw_status_name(second));
    if (first != TW_OK) CHECK_EQUAL(problem_at(0)->offset, tile.length - length);
}

static void reads_padded_varints(void) {
    const list line = LIST(1, 1, 2, 2);
    check_bytes("\x89\x00\x82\x80\x00\x82\x80\x80\x80\x00\x8A\x80\x80\x80\x80\x80\x80\x80\x80\x00\x02\x02", 22, &line,
                TW_OK, TW_OK);
}

static void takes_the_low_32_bits(void) {
    const list line = LIST(1, 1, 2, 2);
    /* 2^32 + 2, 2^63 + 2: parameters are uint32 */
    check_bytes("\x09\x82\x80\x80\x80\x10\x02\x0A\x82\x80\x80\x80\x80\x80\x80\x80\x80\x01\x02", 19, &line, TW_OK,
                TW_OK);
}

static void ends_at_a_bad_varint(void) {
    const list line = LIST(1, 1, 2, 2);
    const list nothing = NONE;
    check_bytes("\x09\x02\x02\x0A\x02\x02\x8A\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00\x02\x02", 19, &line,
                TW_GEOMETRY_BAD_VARINT, TW_OK);
    check_bytes("\x09\x02\x02\x0A\x02\x82\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", 16, &nothing,
                TW_GEOMETRY_BAD_VARINT, TW_GEOMETRY_TOO_FEW_POINTS);
    check_bytes("\x09\x02\x02\x0A\x02\x02\x89", 7, &line, TW_GEOMETRY_TRUNCATED, TW_OK);
    check_bytes("\x09\x02\x02\x0A\x02\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 15, &nothing, TW_GEOMETRY_BAD_VARINT,
                TW_GEOMETRY_TOO_FEW_POINTS);
}

static void notes_missing_geometry(void) {
    message_reset();
    message layer = message_new();
    message tile = message_new();
    put_layer_head(&layer, "layer");
    put_bytes_field(&layer, LAYER_FEATURES, "\x18\x01", 2);
    put_bytes_field(&layer, LAYER_FEATURES, "\x18\x02\x22\x00", 4);
    put_bytes_field(&layer, LAYER_FEATURES, "\x18\x03", 2);
    put_message(&tile, TILE_LAYERS, &layer);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    CHECK(!block_fault(tw_result()->block, tw_result()->block_length));
    CHECK_EQUAL(problem_count(), 3);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_EQUAL(problem_code(i), TW_GEOMETRY_MISSING);
        CHECK_EQUAL(problem_at(i)->feature, i);
    }
}

/* ---- geometry of many pieces ---------------------------------------------------------------------------------- */

/* One line of `count` vertices whose parameters have one to three bytes, perhaps cut into two runs; its commands are
 * LineTo of different counts where `many`. */
static void check_long_line(uint32_t count, bool many, bool cut) {
    static uint8_t memory[1 << 20];
    static uint32_t integers[200000];
    uint32_t length = 0;
    int64_t x = 0;
    int64_t y = 0;
    int64_t sum = 0;
    for (uint32_t i = 0; i < count;) {
        uint32_t run = i == 0 ? 1 : many ? 1 + i % 700 : count - 1;
        if (run > count - i) run = count - i;
        integers[length++] = i == 0 ? MOVE_TO(1) : LINE_TO(run);
        for (; run > 0; run--, i++) {
            int32_t dx = (int32_t)(i * 2654435761u >> (i % 3 == 0 ? 26 : i % 3 == 1 ? 20 : 17)) * (i % 2 ? 1 : -1);
            int32_t dy = (int32_t)(i % 90) - 45;
            integers[length++] = ZIGZAG(dx);
            integers[length++] = ZIGZAG(dy);
            x += dx;
            y += dy;
            sum += x * 31 + y;
        }
    }
    message feature = message_over(memory, 1 << 19);
    message tile = message_over(memory + (1 << 19), 1 << 19);
    put_varint_field(&feature, FEATURE_TYPE, LINE);
    if (cut) put_packed(&feature, FEATURE_GEOMETRY, integers, length / 3);
    put_packed(&feature, FEATURE_GEOMETRY, integers + (cut ? length / 3 : 0), length - (cut ? length / 3 : 0));
    message head = message_over((uint8_t[32]){0}, 32);
    put_layer_head(&head, "layer");
    message field = message_over((uint8_t[16]){0}, 16);
    put_tag(&field, LAYER_FEATURES, WIRE_BYTES);
    put_varint(&field, feature.length);
    put_tag(&tile, TILE_LAYERS, WIRE_BYTES);
    put_varint(&tile, (uint64_t)head.length + field.length + feature.length);
    put_bytes(&tile, head.bytes, head.length);
    put_bytes(&tile, field.bytes, field.length);
    put_bytes(&tile, feature.bytes, feature.length);

    CHECK_EQUAL(decode_all(&tile), TW_OK);
    CHECK(!block_fault(tw_result()->block, tw_result()->block_length));
    if (!many) CHECK_EQUAL(problem_count(), 0);
    if (!CHECK_EQUAL(column_count(layer_at(0), TW_COLUMN_POSITIONS, TW_GROUP_LINES), 2 * count)) return;
    const int32_t *positions = column_data(layer_at(0), TW_COLUMN_POSITIONS, TW_GROUP_LINES);
    for (uint32_t i = 0; i < count; i++)
        sum -= positions[2ull * i] * 31LL + positions[2ull * i + 1];
    CHECK_EQUAL(sum, 0);
    CHECK_EQUAL(positions[2ull * (count - 1)], x);
    CHECK_EQUAL(positions[2ull * (count - 1) + 1], y);
}

static void reads_lines_of_any_length(void) {
    static const uint32_t counts[] = {2,    3,    4,    5,    6,    7,    8,    9,    10,   15,   16,   17,    31,   33,
                                      1300, 1364, 1365, 1366, 1367, 2046, 2047, 2048, 2049, 4095, 5000, 30000, 60000};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        for (uint32_t way = 0; way < 4; way++)
            check_long_line(counts[i], way & 1, way & 2);
    }
}

/* ---- geometry of many pieces that is cut --------------------------------------------------------------------------
 */

/* A tile of one feature with these packed bytes. */
static message large_tile(uint8_t type, const uint8_t *bytes, uint32_t length) {
    static uint8_t memory[3][1 << 17];
    message feature = message_over(memory[0], 1 << 17);
    message layer = message_over(memory[1], 1 << 17);
    message tile = message_over(memory[2], 1 << 17);
    put_varint_field(&feature, FEATURE_TYPE, type);
    put_bytes_field(&feature, FEATURE_GEOMETRY, bytes, length);
    put_layer_head(&layer, "layer");
    put_message(&layer, LAYER_FEATURES, &feature);
    put_message(&tile, TILE_LAYERS, &layer);
    return tile;
}

/* A part, then a command whose count the bytes could hold if each number had one byte; but they have two, and end in
 * the middle of it, some pieces later. */
static void check_cut_late(uint8_t type, const uint32_t *commands, uint32_t count, uint32_t last, uint32_t kept,
                           const list *problems) {
    static uint8_t memory[1 << 16];
    message bytes = message_over(memory, sizeof memory);
    for (uint32_t i = 0; i < count; i++)
        put_varint(&bytes, commands[i]);
    put_varint(&bytes, last);
    for (uint32_t i = 0; i < 20000; i++)
        put_varint(&bytes, ZIGZAG(i % 2 ? 100 : -100));
    message tile = large_tile(type, bytes.bytes, bytes.length);
    CHECK_EQUAL(decode_all(&tile), TW_OK);
    CHECK(!block_fault(tw_result()->block, tw_result()->block_length));
    CHECK_EQUAL(column_count(layer_at(0), TW_COLUMN_POSITIONS, type), 2 * kept);
    for (uint32_t i = 0; i < problems->count; i++)
        CHECK_STRING(tw_status_name(problem_code(i)), tw_status_name((tw_status)problems->numbers[i]));
    CHECK_EQUAL(problem_count(), problems->count);
}

static void what_was_whole_is_kept_where_a_later_piece_ends(void) {
    const list cut = LIST(TW_GEOMETRY_TRUNCATED);
    const uint32_t points[] = {MOVE_TO(2), 2, 2, 2, 2, CLOSE_PATH};
    const list points_problems = LIST(TW_GEOMETRY_UNEXPECTED_CLOSEPATH, TW_GEOMETRY_TRUNCATED);
    check_cut_late(POINT, points, 6, MOVE_TO(15000), 2, &points_problems);
    const uint32_t line[] = {MOVE_TO(1), 2, 2, LINE_TO(1), 2, 2};
    const list repeated = LIST(TW_GEOMETRY_REPEATED_COMMAND, TW_GEOMETRY_TRUNCATED);
    check_cut_late(LINE, line, 6, LINE_TO(15000), 2, &repeated);
    const list moved = LIST(TW_GEOMETRY_BAD_MOVETO_COUNT, TW_GEOMETRY_TRUNCATED);
    check_cut_late(LINE, line, 6, MOVE_TO(15000), 2, &moved);
    const uint32_t ring[] = {MOVE_TO(1), 2, 2, LINE_TO(2), 20, 0, 0, 20, CLOSE_PATH};
    const list unexpected = LIST(TW_GEOMETRY_UNEXPECTED_LINETO, TW_GEOMETRY_TRUNCATED);
    check_cut_late(POLYGON, ring, 9, LINE_TO(15000), 4, &unexpected);
    check_cut_late(POLYGON, ring, 9, LINE_TO(0x1FFFFFFF), 4, &cut);
}

/* A varint without an end at each place around the end of the first piece. */
static void finds_long_varints_across_pieces(void) {
    static uint8_t memory[1 << 14];
    for (uint32_t at = 4080; at < 4100; at++) {
        message bytes = message_over(memory, sizeof memory);
        put_varint(&bytes, MOVE_TO(1));
        put_bytes(&bytes, "\x02\x02", 2);
        while (bytes.length < at - 3)
            put_bytes(&bytes, "\x0A\x02\x02", 3);
        while (bytes.length < at)
            put_byte(&bytes, 0x0F); /* ClosePath does nothing in a line but is noted */
        for (uint32_t i = 0; i < 12; i++)
            put_byte(&bytes, 0x80);
        put_bytes(&bytes, "\x00\x0A\x02\x02", 4);
        message tile = large_tile(LINE, bytes.bytes, bytes.length);
        CHECK_EQUAL(decode_all(&tile), TW_OK);
        CHECK(!block_fault(tw_result()->block, tw_result()->block_length));
        CHECK_EQUAL(problem_at(0) ? problem_at(block_header()->problems_stored - 1)->code : 0,
                    problem_count() > TW_MAX_PROBLEMS ? TW_GEOMETRY_REPEATED_COMMAND : TW_GEOMETRY_BAD_VARINT);
        CHECK(column_count(layer_at(0), TW_COLUMN_POSITIONS, TW_GROUP_LINES) >= 2 * (at / 3 - 2));
    }
}

int main(void) {
    RUN(keeps_what_is_right_of_each_row);
    RUN(strict_mode_refuses_each_row);
    RUN(reads_padded_varints);
    RUN(takes_the_low_32_bits);
    RUN(ends_at_a_bad_varint);
    RUN(notes_missing_geometry);
    RUN(reads_lines_of_any_length);
    RUN(what_was_whole_is_kept_where_a_later_piece_ends);
    RUN(finds_long_varints_across_pieces);
    return test_report();
}
