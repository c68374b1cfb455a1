#ifndef LK_WAITING_THREAD_H
#define LK_WAITING_THREAD_H

#include <stddef.h>
#include <stdint.h>

/// Finds the loaded code, for ``lk_waiting_calls()``. Call this in the forked process that searches
/// for roots.
void lk_prepare_waiting_calls(void);

/// Finds the calls of a stopped thread, innermost first, if the thread waits in the kernel and all
/// calls up to its first function are known.
///
/// - `index`: The index of the thread; see ``lk_stopped_count()``.
/// - `high`: The address at which the thread's stack begins.
/// - `calls`: Receives up to `limit` code addresses.
/// - `end`: Receives the stack pointer of the outermost call, at which the inner calls' frames end.
///
/// Returns the number of calls; 0 if the thread was working, if one of the calls is unknown, or if
/// there are more than `limit`. Always returns 0 on an architecture other than x86-64.
size_t lk_waiting_calls(
  size_t index, uintptr_t high, uintptr_t *calls, size_t limit, uintptr_t *end);

#endif
