/* The running sum of deltas.h, for one kind of lanes. Included by deltas.h only, once a kind.
 *
 * BITS(name): the name of the sum and of its functions. LANES(name): the group of vertices that are handled at a time,
 * and what can be done with it (deltas_lanes.h); a group has LANES(_vertices) vertices of LANES(_lane) parameters. */

typedef struct {
    LANES(s) at;        /* where the pen stands, in every vertex of the group */
    LANES(s) low, high; /* least and greatest so far, vertex by vertex of the group */
    LANES(s) wrapped;   /* sign bits of the sums that left 32 bits */
    LANES(s) before;    /* of a ring: the group before, of which the last vertex counts */
    LANES(s) first;     /* of a ring: its first vertex, in every vertex of the group */
    LANES(_area) area;  /* of a ring: twice its area as far as it is drawn */
} BITS();

/* Begins a feature: the pen at 0, 0, no vertices. */
static inline void BITS(_start)(BITS() * sum) {
    sum->at = sum->wrapped = LANES(_all)(0);
    sum->low = LANES(_all)(LANES(_greatest));
    sum->high = LANES(_all)(LANES(_least));
}

/* Begins a ring, whose first vertex the pen goes to by the two parameters of its MoveTo. */
static inline void BITS(_begin_ring)(BITS() * sum, const LANES(_lane) * move) {
    sum->first = LANES(_add)(LANES(_zigzag)(LANES(_repeat)(move)), sum->at);
    sum->before = LANES(_all)(0);
    sum->area = LANES(_no_area)();
}

/* Draws one group of parameters; `to` is where its vertices go. */
static inline void BITS(_step)(BITS() * sum, LANES(s) parameters, bool ring, uint32_t type, void *to) {
    LANES(s) deltas = LANES(_zigzag)(parameters);
    LANES(s) vertices = LANES(_add)(LANES(_sums)(deltas), sum->at);
    sum->wrapped = LANES(_note_wrap)(sum->wrapped, sum->at, deltas, vertices);
    if (ring) {
        sum->area = LANES(_add_area)(sum->area, LANES(_previous)(sum->before, vertices), deltas);
        sum->before = vertices;
    }
    LANES(_write)(vertices, type, to);
    sum->low = LANES(_min)(sum->low, vertices);
    sum->high = LANES(_max)(sum->high, vertices);
    sum->at = LANES(_last)(vertices);
}

/* Draws `count` vertices, at least one: the first by the two parameters at `move`, the others by those from `line` on.
 * `line` lies behind `move` in the same buffer; it may be read 8 parameters behind what is used.
 *
 * ring       true between begin_ring and end_ring
 * type       TW_WRITE_*
 * positions  x, y, x, y, ...; room for TW_RUN_SLACK vertices more, which get copies of the last one */
static inline void BITS(_run)(BITS() * sum, const LANES(_lane) * move, const LANES(_lane) * line, uint32_t count,
                              bool ring, uint32_t type, void *positions) {
    /* In bounds: `line` has the parameters of a vertex in front, and count + a group behind. */
    const LANES(_lane) *from = line - 2;
    uint8_t *to = positions;
    uint32_t step = (type == TW_WRITE_INT16 ? 4u : 8u) * LANES(_vertices);
    /* A copy that stays in registers, since nothing written to `positions` can change it. */
    BITS() drawn = *sum;
    LANES(s) parameters = LANES(_load_after)(move, from);
    while (true) {
        bool last = count <= LANES(_vertices);
        /* What lies behind becomes steps of 0, 0: the vertices there repeat the last one, and change nothing. */
        if (last) parameters = LANES(_keep)(parameters, count);
        BITS(_step)(&drawn, parameters, ring, type, to);
        if (last) break;
        to += step;
        from += 2 * LANES(_vertices);
        count -= LANES(_vertices);
        parameters = LANES(_load)(from);
    }
    *sum = drawn;
}

/* Ends a ring: twice its signed area with the closing edge, positive where x to the right and y down make it clockwise.
 * Exact while it fits 64 bits, else modulo 2^64; worthless where a sum left its range. */
static inline int64_t BITS(_end_ring)(const BITS() * sum) {
    return LANES(_whole_area)(sum->area, sum->at, sum->first);
}

/* Takes the box of `then`, a copy from before, and stays where it is: what was drawn since does not count. */
static inline void BITS(_forget)(BITS() * sum, const BITS() * then) {
    sum->low = then->low;
    sum->high = then->high;
}

/* Where the pen stands. */
static inline tw_cursor BITS(_cursor)(const BITS() * sum) {
    return LANES(_vertex)(sum->at);
}

/* Sets *bounds to the box of all vertices. False when a sum left its range: of a tw_sum16, all results are worthless
 * then; of a tw_sum32, they are modulo 2^32. */
static inline bool BITS(_bounds)(const BITS() * sum, tw_bounds *bounds) {
    return LANES(_box)(sum->low, sum->high, sum->wrapped, bounds);
}

#undef BITS
#undef LANES
