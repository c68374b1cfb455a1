#ifndef LK_THREAD_STOP_H
#define LK_THREAD_STOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How stopping the other threads ended.
typedef struct {
  /// The threads that could not be stopped, and those of them that run and block the signal.
  uint32_t unstopped, blocking;
  /// The system refused to list the threads, or to signal them.
  bool is_refused;
  /// The threads were left running, because the program goes on.
  bool is_running;
} lk_stop_result;

/// Prepares for stopping threads: reserves memory, and unblocks the signal in the calling
/// thread and in those that it will start. To be called before the program starts.
void lk_allow_stopping(void);

/// Stops the other threads of the process.
///
/// Threads that are at work get a tenth of a second to reach a point at which they wait.
/// Each thread then waits in a signal handler. The signal is one that the C library reserves
/// for itself and never blocks, so it reaches threads that block all signals. A thread that waits
/// in the kernel and cannot run a handler counts as stopped as long as it stays there.
///
/// Allocates nothing, and takes no lock. System calls that wait return early in a stopped thread,
/// so this is for a program that is ending.
lk_stop_result lk_stop_threads(void);

/// Whether every thread that was stopped still is. To be asked in the process before
/// ``lk_resume_threads()``.
bool lk_threads_are_still(void);

/// Has the stopped threads continue.
void lk_resume_threads(void);

/// The number of threads that were stopped, in this process or the one that it was copied from.
size_t lk_stopped_count(void);

/// The lowest address in use of a stopped thread's stack; 0 for a thread that ended meanwhile.
///
/// - `index`: Less than ``lk_stopped_count()``.
uintptr_t lk_stopped_stack(size_t index);

/// The thread pointer of a stopped thread; 0 where it is unknown.
uintptr_t lk_stopped_thread_pointer(size_t index);

/// The words in a stopped thread's registers and under its pthread keys; returns their number,
/// 0 where they are unknown.
size_t lk_stopped_words(size_t index, const uintptr_t **words);

/// A stopped thread waited in the kernel when it was signalled.
bool lk_stopped_while_waiting(size_t index);

#endif
