#ifndef LK_SILENCE_H
#define LK_SILENCE_H

#include <stdatomic.h>
#include <stdbool.h>

// The flag that is set when the recorder stops making system calls. This happens when the program
// installs a filter (seccomp) that may kill the program at such a call.

__attribute__((visibility("hidden"))) extern atomic_bool lk_has_fallen_silent;

/// Returns whether the recorder must not make system calls of its own.
static inline bool lk_is_silent(void) {
  return atomic_load_explicit(&lk_has_fallen_silent, memory_order_relaxed);
}

#endif
