#ifndef LK_TABLES_H
#define LK_TABLES_H

#include <stdbool.h>
#include <stddef.h>

/// Maps zeroed memory and returns it; NULL if there is not enough memory. Requests large pages if
/// `large` is true; otherwise prevents the system from using them.
void *lk_map_tables(size_t length, bool large);

/// Requests large pages for a range of memory. The system may ignore the request.
void lk_prefer_large_pages(void *memory, size_t length);

/// Frees memory that `lk_map_tables` returned.
void lk_unmap_tables(void *memory, size_t length);

/// Prefetches the cache line at `address`; does nothing if the address is not mapped.
static inline void lk_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
