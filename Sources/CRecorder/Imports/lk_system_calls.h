#ifndef LK_SYSTEM_CALLS_H
#define LK_SYSTEM_CALLS_H

#include <stdatomic.h>
#include <stdbool.h>

/// A Boolean value indicating whether the recorder has stopped making system calls, because the
/// program has a filter (seccomp) that may kill the program at such a call.
__attribute__((visibility("hidden"))) extern atomic_bool lk_system_calls_are_forbidden;

/// Returns whether the recorder must not make system calls of its own.
static inline bool lk_avoids_system_calls(void) {
  return atomic_load_explicit(&lk_system_calls_are_forbidden, memory_order_relaxed);
}

/// Returns whether the program has installed a filter, or is installing one. The filter allows the
/// calls that an analysis needs or makes them fail, unless ``lk_avoids_system_calls()`` returns
/// true. Other calls may end the program.
bool lk_program_has_filters(void);

#endif
