#ifndef LK_TABLES_H
#define LK_TABLES_H

#include <stdbool.h>
#include <stddef.h>

/// Returns zeroed memory, in large pages if `large` and the system has them, or NULL.
void *lk_map_tables(size_t length, bool large);

/// Requests large pages for a range of memory that will be written from start to end. The request
/// is a hint.
void lk_prefer_large_pages(void *memory, size_t length);

/// Frees memory that `lk_map_tables` returned.
void lk_unmap_tables(void *memory, size_t length);

/// Prefetches the cache line at `address`; does nothing if it is not mapped.
static inline void lk_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
