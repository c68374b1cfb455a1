#ifndef LK_WAITING_THREAD_H
#define LK_WAITING_THREAD_H

#include <stddef.h>
#include <stdint.h>

/// Finds the loaded code, which ``lk_waiting_calls()`` needs. Call this in the forked process that
/// searches for roots.
void lk_prepare_waiting_calls(void);

/// Walks the stack of a stopped thread that waits in the kernel, and returns the number of its
/// calls. Returns 0 if the thread was working, if its registers are unknown, if one of the calls
/// cannot be unwound, or if there are more than `limit` calls. Always returns 0 on an architecture
/// other than x86-64.
///
/// - `index`: The index of the thread; see ``lk_stopped_count()``.
/// - `high`: The end of the thread's stack, above its outermost frame.
/// - `calls`: Receives up to `limit` code addresses, innermost first.
/// - `end`: Receives the stack pointer of the outermost call. The frames of all inner calls are
///   below it.
size_t lk_waiting_calls(
  size_t index, uintptr_t high, uintptr_t *calls, size_t limit, uintptr_t *end);

#endif
