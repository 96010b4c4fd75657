/* The native program around the kernels. Included by kernels.c.
 *
 *     kernels wall|cpu, on standard input, a line each:
 *         load FILE      bytes, values and fields, as data.js writes them
 *         hash WORK TYPE
 *         pass WORK TYPE TIMES
 *
 * Answers the last two with the hash, and with the milliseconds a pass. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint32_t field_count;

static void read_part(FILE *file, void *to, size_t most) {
    uint32_t length = 0;
    if (fread(&length, sizeof length, 1, file) != 1 || length > most || fread(to, 1, length, file) != length) {
        (void)fprintf(stderr, "kernels: the file is cut off, or holds too much\n");
        exit(1);
    }
    field_count = length / (uint32_t)sizeof(field);
}

static void load(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        (void)fprintf(stderr, "kernels: cannot read %s\n", path);
        exit(1);
    }
    read_part(file, bytes + 16, MOST_BYTES);
    read_part(file, values, sizeof values);
    read_part(file, fields, sizeof fields);
    (void)fclose(file);
}

static double milliseconds(clockid_t clock) {
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
    clockid_t clock = argc > 1 && strcmp(argv[1], "cpu") == 0 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
    char line[4096];
    char path[4000];
    while (fgets(line, sizeof line, stdin)) {
        uint32_t work = 0;
        uint32_t type = 0;
        uint32_t times = 0;
        uint32_t sum = 0;
        if (sscanf(line, "load %3999[^\n]", path) == 1) load(path);
        if (sscanf(line, "hash %u %u", &work, &type) == 2) printf("%u\n", kernels_hash(work, type, field_count));
        if (sscanf(line, "pass %u %u %u", &work, &type, &times) == 3) {
            double start = milliseconds(clock);
            for (uint32_t i = 0; i < times; i++)
                sum += kernels_pass(work, type, field_count);
            printf("%f %u\n", (milliseconds(clock) - start) / times, sum);
        }
        (void)fflush(stdout);
    }
    return 0;
}
