#ifndef LK_STOP_THREADS_H
#define LK_STOP_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The result of stopping the other threads.
typedef struct {
  /// `unstopped` is the number of threads that could not be stopped. `blocking` is the number of
  /// these threads that block the stop signal.
  uint32_t unstopped, blocking;
  /// A Boolean value indicating whether some threads could not be listed or signaled, for example
  /// because the system refused the call.
  bool is_refused;
  /// A Boolean value indicating whether the program continues. If so, no threads were stopped.
  bool is_running;
} lk_stop_result;

/// Prepares for stopping threads: reserves memory, and unblocks the stop signal in the calling
/// thread and in the threads that it will start. Call this before the program starts.
void lk_allow_stopping(void);

/// Stops the other threads of the process.
///
/// First, threads that are working get up to a tenth of a second to reach a point at which they
/// wait. Then each thread is made to wait in a signal handler. glibc reserves the signal for its
/// own use, and pthread_sigmask omits it. The signal therefore also reaches threads that block all
/// signals. A thread that waits in the kernel and cannot run a handler counts as stopped as long as
/// it waits.
///
/// Calls no allocator, and takes no lock. In a stopped thread, a system call that waits may return
/// early, so use this only for a program that is ending.
lk_stop_result lk_stop_threads(void);

/// Returns whether every stopped thread is still stopped. Call this before ``lk_resume_threads()``,
/// in the process that the threads belong to.
bool lk_threads_are_still(void);

/// Resumes the stopped threads.
void lk_resume_threads(void);

/// Returns the number of other threads that the last call of ``lk_stop_threads()`` found. In a
/// forked process, this is the last call that the parent process made. Some of the threads may have
/// ended, or may not have been stopped.
size_t lk_stopped_count(void);

/// Returns the lowest address in use on a stopped thread's stack; 0 if the thread has ended or was
/// not stopped.
uintptr_t lk_stopped_stack(size_t index);

/// Returns the thread pointer of a stopped thread; 0 if unknown.
uintptr_t lk_stopped_thread_pointer(size_t index);

/// Returns the number of words in a stopped thread's registers and pthread keys; 0 if unknown.
/// `words` receives a pointer to them.
size_t lk_stopped_words(size_t index, const uintptr_t **words);

/// Returns whether a stopped thread waited in the kernel when it was signaled.
bool lk_stopped_while_waiting(size_t index);

#endif
