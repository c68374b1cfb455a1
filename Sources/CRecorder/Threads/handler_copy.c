#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_handler_copy.h"

#include "lk_analysis_crash.h"
#include "lk_imports.h"
#include "lk_lost_locks.h"
#include "lk_note_registers.h"
#include "lk_thread_stop.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { attempts = 3, tick_milliseconds = 5, most_ticks = 12000, most_idle_ticks = 200 };

/// What a function may use below its stack pointer without moving it (System V ABI).
enum { red_zone = 128 };

#if defined(__x86_64__)
#define STACK_POINTER(context) ((uintptr_t)(context)->uc_mcontext.gregs[REG_RSP])
#elif defined(__aarch64__)
#define STACK_POINTER(context) ((uintptr_t)(context)->uc_mcontext.sp)
#else
#define STACK_POINTER(context) ((uintptr_t)(context))
#endif

/// The copy without what others registered for it; glibc and others have it since POSIX.1-2024.
__attribute__((weak)) pid_t _Fork(void);

static void wait_a_tick(void) {
  const struct timespec tick = {0, tick_milliseconds * 1000000};
  nanosleep(&tick, NULL);
}

/// A file of the system's, as text of its first bytes; empty where it cannot be read.
static void read_start(const char *format, pid_t process, char *text, size_t length) {
  char path[64];
  snprintf(path, sizeof path, format, (int)process, (int)process);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t count = file < 0 ? 0 : read(file, text, length - 1);
  if (file >= 0) close(file);
  text[count > 0 ? count : 0] = 0;
}

/// The process waits, and not for one that it started; and has used the processor for no longer
/// than before. See proc_pid_stat(5).
static bool is_idle(pid_t process, unsigned long long *used) {
  char text[512];
  read_start("/proc/%d/stat", process, text, sizeof text);
  char state = 0;
  unsigned long long user = 0, system = 0;
  const char *end = strrchr(text, ')');
  if (end == NULL || sscanf(end, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &state,
                            &user, &system) != 3) {
    return false;
  }
  const bool is_same = user + system == *used;
  *used = user + system;
  read_start("/proc/%d/task/%d/children", process, text, sizeof text);
  return is_same && state == 'S' && text[0] == 0;
}

/// Waits for the copy's end; false where it did not do what it had to.
static bool wait_for(pid_t copy) {
  unsigned long long used = 0;
  int idle = 0;
  for (int tick = 0; tick < most_ticks; tick++) {
    int status = 0;
    const pid_t ended = waitpid(copy, &status, WNOHANG);
    if (ended == copy) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (ended < 0 && errno != EINTR) return false;
    idle = is_idle(copy, &used) ? idle + 1 : 0;
    // A lock that nobody will unlock is waited for.
    if (idle > most_idle_ticks) break;
    wait_a_tick();
  }
  kill(copy, SIGKILL);
  while (waitpid(copy, NULL, 0) < 0 && errno == EINTR) {}
  return false;
}

/// What the copy does; never returns.
static void run_copy(
  bool (*body)(uintptr_t stack, bool is_still), uintptr_t stack, bool is_still,
  const char *dump_folder) {
  // A crash in the copy must not run the program's handlers.
  lk_note_own_crash(dump_folder);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  lk_end_at_lost_locks();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  _exit(body(stack, is_still) ? 0 : 1);
}

bool lk_run_in_copy(
  const void *context, const char *dump_folder, bool (*body)(uintptr_t stack, bool is_still)) {
  const ucontext_t *interrupted = context;
  lk_note_last_registers(interrupted, false);
  const uintptr_t stack = STACK_POINTER(interrupted) - red_zone;
  for (int attempt = 0; attempt < attempts; attempt++) {
    lk_prepare_crash_note();
    const bool did_stop = lk_stop_threads();
    const pid_t copy = _Fork != NULL ? _Fork() : fork();
    // The copy looks at what was noted of the others before they went on.
    if (copy == 0) run_copy(body, stack, did_stop, dump_folder);
    lk_resume_threads();
    if (copy > 0 && wait_for(copy)) return true;
    wait_a_tick();
  }
  return false;
}

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
enum { crash_count = sizeof crash_signals / sizeof *crash_signals };
static struct sigaction actions_before[crash_count];
static void (*crash_body)(const void *context);
static _Atomic bool has_crashed;

/// Has the signal do what it would have done, and sends it anew where it does not come again
/// by itself, as a fault does when the code that made it runs again.
static void pass_on(int number, const siginfo_t *info) {
  for (int index = 0; index < crash_count; index++) {
    if (crash_signals[index] == number) sigaction(number, &actions_before[index], NULL);
  }
  const bool is_fault =
    info->si_code > 0 && info->si_code != SI_KERNEL && number != SIGTRAP && number != SIGABRT;
  if (!is_fault) syscall(SYS_tgkill, getpid(), (pid_t)syscall(SYS_gettid), number);
}

static void on_crash(int number, siginfo_t *info, void *context) {
  const int saved = errno;
  // One look is enough, should two threads crash.
  if (!atomic_exchange(&has_crashed, true)) crash_body(context);
  pass_on(number, info);
  errno = saved;
}

/// A stack for handlers of the first thread: its own may be what has come to its end, and what
/// the language's runtime provides is enough for its own handler only.
static void provide_stack(void) {
  const size_t length = (size_t)2 << 20;
  stack_t current;
  if (sigaltstack(NULL, &current) != 0) return;
  if ((current.ss_flags & SS_DISABLE) == 0 && current.ss_size >= length) return;
  void *memory = mmap(
    NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return;
  const stack_t own = {.ss_sp = memory, .ss_size = length};
  sigaltstack(&own, NULL);
}

void lk_at_crash(void (*body)(const void *context)) {
  crash_body = body;
  provide_stack();
  for (int index = 0; index < crash_count; index++) {
    struct sigaction action = {
      .sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigfillset(&action.sa_mask);
    sigaction(crash_signals[index], NULL, &actions_before[index]);
    // Who started the program may have it pass over a signal.
    if (actions_before[index].sa_handler == SIG_IGN) continue;
    sigaction(crash_signals[index], &action, NULL);
  }
}

static void (*second_thread_body)(void);
static pthread_once_t second_thread_once = PTHREAD_ONCE_INIT;

static void call_second_thread_body(void) { second_thread_body(); }

static int noticed_create(
  pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  pthread_once(&second_thread_once, call_second_thread_body);
  return pthread_create(thread, attributes, body, argument);
}

void lk_before_second_thread(void (*body)(void)) {
  second_thread_body = body;
  const lk_import create[] = {{"pthread_create", (void *)noticed_create}};
  lk_redirect_imports_everywhere(create, 1, (const void *)noticed_create, NULL, 0);
}

#else

bool lk_run_in_copy(
  const void *context, const char *dump_folder, bool (*body)(uintptr_t stack, bool is_still)) {
  (void)context;
  (void)dump_folder;
  (void)body;
  return false;
}

void lk_at_crash(void (*body)(const void *context)) { (void)body; }

void lk_before_second_thread(void (*body)(void)) { (void)body; }

#endif
