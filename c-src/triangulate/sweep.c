/* The sweep over a polygon's bottoms and tops. See sweep.h, and docs/triangulation.md for pictures.
 *
 * Only bottoms and tops are sorted; the corners between them are passed interval by interval, when something happens to
 * that interval or it is looked at (Hertel and Mehlhorn, Fast triangulation of the plane with respect to simple
 * polygons, 1985). What happens at a top follows from which chains end there, at a bottom from its turn and its place;
 * so the sweep ends properly for any rings whatever, and crossing edges only make it cut triangles of the wrong sign.
 */
#include "sweep.h"

/* A corner of a boundary comes to an interval from above. */
static void pass_corner(tw_cutter *cutter, tw_interval *interval, uint32_t corner, uint32_t side) {
    if (interval->is_merged) {
        tw_chain_finish(cutter, &interval->chain[side], corner);
        interval->chain[0] = interval->chain[!side];
        interval->is_merged = false;
    }
    tw_chain_add(cutter, &interval->chain[0], corner, side);
}

/* Passes an interval's corners below `key`, from both boundaries in order. A top that is not passed yet ends each
 * boundary, at `key` or above it: the extrema come in order. */
static void advance(tw_cutter *cutter, tw_interval *interval, uint64_t key) {
    const tw_corner *corners = cutter->outline.corners;
    uint32_t ahead[2];
    uint64_t keys[2];
    for (uint32_t side = TW_LEFT; side <= TW_RIGHT; side++) {
        ahead[side] = corners[interval->passed[side]].neighbour[side];
        keys[side] = corners[ahead[side]].key;
    }
    for (;;) {
        uint32_t side = keys[TW_LEFT] < keys[TW_RIGHT] ? TW_LEFT : TW_RIGHT;
        if (keys[side] >= key) return;
        uint32_t corner = ahead[side];
        pass_corner(cutter, interval, corner, side);
        interval->passed[side] = corner;
        ahead[side] = corners[corner].neighbour[side];
        keys[side] = corners[ahead[side]].key;
    }
}

/* Which side of an interval's boundary a bottom lies on: positive left, negative right. Where it lies on the boundary,
 * its edges tell; where they do too, 0. */
static int64_t side_of(const tw_outline *outline, const tw_interval *interval, uint32_t boundary, uint32_t bottom) {
    const tw_corner *corner = &outline->corners[bottom];
    const tw_corner *low = &outline->corners[interval->passed[boundary]];
    uint64_t high = tw_key(outline, low->neighbour[boundary]);
    int64_t side = tw_turn(outline, low->key, high, corner->key);
    if (side == 0) side = tw_turn(outline, low->key, high, tw_key(outline, corner->neighbour[TW_NEXT]));
    if (side == 0) side = tw_turn(outline, low->key, high, tw_key(outline, corner->neighbour[TW_PREVIOUS]));
    return side;
}

typedef enum { IS_LEFT, IS_RIGHT, IS_INSIDE } place;

/* Where a bottom lies, seen from an interval. On both boundaries' lines it counts as inside when its edges leave the
 * interior between them, so `is_reflex`. */
static place place_of(const tw_outline *outline, const tw_interval *interval, uint32_t bottom, bool is_reflex) {
    int64_t side = side_of(outline, interval, TW_LEFT, bottom);
    if (side > 0 || (side == 0 && !is_reflex)) return IS_LEFT;
    side = side_of(outline, interval, TW_RIGHT, bottom);
    if (side < 0 || (side == 0 && !is_reflex)) return IS_RIGHT;
    return IS_INSIDE;
}

/* Finds the interval that holds a bottom, or one next to it, and makes it the root. Sets *where. There is at least one.
 */
static void find(tw_sweep *sweep, const tw_extremum *bottom, bool is_reflex, place *where) {
    uint32_t at = sweep->root;
    for (;;) {
        tw_interval *interval = &sweep->intervals[at];
        advance(&sweep->cutter, interval, bottom->key + 1);
        *where = place_of(&sweep->cutter.outline, interval, bottom->corner, is_reflex);
        uint32_t child = *where == IS_INSIDE ? 0 : interval->child[*where == IS_RIGHT];
        if (child == 0) break;
        at = child;
    }
    tw_intervals_splay(sweep->intervals, at);
    sweep->root = at;
}

/* Gives an interval a boundary: what is passed of it, and where it begins. */
static void set_boundary(tw_sweep *sweep, uint32_t number, uint32_t side, uint32_t corner, uint32_t bottom) {
    tw_interval *interval = &sweep->intervals[number];
    interval->passed[side] = corner;
    interval->bottom[side] = bottom;
    sweep->cutter.outline.extrema[bottom].chain[side] = number;
}

