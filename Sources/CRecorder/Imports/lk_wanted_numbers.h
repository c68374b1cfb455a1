#ifndef LK_WANTED_NUMBERS_H
#define LK_WANTED_NUMBERS_H

#include "lk_running_scope.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// Whether allocations are to have numbers at all, to be known by one look at each of them.

/// What may give an allocation its number, beside the scope that a thread inherited.
enum { lk_number_of_task_local = 1, lk_number_of_common_scope = 2, lk_number_of_stack = 4 };

/// Those that there are.
__attribute__((visibility("hidden"))) extern _Atomic uint32_t lk_wanted_numbers;

/// Has allocations have numbers from one of these, or no longer.
static inline void lk_want_numbers(uint32_t source, bool wanted) {
  if (wanted) {
    atomic_fetch_or(&lk_wanted_numbers, source);
  } else {
    atomic_fetch_and(&lk_wanted_numbers, ~source);
  }
}

/// What the running code allocates may have a number.
static inline bool lk_wants_numbers(void) {
  return atomic_load_explicit(&lk_wanted_numbers, memory_order_relaxed) != 0 ||
         lk_inherited_scope != 0;
}

#endif
