/* The integers of a feature's geometry, unpacked a piece at a time. See parameters.h. */
#include "parameters.h"

#include "../varint/unpack.h"
#include "../varint/varint.h"

void tw_parameters_begin(tw_parameters *parameters, const uint8_t *bytes, uint32_t length) {
    parameters->at = bytes;
    parameters->end = bytes + length;
    parameters->next = parameters->count = 0;
    parameters->status = TW_OK;
    tw_parameters_refill(parameters);
}

/* Length of the next piece: up to a varint's end. */
static uint32_t piece_length(const tw_parameters *parameters) {
    uint64_t left = (uint64_t)(parameters->end - parameters->at);
    if (left <= TW_PIECE) return (uint32_t)left;
    /* Where ten bytes have no end the varint is too long, and the unpacking will say so. */
    for (uint32_t back = 0; back < TW_VARINT_MAX_LENGTH; back++) {
        if (parameters->at[TW_PIECE - 1 - back] < 0x80) return TW_PIECE - back;
    }
    return TW_PIECE;
}

bool tw_parameters_refill(tw_parameters *parameters) {
    if (parameters->at == parameters->end || parameters->status != TW_OK) return false;
    uint32_t left = tw_parameters_ready(parameters);
    if (left > 1) return true;
    if (left == 1) parameters->lanes[0] = parameters->lanes[parameters->next];
    uint32_t length = piece_length(parameters);
    uint32_t count = 0;
    parameters->status = tw_unpack_uint32(parameters->at, length, parameters->lanes + left, &count);
    parameters->at += length;
    parameters->next = 0;
    parameters->count = left + count;
    return count > 0;
}
