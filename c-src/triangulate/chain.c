/* Chains of corners to triangles. See chain.h. */
#include "chain.h"

/* Writes a triangle that turns left. One without area is written too unless two of its corners are the same point: it
 * keeps the triangles on both sides of it edge to edge. */
static void write_triangle(tw_cutter *cutter, const uint32_t corners[3], int64_t turn) {
    tw_output *output = &cutter->output;
    if (turn <= 0) {
        output->inverted -= (double)turn;
        uint64_t a = tw_key(&cutter->outline, corners[0]);
        uint64_t b = tw_key(&cutter->outline, corners[1]);
        uint64_t c = tw_key(&cutter->outline, corners[2]);
        if (turn < 0 || a == b || b == c || c == a) return;
    }
    if (output->count == output->limit) return;
    bool swap = cutter->outline.transposed;
    uint32_t *triangle = output->triangles + output->count;
    triangle[0] = output->first_vertex + corners[0];
    triangle[1] = output->first_vertex + corners[swap ? 2 : 1];
    triangle[2] = output->first_vertex + corners[swap ? 1 : 2];
    output->count += 3;
}

/* Cuts triangles off the top, and returns the cell that is the top then: all of them, or while it is convex. */
static uint32_t cut(tw_cutter *cutter, const tw_chain *chain, uint32_t corner, bool all) {
    const tw_cell *cells = cutter->cells;
    const tw_outline *outline = &cutter->outline;
    uint64_t key = tw_key(outline, corner);
    uint32_t at = chain->top;
    uint32_t upper = cells[at].corner;
    uint64_t upper_key = tw_key(outline, upper);
    while (cells[at].below) {
        uint32_t lower = cells[cells[at].below].corner;
        uint64_t lower_key = tw_key(outline, lower);
        bool is_left = chain->side == TW_LEFT;
        int64_t turn = tw_turn(outline, lower_key, is_left ? key : upper_key, is_left ? upper_key : key);
        if (!all && turn <= 0 && upper_key != lower_key && upper_key != key) break;
        uint32_t corners[3] = {lower, is_left ? corner : upper, is_left ? upper : corner};
        write_triangle(cutter, corners, turn);
        at = cells[at].below;
        upper = lower;
        upper_key = lower_key;
    }
    return at;
}

static uint32_t push(tw_cutter *cutter, uint32_t corner, uint32_t below) {
    uint32_t cell = ++cutter->cell_count;
    cutter->cells[cell] = (tw_cell){corner, below};
    return cell;
}

tw_chain tw_chain_start(tw_cutter *cutter, uint32_t corner) {
    return (tw_chain){push(cutter, corner, 0), TW_LEFT};
}

void tw_chain_add(tw_cutter *cutter, tw_chain *chain, uint32_t corner, uint32_t side) {
    bool crosses_over = chain->side != side;
    uint32_t at = cut(cutter, chain, corner, crosses_over);
    if (crosses_over) {
        at = chain->top;
        cutter->cells[at].below = 0;
        chain->side = side;
    }
    chain->top = push(cutter, corner, at);
}

void tw_chain_finish(tw_cutter *cutter, const tw_chain *chain, uint32_t corner) {
    cut(cutter, chain, corner, true);
}
