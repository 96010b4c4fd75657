/* The table of the fused kernel, which has to know where varints end before it reads on: four varints a step, by the
 * lengths that the continuation bits of twelve bytes tell. Included by kernels.c. */
#ifndef BENCH_KERNELS_STEPS_H
#define BENCH_KERNELS_STEPS_H

#include <string.h>

#include "../../c-src/varint/simd.h"

#ifdef TW_SIMD

enum { STEP_BITS = 12, NO_BYTE = 0xFF };

/* A shuffle is found by the lengths of four varints, two bits each, one less than the length. A step is found by the
 * continuation bits, and tells: bits 0 to 7 the shuffle, 8 to 11 the bytes of its varints; 0 where the bits do not hold
 * four varints of up to four bytes. */
typedef struct {
    uint8_t shuffles[256][16];
    uint16_t steps[1 << STEP_BITS];
    bool ready;
} step_tables;

static step_tables tables_of_steps;

static void make_step(uint32_t code) {
    uint8_t *shuffle = tables_of_steps.shuffles[code];
    uint32_t at = 0;
    uint32_t continued = 0;
    memset(shuffle, NO_BYTE, 16);
    for (uint32_t lane = 0; lane < 4; lane++) {
        uint32_t length = (code >> (2 * lane) & 3) + 1;
        for (uint32_t i = 0; i < length; i++)
            shuffle[4 * lane + i] = (uint8_t)(at + i);
        continued |= ((1u << (length - 1)) - 1) << at;
        at += length;
    }
    if (at > STEP_BITS) return;
    for (uint32_t bits = continued; bits < 1u << STEP_BITS; bits += 1u << at) {
        tables_of_steps.steps[bits] = (uint16_t)(code | at << 8);
    }
}

static const step_tables *steps(void) {
    for (uint32_t code = 0; code < 256 && !tables_of_steps.ready; code++)
        make_step(code);
    tables_of_steps.ready = true;
    return &tables_of_steps;
}

#endif
#endif
