#ifndef LK_ALLOCATION_COUNTER_H
#define LK_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Counts from now on the allocations that the Swift runtime makes.
///
/// The runtime's calls of malloc and posix_memalign go through slots of its shared
/// library, which are pointed here. False where there is no such library to be found: in
/// a program with a static runtime, and on systems whose libraries are not ELF.
bool lk_allocation_counter_install(void);

/// The number of allocations since the counter was installed, on all threads.
uint64_t lk_allocation_counter_value(void);

/// The bytes that the main heap has handed out and not got back, or 0 where the C library
/// does not tell.
uint64_t lk_allocated_bytes(void);

#endif
