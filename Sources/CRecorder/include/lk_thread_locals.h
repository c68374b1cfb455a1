#ifndef LK_THREAD_LOCALS_H
#define LK_THREAD_LOCALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns the base of the calling thread's thread-local variables. If a library was loaded at
/// program start, its variables have the same distance from the base in every thread.
uintptr_t lk_thread_pointer(void);

/// Finds the distance from the thread pointer to a library's thread-local variables, and the total
/// length of the variables in bytes. Returns false if the library is not loaded, or has no such
/// variables.
bool lk_thread_locals_of(const char *library, intptr_t *offset, size_t *length);

/// Returns the end of the page in which a thread's control block starts; 0 if `pointer` is 0, or if
/// the layout of the block is unknown. If the C library allocated the thread's stack, the result is
/// the end of the stack.
///
/// - `pointer`: The thread pointer, which is the address of the control block.
uintptr_t lk_end_of_control_block(uintptr_t pointer);

/// Returns the end of the thread stack whose lowest address is `low`; `low` if there is no such
/// stack. Searches the memory from `low` up to `high` for the end.
///
/// The C library stores its data about a thread in the last page of the thread's stack, and leaves
/// it there when the thread ends. Where the layout of this data is unknown, all memory up to `high`
/// counts as the stack.
///
/// Call this while the other threads of the process are stopped.
uintptr_t lk_end_of_thread_stack(uintptr_t low, uintptr_t high);

#endif
