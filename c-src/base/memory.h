/* The memory that the library lives in: one run of addresses that grows at its end and never moves. Called by the
 * arena and the page list. In WebAssembly it is linear memory behind the static data (memory_wasm.c), natively a
 * reserved range of addresses that behaves the same (memory_native.c). */
#ifndef TW_BASE_MEMORY_H
#define TW_BASE_MEMORY_H

#include <stdint.h>

#include "../include/tilewasm.h"

#define TW_PAGE_SIZE 65536u

/* First usable byte, a multiple of TW_PAGE_SIZE. NULL when the system gave nothing. */
uint8_t *tw_memory_start(void);

/* Makes the bytes from tw_memory_start() up to `size` usable. TW_OK, TW_MEMORY_LIMIT or TW_OUT_OF_MEMORY; after
 * an error nothing has changed. */
tw_status tw_memory_require(uint64_t size);

#endif
