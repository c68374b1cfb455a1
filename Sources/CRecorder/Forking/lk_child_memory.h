#ifndef LK_CHILD_MEMORY_H
#define LK_CHILD_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The memory for the stack and for all allocations of the forked process that analyzes the program.
//
// The C library's allocator may be locked by a thread that exists only in the parent process.
// Therefore the analysis uses an allocator without locks, which supports only one thread.

/// Reserves the memory; returns 0 or an error number.
int lk_reserve_child_memory(void);

/// Makes every loaded image allocate from the reserved memory instead of calling the C library's
/// allocator.
void lk_enter_child_memory(void);

/// Return the start and the length of the stack in the reserved memory.
uintptr_t lk_child_stack_start(void);
size_t lk_child_stack_length(void);

/// Returns the usable size of a block, regardless of the allocator to which it belongs.
size_t lk_child_usable_size(void *block);

#endif
