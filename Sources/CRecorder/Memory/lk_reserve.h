#ifndef LK_RESERVE_H
#define LK_RESERVE_H

#include <stddef.h>

/// Zeroed memory that the system fills page by page, apart from all other memory; NULL where
/// there is no room for it.
///
/// Mappings that touch each other are one in the system's list, and memory in which roots are
/// looked for would be one with this.
void *lk_reserve(size_t length);

#endif
