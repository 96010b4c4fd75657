/* The sweep over a polygon's bottoms and tops. See sweep.h, and docs/triangulation.md for pictures.
 *
 * Only bottoms and tops are sorted; the corners between them are passed interval by interval, when something happens to
 * that interval or it is looked at (Hertel and Mehlhorn, Fast triangulation of the plane with respect to simple
 * polygons, 1985). What happens at a top follows from which chains end there, at a bottom from its turn and its place;
 * so the sweep ends properly for any rings whatever, and crossing edges only make it cut triangles of the wrong sign.
 */
#include "sweep.h"

/* Kept out of line: what happens at bottoms and tops is rarer than what happens between them, and code is to be small.
 */
#define SELDOM static __attribute__((noinline))

SELDOM void add_corner(tw_cutter *cutter, tw_chain *chain, uint32_t corner, uint32_t side) {
    *chain = tw_chain_add(cutter, *chain, corner, side);
}

/* Ends a piece with its highest corner. */
SELDOM void finish(tw_cutter *cutter, const tw_chain *chain, uint32_t corner) {
    tw_chain_cut(cutter, chain->top, chain->side, &cutter->outline.corners[corner], true);
}

/* Another corner at the same place, for a corner that two chains hold. */
static uint32_t copy_corner(tw_cutter *cutter, uint32_t corner) {
    tw_outline *outline = &cutter->outline;
    uint32_t copy = ++outline->corner_count;
    outline->corners[copy] = outline->corners[corner];
    outline->corners[copy].below = 0;
    return copy;
}

/* A corner comes on one side: a merged interval's piece on that side ends with it, the other goes on. */
static void end_merge(tw_cutter *cutter, tw_interval *interval, uint32_t corner, uint32_t side) {
    if (!interval->is_merged) return;
    finish(cutter, &interval->chain[side], corner);
    interval->chain[0] = interval->chain[!side];
    interval->is_merged = false;
}

/* Passes an interval's corners below `key`, from both boundaries in order. A top that is not passed yet ends each
 * boundary, at `key` or above it: the extrema come in order. */
SELDOM void advance(tw_cutter *cutter, tw_interval *interval, uint64_t key) {
    const tw_corner *corners = cutter->outline.corners;
    /* One variable a side, and no array: which side comes next is as good as random, and choosing between two registers
     * takes less than a guess or memory. */
    uint32_t left_step = (uint32_t)interval->step[TW_LEFT];
    uint32_t right_step = (uint32_t)interval->step[TW_RIGHT];
    uint32_t left = interval->passed[TW_LEFT] + left_step;
    uint32_t right = interval->passed[TW_RIGHT] + right_step;
    uint64_t left_key = corners[left].key;
    uint64_t right_key = corners[right].key;
    bool is_left = left_key < right_key;
    if ((is_left ? left_key : right_key) >= key) return;
    end_merge(cutter, interval, is_left ? left : right, is_left ? TW_LEFT : TW_RIGHT);
    tw_chain chain = interval->chain[0];
    do {
        uint32_t corner = is_left ? left : right;
        uint32_t next = corner + (is_left ? left_step : right_step);
        uint64_t next_key = corners[next].key;
        chain = tw_chain_add(cutter, chain, corner, is_left ? TW_LEFT : TW_RIGHT);
        left = is_left ? next : left;
        right = is_left ? right : next;
        left_key = is_left ? next_key : left_key;
        right_key = is_left ? right_key : next_key;
        is_left = left_key < right_key;
    } while ((is_left ? left_key : right_key) < key);
    interval->chain[0] = chain;
    interval->passed[TW_LEFT] = left - left_step;
    interval->passed[TW_RIGHT] = right - right_step;
}

/* From a bottom, or a corner above it, to the corner above on the boundary of a side. */
static int32_t step_up(const tw_extremum *bottom, uint32_t side) {
    return side == TW_RIGHT ? bottom->step : -bottom->step;
}

