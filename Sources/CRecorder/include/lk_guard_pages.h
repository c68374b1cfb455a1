#ifndef LK_GUARD_PAGES_H
#define LK_GUARD_PAGES_H

#include <stdint.h>

/// Returns the address of the first guard page in `[address, end)` that the system does not list as
/// a separate mapping; `end` if there is none, or if the system does not report the state of pages.
///
/// Since version 2.42, glibc creates such guard pages for stacks if the system is Linux 6.13 or
/// later (madvise(2), MADV_GUARD_INSTALL). The page map of the process shows a marker in
/// place of such a page, like that of a page that is swapped out, but the page cannot be read.
///
/// Only one thread may call this.
uintptr_t lk_next_guard(uintptr_t address, uintptr_t end);

#endif
