#ifndef LK_WRITABLE_BYTES_H
#define LK_WRITABLE_BYTES_H

#include <stddef.h>

/// Replaces malloc_usable_size, and records that the program has asked for the usable size of a
/// block.
size_t lk_note_usable_size(void *block);

/// Returns the number of bytes of a block that the program may have written. A program that asks
/// for the usable size may write more bytes than it requested; see malloc_usable_size(3).
size_t lk_writable_bytes(void *block, size_t requested);

#endif
