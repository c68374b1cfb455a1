#ifndef LK_COPY_H
#define LK_COPY_H

#include "lk_thread_stop.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// Forks this process and runs `body` in the child process, on a stack of its own; returns the
/// child's process identifier, or -1 with `errno`.
///
/// What the program registered for fork is not run, no lock is taken, and the program is sent no
/// SIGCHLD; only ``lk_reap_copy()`` sees the child's end. In the child process only the calling
/// thread exists. Locks that another thread had stay locked, but for the allocator's, which is
/// replaced. Its descriptors are closed, apart from `kept`, and signals have no handlers.
///
/// - `dump_folder`: Where a crash leaves a memory dump, or NULL.
/// - `body`: Its result is the child's exit status.
pid_t lk_start_copy(int (*body)(void *state), void *state, int kept, const char *dump_folder);

/// How a forked process ended.
typedef struct {
  bool has_ended;
  int status;
  /// The signal that killed it, or 0.
  int signal;
} lk_copy_end;

/// Reads whether a process that ``lk_start_copy()`` made has ended.
///
/// - `waits`: Wait for its end.
lk_copy_end lk_reap_copy(pid_t copy, bool waits);

/// The exit status of a child process that needs a lock of a thread that it does not have.
enum { lk_lost_lock_status = 113 };

/// Observes a child process.
typedef struct {
  /// The clock ticks that the process had used when it was first seen asleep.
  unsigned long long time_used;
  uint32_t idle_looks;
  uintptr_t waiting_stack;
} lk_copy_progress;

/// Whether the process waits for a thread that it does not have. To be asked every few
/// milliseconds.
bool lk_copy_is_stuck(pid_t copy, lk_copy_progress *progress);

/// How an analysis in a forked process ended.
typedef enum {
  /// The report is written.
  lk_analysis_finished = 0,
  /// The process cannot be forked; `detail` is the error number.
  lk_analysis_not_forked,
  /// It crashed, as ``lk_last_crash()`` describes.
  lk_analysis_crashed,
  /// It was killed; `detail` is the signal.
  lk_analysis_killed,
  /// It took too long.
  lk_analysis_late,
  /// Each attempt needed a lock of a thread that was not there.
  lk_analysis_locked_out,
  /// It could not write its report; `detail` is the error number.
  lk_analysis_not_written,
} lk_analysis_state;

typedef struct {
  lk_analysis_state state;
  int detail;
} lk_analysis_result;

/// What to analyze.
typedef struct {
  /// Makes and writes the report, in the forked process; returns 0 or an error number.
  ///
  /// - `stack`: The lowest address of the stack that the ending thread uses, 0 for none.
  /// - `stop`: How stopping the threads ended.
  int (*body)(uintptr_t stack, lk_stop_result stop);
  uintptr_t stack;
  /// The interrupted context, an `ucontext_t`, where a signal handler asks; or NULL.
  const void *context;
  /// The program is ending, so its threads can be stopped.
  bool stops_threads;
  int seconds;
  const char *dump_folder;
} lk_analysis;

/// Analyzes this process in a forked process and waits for its end. Meanwhile the threads of a
/// program that is ending stay stopped.
///
/// Allocates nothing, opens no descriptor that it needs, and is safe in a signal handler.
lk_analysis_result lk_analyze(const lk_analysis *what);

/// The memory that the analysis uses includes the address.
bool lk_copy_memory_includes(uintptr_t address);

#endif