/* Which side of an interval's boundary a bottom lies on: positive left, negative right. Where it lies on the boundary,
 * its edges tell; where they do too, 0. */
static int64_t side_of(const tw_outline *outline, const tw_interval *interval, uint32_t boundary,
                       const tw_extremum *bottom) {
    const tw_corner *corners = outline->corners;
    uint32_t passed = interval->passed[boundary];
    uint64_t low = corners[passed].key;
    uint64_t high = corners[passed + (uint32_t)interval->step[boundary]].key;
    int64_t turn = tw_turn(outline, low, high, bottom->key);
    for (uint32_t side = TW_LEFT; turn == 0 && side <= TW_RIGHT; side++) {
        uint32_t above = bottom->corner[side] + (uint32_t)step_up(bottom, side);
        turn = tw_turn_of(outline, low, high, corners[above].key);
    }
    return turn;
}

typedef enum { IS_LEFT, IS_RIGHT, IS_INSIDE } place;

/* Where a bottom lies, seen from an interval. */
static place place_of(const tw_outline *outline, const tw_interval *interval, const tw_extremum *bottom) {
    if (side_of(outline, interval, TW_LEFT, bottom) > 0) return IS_LEFT;
    if (side_of(outline, interval, TW_RIGHT, bottom) < 0) return IS_RIGHT;
    return IS_INSIDE;
}

/* Finds the interval that holds a bottom, or one next to it, and makes it the root. There is at least one. */
static place find(tw_sweep *sweep, const tw_extremum *bottom) {
    uint32_t at = sweep->root;
    place where = IS_INSIDE;
    for (;;) {
        tw_interval *interval = &sweep->intervals[at];
        advance(&sweep->cutter, interval, bottom->key + 1);
        where = place_of(&sweep->cutter.outline, interval, bottom);
        uint32_t child = where == IS_INSIDE ? 0 : interval->child[where == IS_RIGHT];
        if (child == 0) break;
        at = child;
    }
    tw_intervals_splay(sweep->intervals, at);
    sweep->root = at;
    return where;
}

/* Gives an interval the boundary on one side that goes up from a bottom. */
static void begin_boundary(tw_sweep *sweep, uint32_t number, uint32_t side, uint32_t bottom) {
    tw_interval *interval = &sweep->intervals[number];
    tw_extremum *extremum = &sweep->cutter.outline.extrema[bottom];
    interval->passed[side] = extremum->corner[side];
    interval->step[side] = step_up(extremum, side);
    interval->bottom[side] = bottom;
    extremum->chain[side] = number;
}

/* Gives an interval the right boundary of another one. */
static void take_right_boundary(tw_sweep *sweep, uint32_t number, const tw_interval *from) {
    tw_interval *interval = &sweep->intervals[number];
    interval->passed[TW_RIGHT] = from->passed[TW_RIGHT];
    interval->step[TW_RIGHT] = from->step[TW_RIGHT];
    interval->bottom[TW_RIGHT] = from->bottom[TW_RIGHT];
    sweep->cutter.outline.extrema[from->bottom[TW_RIGHT]].chain[TW_RIGHT] = number;
}

/* A bottom in the interior parts an interval, the root, in two: the old one keeps what is on the left. */
static void split(tw_sweep *sweep, uint32_t made, uint32_t bottom) {
    tw_cutter *cutter = &sweep->cutter;
    uint32_t corner = cutter->outline.extrema[bottom].corner[TW_LEFT];
    uint32_t copy = copy_corner(cutter, corner);
    tw_interval *left = &sweep->intervals[sweep->root];
    tw_interval *right = &sweep->intervals[made];
    if (left->is_merged) {
        left->is_merged = false;
        right->chain[0] = left->chain[1];
    } else {
        /* A diagonal goes to the corner passed last, which is the top of the chain. The chain stays on its side of it.
         */
        uint32_t side = left->chain[0].side;
        tw_chain diagonal = {copy_corner(cutter, left->chain[0].top), !side};
        right->chain[0] = side == TW_LEFT ? left->chain[0] : diagonal;
        if (side == TW_LEFT) left->chain[0] = diagonal;
    }
    add_corner(cutter, &left->chain[0], corner, TW_RIGHT);
    add_corner(cutter, &right->chain[0], copy, TW_LEFT);
    take_right_boundary(sweep, made, left);
    begin_boundary(sweep, made, TW_LEFT, bottom);
    begin_boundary(sweep, sweep->root, TW_RIGHT, bottom);
    tw_intervals_insert(sweep->intervals, sweep->root, made, TW_RIGHT);
}

