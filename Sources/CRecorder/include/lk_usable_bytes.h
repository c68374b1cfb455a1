#ifndef LK_USABLE_BYTES_H
#define LK_USABLE_BYTES_H

#include <stddef.h>

/// The bytes that the allocator gave for a block that was allocated and not given back.
size_t lk_usable_bytes(const void *block);

#endif
