#ifndef LK_THREAD_STOP_H
#define LK_THREAD_STOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Has the calling thread, and those that it will start, take the signal that stops them:
/// who started the program may have blocked it.
void lk_allow_stopping(void);

/// Stops the other threads of the process for a moment, each within a signal handler. Those that
/// are at work get a tenth of a second to come to where they wait.
///
/// A thread goes on by itself after a
/// second or two, whatever happens: it may have stopped inside the allocator, with a lock
/// that the caller is about to wait for. Returns whether all threads stopped. Calls that wait
/// in the kernel return early in a stopped thread, so this is for a program that is ending.
bool lk_stop_threads(void);

/// Lets them go on; returns whether all were still stopped.
bool lk_resume_threads(void);

/// The lowest address in use of each stopped thread's stack; returns their number.
size_t lk_stopped_stacks(const uintptr_t **stacks);

/// The thread pointer of each stopped thread, by the same index; returns their number.
size_t lk_stopped_thread_pointers(const uintptr_t **pointers);

/// A stopped thread waited in the kernel when it was asked to stop. `place` is that of its stack
/// among ``lk_stopped_stacks``.
bool lk_stopped_while_waiting(size_t place);

#endif
