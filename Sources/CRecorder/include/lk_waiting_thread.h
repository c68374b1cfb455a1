#ifndef LK_WAITING_THREAD_H
#define LK_WAITING_THREAD_H

#include <stddef.h>
#include <stdint.h>

/// Finds the code that calls may be in. Call this in the forked process that searches for roots.
void lk_prepare_waiting_calls(void);

/// Returns the calls of a stopped thread, innermost first, if it waits in the kernel and all of
/// them are known up to the thread's first function.
///
/// - `index`: The index of the thread; see ``lk_stopped_count()``.
/// - `high`: The address at which the thread's stack begins.
/// - `calls`: Receives up to `limit` code addresses.
/// - `end`: Receives the address behind the outermost call's frame.
///
/// Returns their number, or 0 if the thread was working, or one of the calls is unknown.
size_t lk_waiting_calls(
  size_t index, uintptr_t high, uintptr_t *calls, size_t limit, uintptr_t *end);

#endif
