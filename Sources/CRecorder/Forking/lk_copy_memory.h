#ifndef LK_COPY_MEMORY_H
#define LK_COPY_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The memory of a forked process in which the program is analyzed: its stack, and all that it
// allocates.
//
// A thread that the forked process does not have may have locked the C library's allocator for
// good, so the analysis has an allocator of its own, without locks. It is for one thread.

/// Reserves the memory; returns 0 or an error number.
int lk_reserve_copy_memory(void);

/// Redirects the allocator's functions in every loaded image.
void lk_enter_copy_memory(void);

/// The part of the reserved memory that is a stack.
uintptr_t lk_copy_stack_start(void);
size_t lk_copy_stack_length(void);

/// The bytes that a block may use, whoever allocated it.
size_t lk_copy_usable_size(void *block);

#endif
