#ifndef LK_SILENCE_H
#define LK_SILENCE_H

#include <stdatomic.h>
#include <stdbool.h>

// Whether the recorder makes no system calls any more, because a filter that the program installs
// would end the program at one.

__attribute__((visibility("hidden"))) extern atomic_bool lk_has_fallen_silent;

/// Returns whether no system call may be made that the program would not make.
static inline bool lk_is_silent(void) {
  return atomic_load_explicit(&lk_has_fallen_silent, memory_order_relaxed);
}

#endif
