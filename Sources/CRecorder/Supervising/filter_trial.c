#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_filter_trial.h"

#include "lk_program_filters.h"

#if defined(__linux__)

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// The system calls that the command needs.
static const int required[] = {
  SYS_socketpair, SYS_sendto, SYS_recvfrom, SYS_getdents64, SYS_rt_sigprocmask,
#if defined(SYS_poll)
  SYS_poll, SYS_rename, SYS_unlink,
#else
  SYS_ppoll, SYS_renameat, SYS_unlinkat,
#endif
};

/// The other system calls that it makes.
static const int other[] = {
  SYS_prctl, SYS_pipe2, SYS_signalfd4, SYS_execve, SYS_newfstatat,
#if defined(SYS_dup2)
  SYS_dup2, SYS_mkdir, SYS_rmdir,
#else
  SYS_dup3, SYS_mkdirat,
#endif
};

/// Whether the call has an effect with any arguments.
static bool always_acts(int number) {
  return number == SYS_exit_group || number == SYS_rt_sigreturn || number == SYS_clone ||
         number == SYS_kill;
}

/// Makes a call with arguments that none accepts; returns whether it was refused.
static bool is_refused(int number, _Atomic int *current) {
  *current = number;
  if (always_acts(number)) return false;
  return syscall(number, -1L, -1L, -1L, -1L, -1L, -1L) < 0 && (errno == EPERM || errno == ENOSYS);
}

/// Makes all calls; returns the status of the process.
static int make_calls(_Atomic int *current) {
  // A process that ends like this leaves a memory dump otherwise, unless that is limited.
  const struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(SIGSYS, &standard, NULL);
  for (size_t index = 0; index < sizeof other / sizeof *other; index++) {
    is_refused(other[index], current);
  }
  size_t count = 0;
  const int *needed = lk_needed_calls(&count);
  for (size_t index = 0; index < count; index++) is_refused(needed[index], current);
  *current = SYS_kill;
  kill(getpid(), 0);
  // As the analysis forks.
  *current = SYS_clone;
  if (syscall(SYS_clone, 0ul, NULL, NULL, NULL, NULL) == 0) _exit(0);
  for (size_t index = 0; index < sizeof required / sizeof *required; index++) {
    if (is_refused(required[index], current)) return 1;
  }
  return 0;
}

lk_filter_trial lk_try_filters(void) {
  _Atomic int *current = mmap(
    NULL, sizeof *current, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (current == MAP_FAILED) return (lk_filter_trial){lk_trial_refused, SYS_mmap};
  lk_filter_trial result = {lk_trial_passed, 0};
  const pid_t process = fork();
  if (process == 0) _exit(make_calls(current));
  int status = 0;
  pid_t ended = -1;
  while (process > 0 && (ended = waitpid(process, &status, 0)) < 0 && errno == EINTR) {}
  if (process < 0) {
    result = (lk_filter_trial){lk_trial_refused, SYS_clone};
  } else if (ended < 0) {
    result = (lk_filter_trial){lk_trial_refused, SYS_wait4};
  } else if (WIFSIGNALED(status)) {
    result = (lk_filter_trial){lk_trial_ended, *current};
  } else if (WEXITSTATUS(status) != 0) {
    result = (lk_filter_trial){lk_trial_refused, *current};
  }
  munmap((void *)current, sizeof *current);
  return result;
}

#else

lk_filter_trial lk_try_filters(void) { return (lk_filter_trial){lk_trial_passed, 0}; }

#endif
