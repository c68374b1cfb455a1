#ifndef LK_TOUCHED_PAGES_H
#define LK_TOUCHED_PAGES_H

#include <stdbool.h>
#include <stdint.h>

/// The first address from `place` on, but not past `end`, whose page holds data: pages that were
/// never touched are zero, and reading one takes memory and time.
///
/// For one thread. Where the system does not report it, every page may hold data.
uintptr_t lk_next_touched(uintptr_t place, uintptr_t end);

#endif
