#ifndef LK_THREAD_LOCALS_H
#define LK_THREAD_LOCALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns the base of the calling thread's thread-local variables. The variables of a library that
/// was loaded at the start have the same distance from the base in every thread.
uintptr_t lk_thread_pointer(void);

/// Finds the offset of a library's thread-local variables from the thread pointer, and their length
/// in bytes; returns false if the library is not loaded, or has none.
///
/// `library` is a prefix of the library's file name.
bool lk_thread_locals_of(const char *library, intptr_t *offset, size_t *length);

/// Returns the end of the thread's stack that starts at `low`; `low` if no stack starts there. The
/// memory from `low` up to `high` is searched for the end.
///
/// The C library keeps its data on a thread, even after the thread has ended, in the last page of
/// the thread's stack. Where the layout of the data is unknown, all memory up to `high` counts as a
/// stack.
///
/// Call this while the other threads of the process are stopped.
uintptr_t lk_end_of_thread_stack(uintptr_t low, uintptr_t high);

#endif
