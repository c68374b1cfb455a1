#ifndef LK_INTERRUPTED_CODE_H
#define LK_INTERRUPTED_CODE_H

#include "lk_stopped_thread_table.h"

#include <stdbool.h>
#include <stdint.h>

// The code that a signal has interrupted. `context` is the handler's argument, a `ucontext_t`.

/// Returns the address of the next instruction; 0 on an unknown architecture.
uintptr_t lk_interrupted_code(const void *context);

/// Returns the stack pointer.
uintptr_t lk_interrupted_stack(const void *context);

/// Returns whether the code is at the instruction of a system call or directly after one. A signal
/// that interrupts a system call leaves the code there: the call is restarted or has failed.
bool lk_is_at_system_call(uintptr_t code);

/// Returns whether the thread was observed to wait in a system call that has failed because of the
/// stop signal. The thread is still at the call and has hardly run since.
///
/// Calls such as `pause`, `poll` and `nanosleep` fail with `EINTR` when a handler has run, whether
/// or not the handler was installed with `SA_RESTART` (signal(7)), so that the program would
/// continue after a call that it does not expect to return.
bool lk_has_interrupted_call(const lk_stopped_thread *own, const void *context);

/// Makes the thread repeat the system call with this number and first argument when the handler
/// returns.
void lk_repeat_call(void *context, long number, uintptr_t argument);

#endif
