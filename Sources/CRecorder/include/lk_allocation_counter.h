#ifndef LK_ALLOCATION_COUNTER_H
#define LK_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Counts the allocations of the Swift runtime from now on.
///
/// The slots through which libswiftCore calls malloc and posix_memalign are redirected. Returns
/// false if that library is not loaded, as in a program with a static runtime, and on systems
/// without ELF libraries.
bool lk_allocation_counter_install(void);

/// Returns the number of allocations since the counter was installed, on all threads.
uint64_t lk_allocation_counter_value(void);

/// Returns the number of allocated bytes in use, or 0 if the C library does not report it.
uint64_t lk_allocated_bytes(void);

#endif
