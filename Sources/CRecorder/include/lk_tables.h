#ifndef LK_TABLES_H
#define LK_TABLES_H

#include <stdbool.h>
#include <stddef.h>

/// Zeroed memory, in large pages if `large` and the system has them, or NULL.
void *lk_map_tables(size_t length, bool large);

/// Has the system use large pages for the part of some memory that they fit in, if it has them:
/// a hint, for memory that is going to be written from one end to the other.
void lk_prefer_large_pages(void *memory, size_t length);

/// Gives back what `lk_map_tables` returned.
void lk_unmap_tables(void *memory, size_t length);

/// Asks the processor to load the line at `address`; does nothing if it is not mapped.
static inline void lk_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
