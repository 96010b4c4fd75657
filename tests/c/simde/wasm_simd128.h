/* Stands in for the compiler's wasm_simd128.h in native builds: SIMDe does the same operations with SSE or NEON.
 * Used by the Makefile's *-simd variants; it lacks the wasm_*_const_splat forms, so the library uses wasm_*_splat. */
#ifndef TW_TEST_WASM_SIMD128_H
#define TW_TEST_WASM_SIMD128_H

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/wasm/simd128.h>

#endif
