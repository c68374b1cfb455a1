#ifndef LK_USABLE_BYTES_H
#define LK_USABLE_BYTES_H

#include <stddef.h>

/// Returns the usable size of an allocated block.
size_t lk_usable_bytes(const void *block);

#endif
