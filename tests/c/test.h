/* The test harness of tests/c: every *_test.c includes it, and ends its main with `return test_report();`.
 *
 *     static void reads_two_bytes(void) {
 *         const uint8_t *bytes = test_bytes("\x80\x01", 2, TW_PADDING);
 *         CHECK_EQUAL(read(bytes), 128);
 *     }
 *     int main(void) {
 *         RUN(reads_two_bytes);
 *         return test_report();
 *     }
 *
 * A failed check prints file:line and goes on. A new file tests/c/NAME_test.c is found, built and run by itself. */
#ifndef TW_TEST_H
#define TW_TEST_H

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifndef __wasm__
#include <stdlib.h>
#endif

static unsigned test_checks_failed;
static unsigned test_passed;
static unsigned test_failed;

/* Calls a test function and counts it as passed when all of its checks held. */
#define RUN(function) test_run(#function, function)

#define CHECK(condition) test_check((condition) ? 1 : 0, #condition, __FILE__, __LINE__)

/* Integers of any type, compared as 64-bit numbers. */
#define CHECK_EQUAL(actual, expected)                                                                                  \
    test_check_equal((int64_t)(actual), (int64_t)(expected), #actual, __FILE__, __LINE__)

#define CHECK_STRING(actual, expected) test_check_string((actual), (expected), #actual, __FILE__, __LINE__)

/* `length` bytes. */
#define CHECK_BYTES(actual, expected, length)                                                                          \
    test_check_bytes((actual), (expected), (length), #actual, __FILE__, __LINE__)

static inline void test_run(const char *name, void (*function)(void)) {
    unsigned before = test_checks_failed;
    function();
    if (test_checks_failed == before) {
        test_passed++;
        return;
    }
    test_failed++;
    printf("FAILED %s\n", name);
}

static inline int test_check(int holds, const char *text, const char *file, int line) {
    if (!holds) {
        test_checks_failed++;
        printf("%s:%d: %s does not hold\n", file, line, text);
    }
    return holds;
}

static inline int test_check_equal(int64_t actual, int64_t expected, const char *text, const char *file, int line) {
    if (actual == expected) return 1;
    test_checks_failed++;
    printf("%s:%d: %s is %" PRId64 ", expected %" PRId64 "\n", file, line, text, actual, expected);
    return 0;
}

static inline int test_check_string(const char *actual, const char *expected, const char *text, const char *file,
                                    int line) {
    if (actual && expected && strcmp(actual, expected) == 0) return 1;
    test_checks_failed++;
    printf("%s:%d: %s is \"%s\", expected \"%s\"\n", file, line, text, actual ? actual : "(null)",
           expected ? expected : "(null)");
    return 0;
}

static inline int test_check_bytes(const void *actual, const void *expected, size_t length, const char *text,
                                   const char *file, int line) {
    const uint8_t *a = actual;
    const uint8_t *e = expected;
    for (size_t i = 0; i < length; i++) {
        if (a[i] == e[i]) continue;
        test_checks_failed++;
        printf("%s:%d: byte %zu of %s is 0x%02x, expected 0x%02x\n", file, line, i, text, a[i], e[i]);
        return 0;
    }
    return 1;
}

/* Memory for a test, zeroed, 16-byte aligned, freed by test_report. Natively it ends exactly after `size` bytes, so
 * that AddressSanitizer sees a read or write one byte beyond; in WebAssembly it comes from a pool of 4 MiB. */
static inline void *test_memory(size_t size);

#ifdef __wasm__
static inline void *test_memory(size_t size) {
    static _Alignas(16) uint8_t pool[4u << 20];
    static size_t used;
    if (size > sizeof pool - used) {
        printf("test_memory: the pool of %zu bytes is used up\n", sizeof pool);
        __builtin_trap();
    }
    void *memory = pool + used;
    used += (size + 15u) & ~(size_t)15u;
    return memory;
}

static inline void test_free_memory(void) {}
#else
typedef struct test_block {
    _Alignas(16) struct test_block *next;
} test_block;

static test_block *test_blocks;

static inline void *test_memory(size_t size) {
    test_block *block = calloc(1, sizeof(test_block) + size);
    if (!block) abort();
    block->next = test_blocks;
    test_blocks = block;
    return block + 1;
}

static inline void test_free_memory(void) {
    while (test_blocks) {
        test_block *next = test_blocks->next;
        free(test_blocks);
        test_blocks = next;
    }
}
#endif

/* A copy of `length` bytes with `padding` zero bytes behind it, from test_memory. */
static inline uint8_t *test_bytes(const void *bytes, size_t length, size_t padding) {
    uint8_t *copy = test_memory(length + padding);
    if (length > 0) memcpy(copy, bytes, length);
    return copy;
}

/* Ends main: prints the counts; the exit code tells whether all passed. */
static inline int test_report(void) {
    test_free_memory();
    printf("%u passed, %u failed\n", test_passed, test_failed);
    return test_failed > 0 || test_passed == 0;
}

#endif