/* A bottom in the interior parts an interval in two: the old one keeps what is on the left. */
static void split(tw_sweep *sweep, uint32_t made, uint32_t bottom) {
    tw_cutter *cutter = &sweep->cutter;
    uint32_t corner = cutter->outline.extrema[bottom].corner;
    uint32_t parted = sweep->root;
    tw_interval *left = &sweep->intervals[parted];
    tw_interval *right = &sweep->intervals[made];
    if (left->is_merged) {
        right->chain[0] = left->chain[1];
        tw_chain_add(cutter, &left->chain[0], corner, TW_RIGHT);
        tw_chain_add(cutter, &right->chain[0], corner, TW_LEFT);
        left->is_merged = false;
    } else {
        /* The new diagonal goes to the corner passed last, which is the top of the chain; the chain stays on its side.
         */
        uint32_t side = left->chain[0].side;
        tw_chain diagonal = tw_chain_start(cutter, cutter->cells[left->chain[0].top].corner);
        tw_chain_add(cutter, &diagonal, corner, !side);
        tw_chain_add(cutter, &left->chain[0], corner, side);
        right->chain[0] = side == TW_LEFT ? left->chain[0] : diagonal;
        if (side == TW_LEFT) left->chain[0] = diagonal;
    }
    set_boundary(sweep, made, TW_RIGHT, left->passed[TW_RIGHT], left->bottom[TW_RIGHT]);
    set_boundary(sweep, made, TW_LEFT, corner, bottom);
    set_boundary(sweep, parted, TW_RIGHT, corner, bottom);
    tw_intervals_insert(sweep->intervals, parted, made, TW_RIGHT);
}

static void start(tw_sweep *sweep, uint32_t made, uint32_t bottom, place where) {
    uint32_t corner = sweep->cutter.outline.extrema[bottom].corner;
    tw_interval *interval = &sweep->intervals[made];
    interval->chain[0] = tw_chain_start(&sweep->cutter, corner);
    set_boundary(sweep, made, TW_LEFT, corner, bottom);
    set_boundary(sweep, made, TW_RIGHT, corner, bottom);
    if (sweep->root) {
        tw_intervals_insert(sweep->intervals, sweep->root, made, where == IS_LEFT ? TW_LEFT : TW_RIGHT);
        return;
    }
    interval->parent = interval->child[0] = interval->child[1] = 0;
    sweep->root = made;
}

static void pass_bottom(tw_sweep *sweep, uint32_t bottom) {
    const tw_outline *outline = &sweep->cutter.outline;
    const tw_extremum *extremum = &outline->extrema[bottom];
    int64_t turn = tw_turn_at(outline, extremum->corner);
    uint32_t made = ++sweep->interval_count;
    sweep->intervals[made].is_merged = false;
    place where = IS_LEFT;
    if (sweep->root) find(sweep, extremum, turn < 0, &where);
    /* A reflex bottom outside of every interval, which only an invalid polygon has, parts the nearest. */
    bool splits = sweep->root && (turn < 0 || (turn == 0 && where == IS_INSIDE));
    if (splits) {
        split(sweep, made, bottom);
    } else {
        start(sweep, made, bottom, where);
    }
}

static void pass_top(tw_sweep *sweep, const tw_extremum *top) {
    tw_cutter *cutter = &sweep->cutter;
    const tw_extremum *extrema = cutter->outline.extrema;
    /* The chain that comes from the previous corner is the right boundary of what lies left of it. */
    uint32_t left_number = extrema[top->chain[TW_RIGHT]].chain[TW_RIGHT];
    uint32_t right_number = extrema[top->chain[TW_LEFT]].chain[TW_LEFT];
    tw_interval *left = &sweep->intervals[left_number];
    tw_interval *right = &sweep->intervals[right_number];
    advance(cutter, left, top->key);
    if (left == right) {
        tw_chain_finish(cutter, &left->chain[0], top->corner);
        if (left->is_merged) tw_chain_finish(cutter, &left->chain[1], top->corner);
    } else {
        advance(cutter, right, top->key);
        pass_corner(cutter, left, top->corner, TW_RIGHT);
        pass_corner(cutter, right, top->corner, TW_LEFT);
        left->chain[1] = right->chain[0];
        left->is_merged = true;
        set_boundary(sweep, left_number, TW_RIGHT, right->passed[TW_RIGHT], right->bottom[TW_RIGHT]);
    }
    sweep->root = tw_intervals_remove(sweep->intervals, right_number);
}

void tw_sweep_run(tw_sweep *sweep) {
    const tw_outline *outline = &sweep->cutter.outline;
    tw_sweep_sort(sweep);
    sweep->interval_count = sweep->root = sweep->cutter.cell_count = 0;
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
