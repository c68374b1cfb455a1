#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_filter_trial.h"

#include "lk_needed_calls.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// The state that the forked process, which makes the system calls, shares with its parent process.
typedef struct {
  /// The system call that the forked process is about to make.
  _Atomic int current;
  /// A Boolean value indicating whether the forked process has survived the first call of the
  /// trial, wait4. The parent process may then make this call as well.
  atomic_bool may_wait;
} trial_state;

/// The system calls that the command needs.
static const int required[] = {
  SYS_socketpair, SYS_sendto, SYS_recvfrom, SYS_getdents64, SYS_rt_sigprocmask,
#if defined(SYS_poll)
  SYS_poll, SYS_rename, SYS_unlink,
#else
  SYS_ppoll, SYS_renameat, SYS_unlinkat,
#endif
};

/// Other system calls that the command makes.
static const int other[] = {
  SYS_prctl, SYS_pipe2, SYS_signalfd4, SYS_execve, SYS_newfstatat,
#if defined(SYS_dup2)
  SYS_dup2, SYS_mkdir, SYS_rmdir,
#else
  SYS_dup3, SYS_mkdirat,
#endif
};

/// Returns whether a call has an effect even with invalid arguments.
static bool always_acts(int number) {
  return number == SYS_exit_group || number == SYS_rt_sigreturn || number == SYS_clone ||
         number == SYS_kill;
}

/// Makes a call with invalid arguments, unless it would have an effect even with these; returns
/// whether a filter refused it.
static bool is_refused(int number, trial_state *state) {
  state->current = number;
  if (always_acts(number)) return false;
  return syscall(number, -1L, -1L, -1L, -1L, -1L, -1L) < 0 && (errno == EPERM || errno == ENOSYS);
}

/// Makes all system calls of the trial. Returns the exit status for this process: 1 if a call that
/// the command needs was refused, otherwise 0.
static int make_calls(trial_state *state) {
  // With the default action, a call that a filter answers with SIGSYS ends this process.
  const struct sigaction standard = {.sa_handler = SIG_DFL};
  state->current = SYS_rt_sigaction;
  sigaction(SIGSYS, &standard, NULL);
  is_refused(SYS_wait4, state);
  state->may_wait = true;
  for (size_t index = 0; index < sizeof other / sizeof *other; index++) {
    is_refused(other[index], state);
  }
  for (size_t index = 0; lk_needed_call(index) >= 0; index++) {
    is_refused(lk_needed_call(index), state);
  }
  state->current = SYS_kill;
  kill(getpid(), 0);
  // The analysis forks by calling clone.
  state->current = SYS_clone;
  if (syscall(SYS_clone, 0ul, NULL, NULL, NULL, NULL) == 0) _exit(0);
  for (size_t index = 0; index < sizeof required / sizeof *required; index++) {
    if (is_refused(required[index], state)) return 1;
  }
  return 0;
}

/// Returns whether a process has ended; false if that is unknown.
///
/// Makes only system calls that the dynamic loader makes to read libraries. A filter that ends this
/// process at one of them would have done so earlier.
static bool has_ended(pid_t process) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno == ENOENT && access("/proc/self", F_OK) == 0;
  const ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count > 0 ? count : 0] = 0;
  const char *name_end = strrchr(text, ')');
  return name_end != NULL && (strncmp(name_end, ") Z", 3) == 0 || strncmp(name_end, ") X", 3) == 0);
}

/// The time limit for the first call of the trial. After that time, the forked process counts as
/// ended. This matters only if /proc, which reports the end of a process, is not available.
enum { max_seconds = 10 };

/// Waits until the forked process has survived the first call of the trial; returns false if a
/// filter ended the process, or if the time limit has passed. Makes no system call at which a
/// filter may end this process.
static bool may_wait_for(pid_t process, const trial_state *state) {
  struct timespec now, start;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do {
    for (int spin = 0; spin < 100000; spin++) {
      if (state->may_wait) return true;
    }
    if (has_ended(process)) return state->may_wait;
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (now.tv_sec - start.tv_sec < max_seconds);
  return false;
}

/// Waits for the forked process and returns its result.
static lk_filter_trial result_of(pid_t process, const trial_state *state) {
  int status = 0;
  pid_t ended = -1;
  if (!may_wait_for(process, state)) return (lk_filter_trial){lk_trial_ended, SYS_wait4};
  while ((ended = waitpid(process, &status, 0)) < 0 && errno == EINTR) {}
  if (ended < 0) return (lk_filter_trial){lk_trial_refused, SYS_wait4};
  if (WIFSIGNALED(status)) return (lk_filter_trial){lk_trial_ended, state->current};
  if (WEXITSTATUS(status) != 0) return (lk_filter_trial){lk_trial_refused, state->current};
  return (lk_filter_trial){lk_trial_passed, 0};
}

lk_filter_trial lk_try_filters(void) {
  trial_state *state = mmap(
    NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (state == MAP_FAILED) return (lk_filter_trial){lk_trial_refused, SYS_mmap};
  const pid_t process = fork();
  if (process == 0) _exit(make_calls(state));
  const lk_filter_trial result =
    process < 0 ? (lk_filter_trial){lk_trial_refused, SYS_clone} : result_of(process, state);
  munmap(state, sizeof *state);
  return result;
}

#else

lk_filter_trial lk_try_filters(void) { return (lk_filter_trial){lk_trial_passed, 0}; }

#endif
