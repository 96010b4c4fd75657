/* A bare walk through a feature's commands: what the sums of c-src/varint/deltas.h cost, without a reader's checks of
 * what commands mean. Included by kernels.c, with LANE and SUM(name) set. MVT 4.3. */

/* Writes all vertices, rings closed. Returns where the next go. */
static uint8_t *SUM(_walk)(const LANE *at, uint32_t count, uint32_t type, uint8_t *to, tw_bounds *bounds,
                           int64_t *areas) {
    const LANE *end = at + count;
    uint32_t size = type == TW_WRITE_INT16 ? 4 : 8;
    SUM() sum;
    SUM(_start)(&sum);
    while (end - at >= 3) {
        uint32_t vertices = at[0] >> 3;
        const LANE *move = at + 1;
        if ((uint64_t)(end - move) < 2ull * vertices) break;
        at = move + 2ull * vertices;
        uint8_t *first = to;
        bool line = vertices == 1 && at < end && (at[0] & 7) == 2;
        uint32_t more = line ? at[0] >> 3 : 0;
        if (!line || (uint64_t)(end - at - 1) < 2ull * more) {
            SUM(_run)(&sum, move, move + 2, vertices, false, type, to);
            to += (size_t)vertices * size;
            continue;
        }
        const LANE *steps = at + 1;
        at = steps + 2ull * more;
        bool ring = at < end && (at[0] & 7) == 7;
        if (ring) {
            SUM(_begin_ring)(&sum, move);
            SUM(_run)(&sum, move, steps, 1 + more, true, type, to);
            *areas += SUM(_end_ring)(&sum);
            at++;
        } else {
            SUM(_run)(&sum, move, steps, 1 + more, false, type, to);
        }
        to += (size_t)(1 + more) * size;
        if (ring) {
            memcpy(to, first, size);
            to += size;
        }
    }
    SUM(_bounds)(&sum, bounds);
    return to;
}

#undef LANE
#undef SUM
