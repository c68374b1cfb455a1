#ifndef LK_ALLOCATION_RECORDER_H
#define LK_ALLOCATION_RECORDER_H

#include "lk_allocation_table.h"

/// Records from now on what the Swift runtime allocates in this process.
///
/// The runtime's calls of malloc, posix_memalign and free go through slots of its shared
/// libraries, which are pointed here. An object is known by who asked for its memory:
/// swift_allocObject, swift_allocBox or swift_bufferAllocate. False where there is no such
/// library: in a program with a static runtime, and on systems whose libraries are not ELF.
bool lk_recorder_install(void);

/// Starts a new epoch and returns it: what is allocated from now on carries it.
uint32_t lk_recorder_next_epoch(void);

#endif
