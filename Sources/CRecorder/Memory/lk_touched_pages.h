#ifndef LK_TOUCHED_PAGES_H
#define LK_TOUCHED_PAGES_H

#include <stdbool.h>
#include <stdint.h>

/// Returns the first address in `[address, end)` whose page contains data; `end` if there is none.
/// Pages without data, to which the program has written nothing, are skipped, because reading them
/// would take memory and time.
///
/// Only one thread may call this. If the system does not report the state of pages, every page
/// counts as containing data.
uintptr_t lk_next_touched(uintptr_t address, uintptr_t end);

/// Returns the first address in `[address, end)` whose page is in memory; `end` if there is none.
/// The range must be shared memory (MAP_SHARED). If the system does not report the state of pages,
/// every page counts as being in memory.
///
/// Unlike `lk_next_touched`, this function does not depend on the page tables of this process:
/// those of a forked process contain no shared pages. Reading an absent page of shared memory would
/// allocate it for all processes.
uintptr_t lk_next_shared(uintptr_t address, uintptr_t end);

#endif
