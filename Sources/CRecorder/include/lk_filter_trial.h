#ifndef LK_FILTER_TRIAL_H
#define LK_FILTER_TRIAL_H

/// The effect of this process's system call filters (seccomp) on the system calls of the command
/// and of the recorder.
typedef struct {
  enum {
    /// No call ends the process, and every call that the command needs is allowed.
    lk_trial_passed = 0,
    /// A call that the command needs is refused.
    lk_trial_refused,
    /// A call ends the process.
    lk_trial_ended,
  } kind;
  /// The number of the system call that is refused or ends the process; 0 if there is none.
  int number;
} lk_filter_trial;

/// Forks a process that makes the system calls of the command and of the recorder; returns how the
/// filters treated these calls. The arguments of the calls prevent effects on other processes.
lk_filter_trial lk_try_filters(void);

#endif
