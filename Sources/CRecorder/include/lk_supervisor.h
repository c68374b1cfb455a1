#ifndef LK_SUPERVISOR_H
#define LK_SUPERVISOR_H

#include <stdbool.h>
#include <sys/types.h>

// The process between the command and the program that the command runs.
//
// If the command is killed, the supervisor kills the program and all processes that the program
// started. Processes whose parent has ended become children of the supervisor, so it finds all of
// them.

/// The program to run.
typedef struct {
  const char *path;
  char *const *arguments;
  char *const *environment;
  /// The folder of the reports, in which processes ask about filters; see `lk_filter_question.h`.
  const char *folder;
  /// A Boolean value indicating whether ``lk_supervisor_signal()`` also sends the signal to the
  /// processes that the program started, as a terminal does. A shell ends without passing signals
  /// on.
  bool signals_descendants;
} lk_supervised_program;

/// An event since the previous call of ``lk_supervisor_next()``.
typedef struct {
  enum {
    lk_supervisor_nothing = 0,
    /// The program ended; `value` is its status as waitpid(2) reports it.
    lk_supervisor_program_ended,
    /// The program and all processes that it started have ended.
    lk_supervisor_all_ended,
    /// The program could not be started; `value` is the error number.
    lk_supervisor_not_started,
    /// A process of the program has system call filters that the recorder did not detect. The
    /// process is not analyzed; `value` is its identifier.
    lk_supervisor_undetected_filters,
    /// The supervisor has ended; for example, it was killed.
    lk_supervisor_lost,
  } kind;
  int value;
} lk_supervisor_event;

/// Starts the supervisor, which starts the program; returns a descriptor for the other functions,
/// or -1 with `errno`.
///
/// The program gets the command's original signal mask and ignored signals. If the supervisor is
/// killed, the program is killed too.
int lk_supervise(const lk_supervised_program *what);

/// Waits for the next event, at most `milliseconds`, and returns it.
lk_supervisor_event lk_supervisor_next(int supervisor, int milliseconds);

/// Makes the supervisor send a signal to the program. If the program ignores the signal, the
/// supervisor kills the program and every process that the program started. Safe in a signal
/// handler.
void lk_supervisor_signal(int supervisor, int signal);

/// Makes the supervisor kill the program and every process that the program started, and waits up
/// to five seconds for the supervisor's answer.
void lk_supervisor_kill(int supervisor);

/// Ends the supervision. Processes that the program started continue to run, but the program itself
/// is killed if it still runs.
void lk_supervisor_release(int supervisor);

#endif
