#ifndef LK_COPY_MEMORY_H
#define LK_COPY_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The memory of the forked process that analyzes the program: its stack, and all allocations.
//
// The C library's allocator may be locked by a thread that the forked process does not have, so the
// analysis has an allocator without locks. It supports only one thread.

/// Reserves the memory; returns 0 or an error number.
int lk_reserve_copy_memory(void);

/// Redirects the allocator's functions in every loaded image.
void lk_enter_copy_memory(void);

/// Returns the start of the part of the reserved memory that is a stack.
uintptr_t lk_copy_stack_start(void);
size_t lk_copy_stack_length(void);

/// Returns the usable size of a block, regardless of the allocator to which it belongs.
size_t lk_copy_usable_size(void *block);

#endif
