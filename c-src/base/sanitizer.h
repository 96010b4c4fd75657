/* Tells AddressSanitizer which bytes of the library's memory hold something, since the library gives them out itself:
 * a read or write outside of them is then reported as one outside of malloc's blocks is. Does nothing in other builds.
 * Called by the arena and by the handles of open tiles. */
#ifndef TW_BASE_SANITIZER_H
#define TW_BASE_SANITIZER_H

#include <stdint.h>

#if defined(__SANITIZE_ADDRESS__)
#define TW_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TW_ADDRESS_SANITIZER 1
#endif
#endif

#ifdef TW_ADDRESS_SANITIZER

#include <sanitizer/asan_interface.h>

/* Bytes that are left free behind each piece of the arena. */
#define TW_RED_ZONE 32u

static inline void tw_mark_usable(const void *at, uint64_t size) {
    __asan_unpoison_memory_region(at, size);
}
static inline void tw_mark_free(const void *at, uint64_t size) {
    __asan_poison_memory_region(at, size);
}

#else

#define TW_RED_ZONE 0u

static inline void tw_mark_usable(const void *at, uint64_t size) {
    (void)at;
    (void)size;
}
static inline void tw_mark_free(const void *at, uint64_t size) {
    (void)at;
    (void)size;
}

#endif

#endif
