/* The arena and the memory below it: alignment, what going back gives up, the limit, and sizes that no arithmetic may
 * wrap. Also the page list of open tiles. */
#include "../../c-src/api/pages.h"
#include "../../c-src/base/arena.h"
#include "../../c-src/base/memory.h"
#include "../../c-src/base/sanitizer.h"
#include "test.h"

#define MEBIBYTE (1u << 20)

static uintptr_t address(const void *at) {
    return (uintptr_t)at;
}

static void memory_begins_at_a_page(void) {
    CHECK(tw_memory_start() != NULL);
    CHECK_EQUAL(address(tw_memory_start()) % TW_PAGE_SIZE, 0);
    CHECK(tw_memory_start() == tw_memory_start());
}

static void pieces_are_aligned_and_apart(void) {
    tw_arena_reset(0);
    CHECK(tw_arena_top() == tw_memory_start());
    uint8_t *end = NULL;
    for (uint32_t size = 0; size < 100; size++) {
        uint8_t *piece = tw_arena_take(size);
        if (!CHECK(piece != NULL)) return;
        CHECK_EQUAL(address(piece) % TW_ARENA_ALIGNMENT, 0);
        CHECK(piece >= end);
        memset(piece, (int)size, size);
        end = piece + size;
    }
    CHECK(tw_arena_top() >= end);
    CHECK_EQUAL(address(tw_arena_top()) % TW_ARENA_ALIGNMENT, 0);
}

static void going_back_gives_the_same_memory_again(void) {
    tw_arena_reset(1);
    CHECK(tw_arena_top() == tw_memory_start() + TW_PAGE_SIZE);
    uint8_t *first = tw_arena_take(100);
    uint8_t *point = tw_arena_top();
    uint8_t *second = tw_arena_take(5000);
    tw_arena_set_top(point);
    CHECK(tw_arena_take(20) == second);
    tw_arena_set_top(first + 1); /* rounded up */
    CHECK(tw_arena_top() == first + TW_ARENA_ALIGNMENT);
}

static void requiring_takes_nothing(void) {
    tw_arena_reset(0);
    uint8_t *top = tw_arena_top();
    CHECK(tw_arena_require(top, MEBIBYTE));
    CHECK(tw_arena_require(top + 500, MEBIBYTE));
    CHECK(tw_arena_top() == top);
    memset(top, 1, MEBIBYTE + 500);
    CHECK(tw_memory_size() >= MEBIBYTE);
}

static void sizes_do_not_wrap(void) {
    static const uint64_t sizes[] = {1ull << 31, UINT32_MAX, 1ull << 32, 3ull << 32, 1ull << 62, UINT64_MAX >> 1};
    tw_arena_reset(0);
    uint8_t *top = tw_arena_top();
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        CHECK(tw_arena_take(sizes[i]) == NULL);
        CHECK_EQUAL(tw_arena_status(), TW_MEMORY_LIMIT);
        CHECK(!tw_arena_require(top, sizes[i]));
        CHECK(tw_arena_top() == top);
    }
}

/* Who takes several pieces and then looks whether one is missing gets the reason of that one. */
static void a_later_success_does_not_hide_a_failure(void) {
    tw_arena_reset(0);
    tw_set_memory_limit(tw_memory_size() + MEBIBYTE);
    CHECK(tw_arena_take(1ull << 31) == NULL);
    CHECK(tw_arena_take(16) != NULL);
    CHECK_EQUAL(tw_arena_status(), TW_MEMORY_LIMIT);
    tw_set_memory_limit(512 * MEBIBYTE);
}

static void the_limit_is_kept(void) {
    tw_arena_reset(0);
    uint32_t before = tw_memory_size();
    uint32_t limit = before + 4 * MEBIBYTE;
    tw_set_memory_limit(limit);
    uint8_t *top = tw_arena_top();
    CHECK(!tw_arena_require(top, (uint64_t)before + 8 * MEBIBYTE));
    CHECK_EQUAL(tw_arena_status(), TW_MEMORY_LIMIT);
    CHECK_EQUAL(tw_memory_size(), before);
    while (tw_arena_take(MEBIBYTE / 2)) {
    }
    CHECK_EQUAL(tw_arena_status(), TW_MEMORY_LIMIT);
    CHECK(tw_memory_size() > before);
    CHECK(tw_memory_size() <= limit);
    tw_set_memory_limit(0); /* what is there stays usable */
    tw_arena_reset(0);
    CHECK(tw_arena_take(MEBIBYTE) != NULL);
    CHECK(tw_arena_take(limit) == NULL);
    tw_set_memory_limit(512 * MEBIBYTE);
    CHECK(tw_arena_take(limit) != NULL);
}

