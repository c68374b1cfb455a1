#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_program_crash.h"

#if defined(__linux__)

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
enum { crash_count = sizeof crash_signals / sizeof *crash_signals };
static struct sigaction actions_before[crash_count];
static void (*crash_body)(const void *context);
/// The process whose crash is reported.
static pid_t program_process;
/// The process and the thread of the first crash, as returned by `this_thread`; 0 if there is none.
static _Atomic uint64_t first_crash;
/// A Boolean value indicating whether the first crash has been reported and the program's own
/// actions have been restored.
static _Atomic bool is_reported;

/// Returns the identifiers of this process, in the upper 32 bits, and of the calling thread, in the
/// lower 32 bits.
static uint64_t this_thread(void) {
  return (uint64_t)getpid() << 32 | (uint32_t)syscall(SYS_gettid);
}

/// Sends the signal again unless it is a fault: a fault recurs when the faulting instruction is
/// executed again.
static void pass_on(int number, const siginfo_t *info) {
  const bool is_fault =
    info->si_code > 0 && info->si_code != SI_KERNEL && number != SIGTRAP && number != SIGABRT;
  if (!is_fault) syscall(SYS_tgkill, getpid(), (pid_t)syscall(SYS_gettid), number);
}

/// Waits until the crash of another thread has been reported.
static void wait_until_reported(void) {
  const struct timespec pause = {.tv_nsec = 1000000};
  while (!atomic_load(&is_reported)) nanosleep(&pause, NULL);
}

/// Reports the first crash, and restores the program's own actions.
///
/// If a second thread crashes, it waits until the report is written; otherwise its crash would end
/// the program before that. The actions are restored only once, because the Swift runtime installs
/// other actions when it begins to print a backtrace. If a second thread entered the runtime's
/// handler as well, neither thread would return from it.
///
/// A process that the program created by vfork shares this memory. Its crash is not reported.
static void on_crash(int number, siginfo_t *info, void *context) {
  const int saved = errno;
  if (getpid() != program_process) {
    lk_withdraw_at_crash();
    pass_on(number, info);
    return;
  }
  const uint64_t self = this_thread();
  uint64_t first = 0;
  if (atomic_compare_exchange_strong(&first_crash, &first, self)) {
    crash_body(context);
    lk_withdraw_at_crash();
    atomic_store(&is_reported, true);
  } else if (first == self || first >> 32 != self >> 32) {
    // The report crashed as well, or the first crash was in the process that forked this one.
    lk_withdraw_at_crash();
    atomic_store(&is_reported, true);
  } else {
    wait_until_reported();
  }
  pass_on(number, info);
  errno = saved;
}

static void note_process(void) { program_process = getpid(); }

/// Provides a stack for signal handlers on the first thread, whose own stack may be exhausted. The
/// stack that the Swift runtime provides is large enough only for the runtime's own handler.
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

void lk_withdraw_at_crash(void) {
  for (int index = 0; index < crash_count; index++) {
    struct sigaction current;
    const int number = crash_signals[index];
    if (sigaction(number, NULL, &current) != 0 || current.sa_sigaction != on_crash) continue;
    sigaction(number, &actions_before[index], NULL);
  }
}

void lk_at_crash(void (*body)(const void *context)) {
  crash_body = body;
  note_process();
  pthread_atfork(NULL, NULL, note_process);
  provide_stack();
  for (int index = 0; index < crash_count; index++) {
    struct sigaction action = {
      .sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigfillset(&action.sa_mask);
    sigaction(crash_signals[index], NULL, &actions_before[index]);
    // An ignored signal stays ignored. The process that started the program may have ignored it.
    if (actions_before[index].sa_handler == SIG_IGN) continue;
    sigaction(crash_signals[index], &action, NULL);
  }
}

#else

void lk_at_crash(void (*body)(const void *context)) { (void)body; }

void lk_withdraw_at_crash(void) {}

#endif
