#ifndef LK_WAITING_THREAD_H
#define LK_WAITING_THREAD_H

#include <stddef.h>
#include <stdint.h>

/// Finds the code that calls may be in. To be called in the copy of the process that is to ask.
void lk_prepare_waiting_calls(void);

/// The calls that a stopped thread is in, the innermost first, if it waits in the kernel and all
/// of them are known up to the thread's first function.
///
/// - `place`: That of its stack among ``lk_stopped_stacks``.
/// - `high`: Where the thread's stack begins.
/// - `calls`: Gets places in code; at most `most` of them.
/// - `end`: Gets the address behind the outermost call's frame.
///
/// Returns their number, or 0 where the thread was at work, or one of the calls is not known.
size_t lk_waiting_calls(
  size_t place, uintptr_t high, uintptr_t *calls, size_t most, uintptr_t *end);

#endif