#ifdef TW_POISON
static void what_is_given_up_is_poisoned(void) {
    tw_arena_reset(0);
    uint8_t *piece = tw_arena_take(1000);
    memset(piece, 7, 1000);
    tw_arena_reset(0);
#ifdef TW_ADDRESS_SANITIZER
    CHECK(__asan_address_is_poisoned(piece));
    CHECK(__asan_address_is_poisoned(piece + 999));
#endif
    uint8_t *again = tw_arena_take(1000);
    CHECK(again == piece);
    for (uint32_t i = 0; i < 1000; i++)
        CHECK_EQUAL(again[i], 0xA5);
    tw_arena_set_top(again + 16);
#ifdef TW_ADDRESS_SANITIZER
    CHECK(!__asan_address_is_poisoned(again + 15));
    CHECK(__asan_address_is_poisoned(again + 16));
#endif
}
#endif

/* ---- pages ------------------------------------------------------------------------------------------------------- */

static void pages_hold_bytes(void) {
    CHECK_EQUAL(tw_pages_of(0), 0);
    CHECK_EQUAL(tw_pages_of(1), 1);
    CHECK_EQUAL(tw_pages_of(TW_PAGE_SIZE), 1);
    CHECK_EQUAL(tw_pages_of(TW_PAGE_SIZE + 1), 2);
    CHECK_EQUAL(tw_pages_of(1ull << 32), 65536);
}

static void takes_the_first_gap_that_is_large_enough(void) {
    CHECK_EQUAL(tw_pages_end(), 0);
    CHECK_EQUAL(tw_pages_take(1, 0), TW_NONE);
    tw_pages_mark(0, 10);
    CHECK_EQUAL(tw_pages_end(), 10);
    CHECK_EQUAL(tw_pages_take(1, 10), TW_NONE);
    tw_pages_give(2, 2);
    tw_pages_give(6, 3);
    CHECK_EQUAL(tw_pages_end(), 10);
    CHECK_EQUAL(tw_pages_take(3, 10), 6);
    CHECK_EQUAL(tw_pages_take(3, 10), TW_NONE);
    CHECK_EQUAL(tw_pages_take(1, 10), 2);
    CHECK_EQUAL(tw_pages_take(2, 10), TW_NONE);
    CHECK_EQUAL(tw_pages_take(1, 3), TW_NONE); /* the gap lies behind the limit */
    CHECK_EQUAL(tw_pages_take(1, 10), 3);
    tw_pages_give(9, 1);
    CHECK_EQUAL(tw_pages_end(), 9);
    tw_pages_give(4, 5);
    CHECK_EQUAL(tw_pages_end(), 4);
    tw_pages_give(0, 4);
    CHECK_EQUAL(tw_pages_end(), 0);
}

/* Random runs against a plain table of pages. */
static void pages_agree_with_a_plain_table(void) {
    static uint8_t taken[200];
    static struct { uint32_t first, count; } runs[40];
    uint32_t random = 12345;
    for (uint32_t round = 0; round < 4000; round++) {
        random = random * 1103515245 + 12345;
        uint32_t run = random >> 16 & 31;
        uint32_t count = 1 + (random >> 8 & 7);
        if (runs[run].count > 0) {
            tw_pages_give(runs[run].first, runs[run].count);
            memset(taken + runs[run].first, 0, runs[run].count);
            runs[run].count = 0;
        } else {
            uint32_t end = tw_pages_end();
            uint32_t first = tw_pages_take(count, end);
            if (first == TW_NONE) {
                first = end;
                tw_pages_mark(first, count);
            }
            if (!CHECK(first + count <= sizeof taken)) return;
            for (uint32_t i = first; i < first + count; i++)
                CHECK_EQUAL(taken[i], 0);
            memset(taken + first, 1, count);
            runs[run].first = first;
            runs[run].count = count;
        }
        uint32_t last = 0;
        for (uint32_t i = 0; i < sizeof taken; i++) {
            if (taken[i]) last = i + 1;
        }
        CHECK_EQUAL(tw_pages_end(), last);
    }
    for (uint32_t run = 0; run < 32; run++) {
        if (runs[run].count > 0) tw_pages_give(runs[run].first, runs[run].count);
    }
    CHECK_EQUAL(tw_pages_end(), 0);
}

int main(void) {
    RUN(memory_begins_at_a_page);
    RUN(pieces_are_aligned_and_apart);
    RUN(going_back_gives_the_same_memory_again);
    RUN(requiring_takes_nothing);
    RUN(sizes_do_not_wrap);
    RUN(a_later_success_does_not_hide_a_failure);
    RUN(the_limit_is_kept);
#ifdef TW_POISON
    RUN(what_is_given_up_is_poisoned);
#endif
    RUN(pages_hold_bytes);
    RUN(takes_the_first_gap_that_is_large_enough);
    RUN(pages_agree_with_a_plain_table);
    return test_report();
}
