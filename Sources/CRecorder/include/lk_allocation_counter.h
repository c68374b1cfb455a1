#ifndef LK_ALLOCATION_COUNTER_H
#define LK_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Starts counting the allocations of the Swift runtime.
///
/// Redirects the import slots (GOT entries) through which libswiftCore calls malloc and
/// posix_memalign. Returns false if libswiftCore is not loaded, as in a program whose runtime is
/// linked statically, and on systems without ELF libraries.
bool lk_allocation_counter_install(void);

/// Returns the number of allocations on all threads since the counter was installed.
uint64_t lk_allocation_counter_value(void);

/// Returns the number of allocated bytes in use, or 0 if the C library does not report it.
uint64_t lk_allocated_bytes(void);

#endif
