/* A splay tree of intervals. See intervals.h; Sleator and Tarjan, Self-adjusting binary search trees, 1985. */
#include "intervals.h"

/* Lifts an interval above its parent. */
static void rotate(tw_interval *intervals, uint32_t at) {
    tw_interval *x = &intervals[at];
    uint32_t parent = x->parent;
    tw_interval *p = &intervals[parent];
    uint32_t side = p->child[1] == at;
    uint32_t inner = x->child[!side];
    uint32_t above = p->parent;
    p->child[side] = inner;
    if (inner) intervals[inner].parent = parent;
    x->child[!side] = parent;
    p->parent = at;
    x->parent = above;
    if (above) intervals[above].child[intervals[above].child[1] == parent] = at;
}

void tw_intervals_splay(tw_interval *intervals, uint32_t at) {
    uint32_t parent = intervals[at].parent;
    while (parent) {
        uint32_t above = intervals[parent].parent;
        if (above) {
            uint32_t straight = (intervals[above].child[1] == parent) == (intervals[parent].child[1] == at);
            rotate(intervals, straight ? parent : at);
        }
        rotate(intervals, at);
        parent = intervals[at].parent;
    }
}

void tw_intervals_insert(tw_interval *intervals, uint32_t root, uint32_t at, uint32_t side) {
    uint32_t beyond = intervals[root].child[side];
    intervals[at].parent = root;
    intervals[at].child[side] = beyond;
    intervals[at].child[!side] = 0;
    if (beyond) intervals[beyond].parent = at;
    intervals[root].child[side] = at;
}

uint32_t tw_intervals_remove(tw_interval *intervals, uint32_t at) {
    tw_intervals_splay(intervals, at);
    uint32_t left = intervals[at].child[0];
    uint32_t right = intervals[at].child[1];
    if (left) intervals[left].parent = 0;
    if (right) intervals[right].parent = 0;
    if (!left) return right;
    while (intervals[left].child[1])
        left = intervals[left].child[1];
    tw_intervals_splay(intervals, left);
    intervals[left].child[1] = right;
    if (right) intervals[right].parent = left;
    return left;
}
