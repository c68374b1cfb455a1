#ifndef LK_INTERRUPTED_CODE_H
#define LK_INTERRUPTED_CODE_H

#include "lk_stopped_thread_table.h"

#include <stdbool.h>
#include <stdint.h>

// The code that a signal has interrupted. `context` is the `ucontext_t` that the signal handler
// receives.

/// Returns the address of the interrupted code's next instruction; 0 on an unknown architecture.
uintptr_t lk_interrupted_code(const void *context);

/// Returns the interrupted code's stack pointer.
uintptr_t lk_interrupted_stack(const void *context);

/// Returns whether `code` is the address of a system call instruction, or the address after one.
/// When a signal interrupts a system call, the thread continues at the instruction if the call is
/// made again, and after the instruction if the call has failed.
bool lk_is_at_system_call(uintptr_t code);

/// Returns whether the thread was observed waiting in a system call, and this call has failed
/// because of the stop signal. If so, the thread is still at the call and has hardly run since it
/// was observed.
///
/// Calls such as `pause`, `poll` and `nanosleep` fail with `EINTR` when a handler has run, even if
/// the handler was installed with `SA_RESTART` (signal(7)). The program may not expect such a call
/// to return, so the call has to be repeated.
bool lk_has_interrupted_call(const lk_stopped_thread *own, const void *context);

/// Makes the thread repeat the system call when the handler returns. `number` and `argument` are
/// the number and the first argument of the call.
void lk_repeat_call(void *context, long number, uintptr_t argument);

#endif
