#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_child.h"

#include "lk_analysis_crash.h"
#include "lk_child_memory.h"
#include "lk_lost_locks.h"
#include "lk_program_filters.h"

#include <errno.h>

#if defined(__linux__)

#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

/// A process counts as stuck if it sleeps in more than `max_idle_checks` consecutive checks. It may
/// wake up occasionally: one clock tick of processor time is allowed, and another one after every
/// `checks_per_tick` checks.
enum { max_idle_checks = 400, checks_per_tick = 50 };

// MARK: The child process

/// The task of this child process. Only ``run_child`` sets it, because several threads of the
/// parent process can start child processes at the same time.
static lk_child_task task;

static void run_body(void) { _exit(task.body(task.state)); }

/// Raises the limits that the program set for itself, as far as the system allows.
static void raise_limits(void) {
  static const int limits[] = {RLIMIT_AS, RLIMIT_DATA, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_CPU};
  for (size_t index = 0; index < sizeof limits / sizeof *limits; index++) {
    struct rlimit limit;
    if (getrlimit(limits[index], &limit) != 0) continue;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(limits[index], &limit);
  }
}

static void close_range_of_descriptors(unsigned first, unsigned last) {
  if (first > last) return;
#if defined(SYS_close_range)
  if (syscall(SYS_close_range, first, last, 0) == 0) return;
#endif
  const long count = sysconf(_SC_OPEN_MAX);
  for (long descriptor = first; descriptor < count && descriptor <= (long)last; descriptor++) {
    close((int)descriptor);
  }
}

/// Closes the program's descriptors except `kept`, and discards output to the standard streams. If
/// the number of descriptors is limited to very few, the standard streams stay closed, so that
/// descriptors remain for files.
static void replace_descriptors(int kept) {
  if (kept > 0) close_range_of_descriptors(0, (unsigned)kept - 1);
  close_range_of_descriptors((unsigned)(kept + 1), ~0u);
  struct rlimit limit;
  const bool is_tight = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 6;
  if (is_tight) return;
  while (true) {
    int nowhere = open("/dev/null", O_RDWR);
    // If `/dev/null` cannot be opened, an unnamed file is used instead.
    if (nowhere < 0) nowhere = (int)syscall(SYS_memfd_create, "", 0u);
    if (nowhere < 0) return;
    if (nowhere > STDERR_FILENO) {
      close(nowhere);
      return;
    }
  }
}

