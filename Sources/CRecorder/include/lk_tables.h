#ifndef LK_TABLES_H
#define LK_TABLES_H

#include <stdbool.h>
#include <stddef.h>

/// Returns zeroed memory; NULL if there is none. If `large` is true, large pages are requested from
/// the system; otherwise the system must not use them.
void *lk_map_tables(size_t length, bool large);

/// Requests large pages for a range of memory. The system may ignore the request.
void lk_prefer_large_pages(void *memory, size_t length);

/// Frees memory that `lk_map_tables` returned.
void lk_unmap_tables(void *memory, size_t length);

/// Prefetches the cache line at `address`; does nothing if it is not mapped.
static inline void lk_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
