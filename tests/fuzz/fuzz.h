/* What the fuzz targets share: taking pieces off the input, and saying what is wrong. Each target is one file
 * tests/fuzz/NAME_fuzz.c with LLVMFuzzerTestOneInput; `make fuzz` builds it for libFuzzer with AddressSanitizer and
 * UBSan, scalar and SIMD. tests/fuzz/run.js runs them. */
#ifndef TW_FUZZ_H
#define TW_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../c/block_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Memory that no input may make the library exceed. */
enum { FUZZ_MEMORY_LIMIT = 64 << 20 };

/* The rest of the input. */
typedef struct {
    const uint8_t *at;
    size_t left;
} fuzz_input;

/* The next byte; 0 at the end. */
static inline uint8_t fuzz_byte(fuzz_input *input) {
    if (input->left == 0) return 0;
    input->left--;
    return *input->at++;
}

static inline uint32_t fuzz_u16(fuzz_input *input) {
    uint32_t low = fuzz_byte(input);
    return low | (uint32_t)fuzz_byte(input) << 8;
}

static inline uint32_t fuzz_u32(fuzz_input *input) {
    uint32_t low = fuzz_u16(input);
    return low | fuzz_u16(input) << 16;
}

/* Ends the run with a finding. */
static inline void fuzz_expect(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "not so: %s\n", what);
    abort();
}

/* What must hold after every call: a sound block or none, a known status, memory within the limit. */
static inline void fuzz_check_result(tw_status status) {
    const tw_result_t *result = tw_result();
    fuzz_expect(strcmp(tw_status_name(status), "unknown") != 0, "the status is one of the table");
    fuzz_expect(status == tw_last_status(), "the status is the last one");
    fuzz_expect(tw_memory_size() <= FUZZ_MEMORY_LIMIT, "memory stays within the limit");
    fuzz_expect((status == TW_OK) == (result->block != NULL), "a block is left when all is well, and only then");
}

static inline void fuzz_check_block(tw_status status) {
    fuzz_check_result(status);
    if (status != TW_OK) return;
    const char *fault = block_fault(tw_result()->block, tw_result()->block_length);
    fuzz_expect(fault == NULL, fault);
}

/* A number that stands for the block that the last call left (FNV-1a); 0 after an error. */
static inline uint64_t fuzz_block_digest(void) {
    const tw_result_t *result = tw_result();
    if (!result->block) return 0;
    uint64_t digest = 14695981039346656037u;
    for (uint32_t i = 0; i < result->block_length; i++)
        digest = (digest ^ result->block[i]) * 1099511628211u;
    return digest;
}

#endif
