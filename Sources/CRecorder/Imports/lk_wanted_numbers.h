#ifndef LK_WANTED_NUMBERS_H
#define LK_WANTED_NUMBERS_H

#include "lk_running_scope.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// A fast test of whether an allocation by the running code may need a number: the number of a scope
// or of a call stack (see ``lk_allocation``).

/// The possible sources of the number that is recorded with an allocation. Each is a bit of
/// ``lk_wanted_numbers``. A further source, the scope that a thread inherited, has no bit.
enum { lk_number_of_task_local = 1, lk_number_of_common_scope = 2, lk_number_of_stack = 4 };

/// The sources that are in use.
__attribute__((visibility("hidden"))) extern _Atomic uint32_t lk_wanted_numbers;

/// Adds `source` to the sources that are in use, or removes it.
static inline void lk_want_numbers(uint32_t source, bool wanted) {
  if (wanted) {
    atomic_fetch_or(&lk_wanted_numbers, source);
  } else {
    atomic_fetch_and(&lk_wanted_numbers, ~source);
  }
}

/// Returns whether an allocation by the running code may need the number of a scope or of a call
/// stack.
static inline bool lk_wants_numbers(void) {
  return atomic_load_explicit(&lk_wanted_numbers, memory_order_relaxed) != 0 ||
         lk_inherited_scope != 0;
}

#endif
