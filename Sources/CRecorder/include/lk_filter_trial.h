#ifndef LK_FILTER_TRIAL_H
#define LK_FILTER_TRIAL_H

/// The effect of this process's filters of system calls (seccomp) on the calls of the command and
/// the recorder.
typedef struct {
  enum {
    /// Every necessary call succeeds.
    lk_trial_passed = 0,
    /// A necessary call fails.
    lk_trial_refused,
    /// A call ends the process.
    lk_trial_ended,
  } kind;
  /// The number of the system call.
  int number;
} lk_filter_trial;

/// Makes the system calls of the command and the recorder in a forked process, with arguments that
/// give the calls no effect.
lk_filter_trial lk_try_filters(void);

#endif
