#ifndef LK_COPY_H
#define LK_COPY_H

#include "lk_stop_threads.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// Forks this process and runs `body` in the child process, on a separate stack; returns the
/// child's process identifier, or -1 with `errno`.
///
/// The program's fork handlers are not run, no lock is taken, and the program receives no SIGCHLD;
/// only ``lk_reap_copy()`` returns the end of the child. In the child process only the calling
/// thread exists. Locks of other threads stay locked, but the child does not need those of the
/// allocator, because it uses another allocator. Descriptors except `kept` are closed, and the
/// program's signal handlers are removed.
///
/// - `dump_folder`: The folder of a memory dump after a crash, or NULL.
/// - `body`: A function whose result is the child's exit status.
pid_t lk_start_copy(int (*body)(void *state), void *state, int kept, const char *dump_folder);

/// The end of a forked process.
typedef struct {
  bool has_ended;
  int status;
  /// The signal that killed the process, or 0.
  int signal;
} lk_copy_end;

/// Returns whether, and how, a process of ``lk_start_copy()`` has ended.
///
/// - `waits`: Whether to wait for the end of the process.
lk_copy_end lk_reap_copy(pid_t copy, bool waits);

/// The exit status of a child process that needs a lock held by a thread that does not exist in it.
enum { lk_lost_lock_status = 113 };

/// The progress of a child process.
typedef struct {
  /// The processor time, in clock ticks, that the process had used at the first of the consecutive
  /// checks in which it was idle.
  unsigned long long time_used;
  uint32_t idle_looks;
  uintptr_t waiting_stack;
} lk_copy_progress;

/// Returns whether the process waits for a thread that does not exist in it, or was idle in many
/// consecutive calls. Call this every few milliseconds.
bool lk_copy_is_stuck(pid_t copy, lk_copy_progress *progress);

/// The end of an analysis in a forked process.
typedef enum {
  /// The report is written.
  lk_analysis_finished = 0,
  /// The process cannot be forked; `detail` is the error number.
  lk_analysis_not_forked,
  /// The analysis crashed; see ``lk_last_crash()``.
  lk_analysis_crashed,
  /// The forked process was killed; `detail` is the signal.
  lk_analysis_killed,
  /// The analysis took too long.
  lk_analysis_late,
  /// In each attempt, the analysis needed a lock of a thread that does not exist in the forked
  /// process, or the threads did not stay stopped during the fork.
  lk_analysis_locked_out,
  /// The analysis ended without a report; `detail` is the error number, or 0 if it is unknown.
  lk_analysis_not_written,
} lk_analysis_state;

typedef struct {
  lk_analysis_state state;
  int detail;
} lk_analysis_result;

/// The analysis to perform.
typedef struct {
  /// Creates and writes the report, in the forked process; returns 0 or an error number.
  ///
  /// - `stack`: The lowest address of the stack that the ending thread uses; 0 if there is no such
  ///   thread.
  /// - `stop`: The result of stopping the threads.
  int (*body)(uintptr_t stack, lk_stop_result stop);
  uintptr_t stack;
  /// The interrupted context, a `ucontext_t`, in a signal handler; otherwise NULL.
  const void *context;
  /// A Boolean value indicating whether the threads are stopped, because the program is ending.
  bool stops_threads;
  int seconds;
  const char *dump_folder;
} lk_analysis;

/// Analyzes this process in a forked process, and waits for the end of the forked process. The
/// threads of an ending program stay stopped meanwhile.
///
/// Allocates nothing, needs no descriptor, and is safe in a signal handler.
lk_analysis_result lk_analyze(const lk_analysis *what);

/// Returns whether the memory of the analysis includes the address.
bool lk_copy_memory_includes(uintptr_t address);

#endif
