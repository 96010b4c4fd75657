/* memcpy, memmove and memset, which the WebAssembly modules bring themselves: every length, alignment and overlap up to
 * a few words, against loops that the compiler cannot take for the functions under test. */
#include "test.h"

enum { SPACE = 96, LONGEST = 40 };

static uint8_t actual[SPACE];
static uint8_t expected[SPACE];

static void fill(void) {
    for (int i = 0; i < SPACE; i++)
        actual[i] = expected[i] = (uint8_t)(i * 7 + 1);
}

/* The lengths are volatile, so that the library's functions are called, not code that the compiler knows to do the
 * same. */
static void copies_what_does_not_overlap(void) {
    for (int to = 48; to < 56; to++) {
        for (int from = 0; from < 8; from++) {
            for (volatile size_t length = 0; length <= LONGEST; length++) {
                fill();
                for (volatile size_t i = 0; i < length; i++)
                    expected[(size_t)to + i] = expected[(size_t)from + i];
                CHECK(memcpy(actual + to, actual + from, length) == actual + to);
                CHECK_BYTES(actual, expected, SPACE);
            }
        }
    }
}

static void moves_what_overlaps(void) {
    uint8_t before[SPACE];
    for (int to = 0; to < 20; to++) {
        for (int from = 0; from < 20; from++) {
            for (volatile size_t length = 0; length <= LONGEST; length++) {
                fill();
                for (volatile int i = 0; i < SPACE; i++)
                    before[i] = expected[i];
                for (volatile size_t i = 0; i < length; i++)
                    expected[(size_t)to + i] = before[(size_t)from + i];
                CHECK(memmove(actual + to, actual + from, length) == actual + to);
                CHECK_BYTES(actual, expected, SPACE);
            }
        }
    }
}

static void sets(void) {
    for (int to = 0; to < 8; to++) {
        for (volatile size_t length = 0; length <= LONGEST; length++) {
            fill();
            for (volatile size_t i = 0; i < length; i++)
                expected[(size_t)to + i] = 0xA5;
            volatile int value = 0x1A5; /* the low eight bits count */
            CHECK(memset(actual + to, value, length) == actual + to);
            CHECK_BYTES(actual, expected, SPACE);
        }
    }
}

int main(void) {
    RUN(copies_what_does_not_overlap);
    RUN(moves_what_overlaps);
    RUN(sets);
    return test_report();
}
