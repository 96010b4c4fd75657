/* Prints how many nanoseconds the first touch of a page of fresh memory takes: what every result pays that is not
 * written into memory used before. Run by bench/memory/fresh.js. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>

enum { PAGE = 4096, PAGES = 16384, ROUNDS = 5 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double touch_pages(void) {
    char *memory = mmap(NULL, (size_t)PAGE * PAGES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return -1;
    double start = now();
    for (size_t page = 0; page < PAGES; page++)
        *(volatile char *)(memory + page * PAGE) = 1;
    double time = (now() - start) / PAGES;
    munmap(memory, (size_t)PAGE * PAGES);
    return time;
}

int main(void) {
    double least = touch_pages();
    for (int round = 1; round < ROUNDS; round++) {
        double time = touch_pages();
        if (time < least) least = time;
    }
    printf("%.0f\n", least);
    return least < 0;
}
