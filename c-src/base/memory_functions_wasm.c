/* memcpy, memmove and memset of the WebAssembly modules; the compiler calls them too. With bulk memory they are one
 * instruction. Without they move eight bytes a step: what they do must not be recognized as memcpy and become a call of
 * itself, hence no_builtin. Natively the C library has them. */
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t length);
void *memmove(void *to, const void *from, size_t length);
void *memset(void *to, int value, size_t length);

#ifdef __wasm_bulk_memory__

void *memcpy(void *restrict to, const void *restrict from, size_t length) {
    return __builtin_memcpy(to, from, length);
}

void *memmove(void *to, const void *from, size_t length) {
    return __builtin_memmove(to, from, length);
}

void *memset(void *to, int value, size_t length) {
    return __builtin_memset(to, value, length);
}

#else

/* Eight bytes at any address. */
typedef struct __attribute__((packed, may_alias)) {
    uint64_t bytes;
} word;

__attribute__((no_builtin)) void *memcpy(void *restrict to, const void *restrict from, size_t length) {
    uint8_t *target = to;
    const uint8_t *source = from;
    for (; length >= 8; length -= 8, target += 8, source += 8)
        ((word *)target)->bytes = ((const word *)source)->bytes;
    while (length-- > 0)
        *target++ = *source++;
    return to;
}

__attribute__((no_builtin)) void *memmove(void *to, const void *from, size_t length) {
    uint8_t *target = to;
    const uint8_t *source = from;
    if ((uintptr_t)target - (uintptr_t)source >= length) { /* also where the target lies in front */
        for (; length >= 8; length -= 8, target += 8, source += 8) {
            ((word *)target)->bytes = ((const word *)source)->bytes;
        }
        while (length-- > 0)
            *target++ = *source++;
        return to;
    }
    for (; length >= 8; length -= 8) {
        ((word *)(target + length - 8))->bytes = ((const word *)(source + length - 8))->bytes;
    }
    while (length-- > 0)
        target[length] = source[length];
    return to;
}

__attribute__((no_builtin)) void *memset(void *to, int value, size_t length) {
    uint8_t *target = to;
    uint64_t bytes = 0x0101010101010101u * (uint8_t)value;
    for (; length >= 8; length -= 8, target += 8)
        ((word *)target)->bytes = bytes;
    while (length-- > 0)
        *target++ = (uint8_t)value;
    return to;
}

#endif