static void start(tw_sweep *sweep, uint32_t made, uint32_t bottom, place where) {
    tw_interval *interval = &sweep->intervals[made];
    uint32_t corner = sweep->cutter.outline.extrema[bottom].corner[TW_LEFT];
    interval->chain[0] = (tw_chain){corner, TW_LEFT};
    begin_boundary(sweep, made, TW_LEFT, bottom);
    begin_boundary(sweep, made, TW_RIGHT, bottom);
    if (sweep->root) {
        tw_intervals_insert(sweep->intervals, sweep->root, made, where == IS_LEFT ? TW_LEFT : TW_RIGHT);
        return;
    }
    interval->parent = interval->child[0] = interval->child[1] = 0;
    sweep->root = made;
}

static void pass_bottom(tw_sweep *sweep, uint32_t bottom) {
    const tw_extremum *extremum = &sweep->cutter.outline.extrema[bottom];
    uint32_t made = ++sweep->interval_count;
    sweep->intervals[made].is_merged = false;
    place where = sweep->root ? find(sweep, extremum) : IS_LEFT;
    /* A reflex bottom outside of every interval, which only an invalid polygon has, parts the nearest. */
    if (sweep->root && (extremum->turn < 0 || (extremum->turn == 0 && where == IS_INSIDE))) {
        split(sweep, made, bottom);
    } else {
        start(sweep, made, bottom, where);
    }
}

static void pass_top(tw_sweep *sweep, const tw_extremum *top) {
    tw_cutter *cutter = &sweep->cutter;
    const tw_extremum *extrema = cutter->outline.extrema;
    uint32_t corner = top->corner[TW_LEFT];
    /* The right boundary that ends here belongs to what lies left of here. */
    uint32_t left_number = extrema[top->chain[TW_RIGHT]].chain[TW_RIGHT];
    uint32_t right_number = extrema[top->chain[TW_LEFT]].chain[TW_LEFT];
    tw_interval *left = &sweep->intervals[left_number];
    tw_interval *right = &sweep->intervals[right_number];
    advance(cutter, left, top->key);
    if (left == right) {
        finish(cutter, &left->chain[0], corner);
        if (left->is_merged) finish(cutter, &left->chain[1], corner);
    } else {
        advance(cutter, right, top->key);
        end_merge(cutter, left, corner, TW_RIGHT);
        end_merge(cutter, right, corner, TW_LEFT);
        add_corner(cutter, &left->chain[0], corner, TW_RIGHT);
        add_corner(cutter, &right->chain[0], copy_corner(cutter, corner), TW_LEFT);
        left->chain[1] = right->chain[0];
        left->is_merged = true;
        take_right_boundary(sweep, left_number, right);
    }
    sweep->root = tw_intervals_remove(sweep->intervals, right_number);
}

void tw_sweep_run(tw_sweep *sweep) {
    const tw_outline *outline = &sweep->cutter.outline;
    tw_sweep_sort(sweep);
    sweep->interval_count = sweep->root = 0;
    for (uint32_t i = 0; i < outline->extremum_count; i++) {
        uint32_t number = sweep->order[i];
        const tw_extremum *extremum = &outline->extrema[number];
        if (extremum->is_top) {
            pass_top(sweep, extremum);
        } else {
            pass_bottom(sweep, number);
        }
    }
}
