#ifndef LK_RESERVE_H
#define LK_RESERVE_H

#include <stddef.h>

/// Reserves zeroed memory that the system fills page by page, separate from other memory; returns
/// NULL if there is no room for it.
///
/// Adjacent mappings are merged in the system's list, so that memory to search for roots would
/// include this memory.
void *lk_reserve(size_t length);

/// Returns the number of bytes of address space that were reserved.
size_t lk_reserved_bytes(void);

#endif