/// Resets the program's signal handlers, which must not run in this process. Ignores signals from
/// the terminal, because the system kills this process when the program ends. Ignores SIGPIPE and
/// SIGXFSZ, so that a failed write returns an error instead of ending the analysis.
static void reset_signals(void) {
  struct sigaction ignored = {.sa_handler = SIG_IGN}, standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
  static const int unwanted[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ, SIGTSTP};
  for (size_t index = 0; index < sizeof unwanted / sizeof *unwanted; index++) {
    sigaction(unwanted[index], &ignored, NULL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/// This process ends itself if it is idle in more than `max_idle_own_checks` consecutive checks of
/// its own progress, which are `own_check_interval_microseconds` apart. It counts as idle if it has
/// no child process, was not interrupted to run another process, and used less than
/// `max_idle_microseconds` of processor time since the previous check. The check itself uses some
/// processor time.
enum {
  max_idle_own_checks = 10,
  own_check_interval_microseconds = 200000,
  max_idle_microseconds = 1000,
};

/// The processor time of a process, and the number of times that the system interrupted the process
/// to run another one. A process that was interrupted is not idle.
typedef struct {
  int64_t microseconds;
  long losses;
} processor_use;

static processor_use own_processor_use(void) {
  struct rusage use = {0};
  getrusage(RUSAGE_SELF, &use);
  const int64_t seconds = use.ru_utime.tv_sec + use.ru_stime.tv_sec;
  return (processor_use){
      .microseconds = seconds * 1000000 + use.ru_utime.tv_usec + use.ru_stime.tv_usec,
      .losses = use.ru_nivcsw,
  };
}

/// Ends this process if it has been idle for so long that it must be waiting for a thread that
/// exists only in the parent process. The parent process checks this as well, but may have no free
/// descriptor for its check.
static void check_own_progress(int signal) {
  static processor_use last;
  static int idle_own_checks;
  (void)signal;
  const int saved = errno;
  const processor_use now = own_processor_use();
  siginfo_t info;
  const bool has_children = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
  const bool was_idle = now.microseconds - last.microseconds < max_idle_microseconds &&
                        now.losses == last.losses;
  idle_own_checks = was_idle && !has_children ? idle_own_checks + 1 : 0;
  last = now;
  errno = saved;
  if (idle_own_checks > max_idle_own_checks) _exit(lk_lost_lock_status);
}

static void watch_own_progress(void) {
  struct sigaction action = {.sa_handler = check_own_progress, .sa_flags = SA_RESTART};
  const struct timeval time = {.tv_usec = own_check_interval_microseconds};
  const struct itimerval interval = {.it_interval = time, .it_value = time};
  if (sigaction(SIGALRM, &action, NULL) == 0) setitimer(ITIMER_REAL, &interval, NULL);
}

/// Makes the system kill this process rather than the program if memory runs out.
static void prefer_as_oom_victim(void) {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  const ssize_t written = write(file, "1000", 4);
  (void)written;
  close(file);
}

__attribute__((noreturn)) static void run_child(pid_t parent, const lk_child_task *given) {
  task = *given;
  lk_use_crash_note(task.note);
  lk_ignore_filters();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent process may have ended before the call above. Its identifier is 0 if this process is
  // in another namespace of process identifiers.
  const pid_t current_parent = getppid();
  if (current_parent != parent && current_parent != 0) _exit(1);
  reset_signals();
  raise_limits();
  replace_descriptors(task.kept);
  lk_note_own_crash(task.dump_folder);
  prefer_as_oom_victim();
  watch_own_progress();
  lk_end_at_lost_locks();
  const int failure = lk_reserve_child_memory();
  if (failure != 0) {
    lk_note_failure(failure);
    _exit(1);
  }
  lk_enter_child_memory();
  static ucontext_t body;
  getcontext(&body);
  body.uc_stack.ss_sp = (void *)lk_child_stack_start();
  body.uc_stack.ss_size = lk_child_stack_length();
  body.uc_link = NULL;
  makecontext(&body, run_body, 0);
  setcontext(&body);
  _exit(1);
}

// MARK: The parent process

pid_t lk_start_child(const lk_child_task *given) {
  const pid_t self = getpid();
  // A handler of the program must not run in the child process; see ``reset_signals()``.
  sigset_t all, before;
  sigfillset(&all);
  const bool is_blocked = sigprocmask(SIG_SETMASK, &all, &before) == 0;
  // Without flags, clone creates a child process that sends no signal when it ends. waitpid returns
  // such a process only if the caller passes `__WALL` or `__WCLONE`.
#if defined(__x86_64__) || defined(__aarch64__)
  const pid_t child = (pid_t)syscall(SYS_clone, 0ul, NULL, NULL, NULL, NULL);
#else
  const pid_t child = fork();
#endif
  if (child == 0) run_child(self, given);
  const int failure = errno;
  if (is_blocked) sigprocmask(SIG_SETMASK, &before, NULL);
  errno = failure;
  return child;
}

lk_child_end lk_reap_child(pid_t child, bool waits) {
  lk_child_end result = {0};
  int status = 0;
  pid_t ended;
  while ((ended = waitpid(child, &status, __WALL | (waits ? 0 : WNOHANG))) < 0 && errno == EINTR) {}
  result.has_ended = ended != 0;
  if (ended == child && WIFEXITED(status)) result.status = WEXITSTATUS(status);
  if (ended == child && WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (ended < 0) result.status = 1;
  return result;
}

/// Reads the start of a file in /proc as text; the text is empty if the file cannot be read.
///
/// Returns false if the file cannot be opened.
static bool read_start(const char *format, pid_t process, char *text, size_t length) {
  char path[64];
  snprintf(path, sizeof path, format, (int)process, (int)process);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t count = file < 0 ? 0 : read(file, text, length - 1);
  if (file >= 0) close(file);
  text[count > 0 ? count : 0] = 0;
  return file >= 0;
}

/// Returns whether the process waits for a futex without a timeout, and did so in the previous
/// check, too. The process has only one thread, so nothing can wake it. See proc_pid_syscall(5).
static bool waits_for_thread(pid_t process, lk_child_progress *progress) {
  char text[256];
  read_start("/proc/%d/syscall", process, text, sizeof text);
  unsigned long long operation = 0, time = 0, stack = 0;
  long number = -1;
  const int count = sscanf(
    text, "%ld %*x %llx %*x %llx %*x %*x %llx", &number, &operation, &time, &stack);
  const unsigned long long kind = operation & FUTEX_CMD_MASK;
  const bool is_wait = count == 4 && number == SYS_futex && time == 0 &&
                       (kind == FUTEX_WAIT || kind == FUTEX_WAIT_BITSET);
  const bool is_same = is_wait && progress->waiting_stack == stack;
  progress->waiting_stack = is_wait ? (uintptr_t)stack : 0;
  return is_same;
}

/// Returns whether the process is idle: it sleeps, has no child process, and has used hardly any
/// processor time in the current idle period (see ``lk_child_progress``). See proc_pid_stat(5).
static bool is_idle(pid_t process, lk_child_progress *progress) {
  char text[512];
  read_start("/proc/%d/stat", process, text, sizeof text);
  char state = 0;
  unsigned long long user = 0, system = 0;
  const char *end = strrchr(text, ')');
  if (end == NULL || sscanf(end, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &state,
                            &user, &system) != 3) {
    return false;
  }
  if (progress->idle_checks == 0) progress->time_used = user + system;
  const unsigned long long used = user + system - progress->time_used;
  const bool is_quiet = used <= 1 + progress->idle_checks / checks_per_tick;
  // Some kernels do not list child processes (CONFIG_PROC_CHILDREN). The process then finds out by
  // itself whether it is stuck.
  const bool is_listed = read_start("/proc/%d/task/%d/children", process, text, sizeof text);
  return is_quiet && state == 'S' && is_listed && text[0] == 0;
}

bool lk_child_is_stuck(pid_t child, lk_child_progress *progress) {
  if (waits_for_thread(child, progress)) return true;
  progress->idle_checks = is_idle(child, progress) ? progress->idle_checks + 1 : 0;
  return progress->idle_checks > max_idle_checks;
}

#else

pid_t lk_start_child(const lk_child_task *given) {
  (void)given;
  errno = ENOSYS;
  return -1;
}

lk_child_end lk_reap_child(pid_t child, bool waits) {
  (void)child;
  (void)waits;
  return (lk_child_end){.has_ended = true, .status = 1};
}

bool lk_child_is_stuck(pid_t child, lk_child_progress *progress) {
  (void)child;
  (void)progress;
  return false;
}

#endif
