#ifndef LK_RESERVE_H
#define LK_RESERVE_H

#include <stddef.h>

/// Reserves zeroed memory, which the system provides page by page, with inaccessible memory on both
/// sides. Returns NULL if there is no room, or if the recorder must not make system calls.
///
/// The system lists adjacent mappings as one. Without the inaccessible memory, the reserved memory
/// would be searched for roots together with an adjacent mapping.
void *lk_reserve(size_t length);

/// Returns the number of bytes of address space that have been reserved.
size_t lk_reserved_bytes(void);

#endif
