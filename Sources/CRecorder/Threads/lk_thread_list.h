#ifndef LK_THREAD_LIST_H
#define LK_THREAD_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Functions that read the state of this process's threads. They do not allocate, take no lock, and
// are safe in a signal handler.

/// Makes the functions below read the threads of another process, which shares this process's
/// memory; 0 denotes the calling process.
void lk_observe_threads_of(pid_t process);

/// Calls `body` with the identifier of each thread of the process; returns false if the threads
/// cannot be listed.
bool lk_each_thread(void (*body)(pid_t thread, void *context), void *context);

/// Returns the state of a thread as a letter (see proc_pid_stat(5)), such as R for running, S for
/// waiting and Z for ended; 0 if the system does not report it.
char lk_thread_state(pid_t thread);

/// Returns whether the system created the thread to work for the process in the kernel, as it does
/// for io_uring(7). Such a thread executes none of the program's code and has no stack in the
/// program's memory.
bool lk_thread_is_kernel_worker(pid_t thread);

/// Returns whether a thread that the system lists has ended. The system lists the first thread as
/// long as the process exists, even after the thread has ended. Needs no free descriptor.
bool lk_thread_has_ended(pid_t thread);

/// Returns the number of threads that the system lists for the process; 0 if it does not report the
/// number. Needs no free descriptor.
size_t lk_thread_count(void);

/// The position at which a thread waits in the kernel.
typedef struct {
  uintptr_t stack, code;
  /// The number of the system call; -1 if the thread waits in none.
  long call;
  /// The first argument of the system call.
  uintptr_t argument;
} lk_kernel_wait;

/// Reads the position at which a thread waits in the kernel; returns false if the thread runs, or
/// if the system does not report the position.
bool lk_thread_wait(pid_t thread, lk_kernel_wait *result);

/// Returns the number of times that a thread has been scheduled; 0 if the system does not report
/// it.
uint64_t lk_thread_switches(pid_t thread);

/// Returns whether the thread blocks the signal.
bool lk_thread_blocks(pid_t thread, int signal);

#endif
