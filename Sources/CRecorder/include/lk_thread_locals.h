#ifndef LK_THREAD_LOCALS_H
#define LK_THREAD_LOCALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What the calling thread's thread-local variables are found by: the same distance lies
/// between it and a library's variables in every thread, if the library was loaded at start.
uintptr_t lk_thread_pointer(void);

/// Where a library's thread-local variables lie, from the thread pointer; false where the
/// library is not loaded, or has none.
///
/// `library` is how its file's name starts.
bool lk_thread_locals_of(const char *library, intptr_t *offset, size_t *length);

#endif
