/* The integers of a feature's geometry, unpacked a piece at a time. Called by geometry.c. MVT 4.3.
 * Pieces keep the working set small however large the feature is; most features are one piece. */
#ifndef TW_READ_PARAMETERS_H
#define TW_READ_PARAMETERS_H

#include <stdbool.h>
#include <stdint.h>

#include "../include/tilewasm.h"

/* Bytes unpacked at a time, and so the most integers in a piece. */
#define TW_PIECE 4096u
/* Lanes of the buffer: a piece, one integer left over from the last, and the slack of the kernels. */
#define TW_PIECE_LANES (TW_PIECE + 1 + 32)

typedef struct {
    const uint8_t *at; /* packed bytes that are still to come */
    const uint8_t *end;
    uint32_t *lanes; /* TW_PIECE_LANES of scratch */
    uint32_t next;   /* the first lane that is not used up */
    uint32_t count;
    tw_status status; /* of the packed run: TW_TRUNCATED or TW_BAD_VARINT once its fault was met */
} tw_parameters;

/* Begins with the packed bytes of a feature. */
void tw_parameters_begin(tw_parameters *parameters, const uint8_t *bytes, uint32_t length);

/* Unpacks the next piece behind what is left. False when there is nothing more. */
bool tw_parameters_refill(tw_parameters *parameters);

/* Whole integers in hand. */
static inline uint32_t tw_parameters_ready(const tw_parameters *parameters) {
    return parameters->count - parameters->next;
}

/* Most integers that may still come, with those in hand. */
static inline uint64_t tw_parameters_bound(const tw_parameters *parameters) {
    return (uint64_t)tw_parameters_ready(parameters) + (uint64_t)(parameters->end - parameters->at);
}

#endif
