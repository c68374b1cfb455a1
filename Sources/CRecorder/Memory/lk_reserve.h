#ifndef LK_RESERVE_H
#define LK_RESERVE_H

#include <stddef.h>

/// Reserves zeroed memory that the system fills page by page, separate from other memory; returns
/// NULL if there is no room for it, or if the recorder must not make system calls.
///
/// The system merges adjacent mappings in its list. Without the separation, the reserved memory
/// would be searched for roots together with an adjacent mapping.
void *lk_reserve(size_t length);

/// Returns the number of bytes of address space that were reserved.
size_t lk_reserved_bytes(void);

#endif
