#ifndef LK_FILTER_TRIAL_H
#define LK_FILTER_TRIAL_H

/// What the filters of system calls (seccomp) of this process do at what the command and the
/// recorder call.
typedef struct {
  enum {
    /// Every call that cannot be done without goes through.
    lk_trial_passed = 0,
    /// A call fails that cannot be done without.
    lk_trial_refused,
    /// A call ends the process.
    lk_trial_ended,
  } kind;
  /// The number of the system call.
  int number;
} lk_filter_trial;

/// Makes the calls in a forked process, with arguments with which they have no effect.
lk_filter_trial lk_try_filters(void);

#endif
