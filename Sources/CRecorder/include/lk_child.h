#ifndef LK_CHILD_H
#define LK_CHILD_H

#include "lk_analysis_crash.h"
#include "lk_stop_threads.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// The work of a forked process.
typedef struct {
  /// The function that the child process runs. Its result is the child's exit status.
  int (*body)(void *state);
  /// The argument of `body`.
  void *state;
  /// The descriptor that stays open, or -1.
  int kept;
  /// The folder for a memory dump after a crash, or NULL.
  const char *dump_folder;
  /// The note that the child process writes when it crashes or fails, or NULL.
  lk_crash_note *note;
} lk_child_task;

/// Forks this process and runs the task in the child process, on a separate stack; returns the
/// child's process identifier, or -1 with `errno`.
///
/// The program's fork handlers do not run, no lock is taken, and the program receives no SIGCHLD.
/// Use ``lk_reap_child()`` to wait for the child process. Several threads can call this function at
/// the same time.
///
/// In the child process, only the calling thread exists. Locks that other threads held stay locked.
/// The allocator's locks do not matter, because the child process uses another allocator. All
/// descriptors except `task->kept` are closed, and the program's signal handlers are removed.
pid_t lk_start_child(const lk_child_task *task);

/// The state of a forked process: whether, and how, it has ended.
typedef struct {
  bool has_ended;
  int status;
  /// The signal that killed the process, or 0.
  int signal;
} lk_child_end;

/// Returns whether, and how, a process that ``lk_start_child()`` started has ended.
///
/// - `waits`: Whether to wait until the process ends.
lk_child_end lk_reap_child(pid_t child, bool waits);

/// The exit status of a child process that would wait forever for a lock, because the thread that
/// holds the lock exists only in the parent process.
enum { lk_lost_lock_status = 113 };

/// The observations that ``lk_child_is_stuck()`` stores between calls; zeros before the first call.
typedef struct {
  /// The processor time, in clock ticks, that the process had used when the current idle period
  /// began. An idle period begins with the first of several consecutive calls that find the process
  /// idle.
  unsigned long long time_used;
  /// The number of consecutive calls that have found the process idle.
  uint32_t idle_checks;
  /// The stack pointer of the process if the previous call found it waiting for a futex without a
  /// timeout; otherwise 0.
  uintptr_t waiting_stack;
} lk_child_progress;

/// Returns whether the process waits for a thread that exists only in its parent process, or was
/// idle in many consecutive calls of this function. Call this every few milliseconds.
bool lk_child_is_stuck(pid_t child, lk_child_progress *progress);

/// The outcome of an analysis in a forked process.
typedef enum {
  /// The report is written.
  lk_analysis_finished = 0,
  /// The process could not be forked; `detail` is the error number.
  lk_analysis_not_forked,
  /// The analysis crashed; `detail` is the signal.
  lk_analysis_crashed,
  /// The forked process was killed; `detail` is the signal.
  lk_analysis_killed,
  /// The analysis took too long.
  lk_analysis_late,
  /// In each attempt, either the analysis needed a lock that another thread of the program held, or
  /// threads did not stay stopped during the fork.
  lk_analysis_locked_out,
  /// The analysis ended without a report; `detail` is the error number, or 0 if it is unknown.
  lk_analysis_not_written,
} lk_analysis_state;

typedef struct {
  lk_analysis_state state;
  int detail;
  /// The phase in which the analysis crashed, null-terminated.
  char phase[lk_phase_size];
} lk_analysis_result;

/// The analysis to perform.
typedef struct {
  /// Creates and writes the report; returns 0 or an error number. Called in the forked process.
  ///
  /// - `stack`: The lowest address in use on the stack of the thread that ends the program; 0 if no
  ///   thread is ending it.
  /// - `stop`: The result of stopping the threads.
  int (*body)(uintptr_t stack, lk_stop_result stop);
  /// The argument `stack` of `body`, unless there is a `context`.
  uintptr_t stack;
  /// The `ucontext_t` of the interrupted code if the caller is a signal handler; otherwise NULL.
  const void *context;
  /// A Boolean value indicating whether to stop the other threads. It is true if the program is
  /// ending.
  bool stops_threads;
  /// The time limit of each attempt to analyze.
  int seconds;
  /// The folder for a memory dump after a crash, or NULL.
  const char *dump_folder;
} lk_analysis;

/// Analyzes this process in a forked process, and waits until the forked process ends. If the
/// program is ending, its other threads stay stopped during that time.
///
/// Allocates nothing, needs no descriptor, and is safe in a signal handler.
lk_analysis_result lk_analyze(const lk_analysis *what);

/// Returns whether the address is in the memory from which the analysis allocates.
bool lk_child_memory_includes(uintptr_t address);

#endif
