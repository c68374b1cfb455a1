#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_stop_signal.h"

#if defined(__linux__)

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__GLIBC__)
/// SIGSETXID of glibc (nptl/pthreadP.h, sysdeps/unix/sysv/linux/internal-signals.h).
enum { stop_signal = 33 };
#else
enum { stop_signal = SIGPROF };
#endif

/// The kernel's description of a signal's action. It is needed because the C library does not
/// install handlers for the signals that it reserves for itself.
typedef struct {
  void (*handler)(int number, siginfo_t *info, void *context);
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
} kernel_action;

enum { restorer_flag = 0x04000000 };

#if defined(__x86_64__)
/// Returns from the handler. On this architecture the kernel does not provide this code.
__attribute__((naked, noinline)) static void return_from_handler(void) {
  __asm__ volatile("movl $15, %eax\n\tsyscall");
}
#endif

static kernel_action action_before;
static void (*stop_body)(uint64_t value, void *context);

static void on_signal(int number, siginfo_t *info, void *context) {
  if (info->si_code == SI_QUEUE && info->si_pid == getpid()) {
    const int saved = errno;
    stop_body((uint64_t)(uintptr_t)info->si_value.sival_ptr, context);
    errno = saved;
  } else if (action_before.handler != (void *)SIG_DFL && action_before.handler != (void *)SIG_IGN) {
    action_before.handler(number, info, context);
  }
}

int lk_stop_signal(void) { return stop_signal; }

bool lk_handle_stop_signal(void (*body)(uint64_t value, void *context)) {
  stop_body = body;
  kernel_action action = {.handler = on_signal, .flags = SA_SIGINFO | SA_RESTART, .mask = ~0ull};
#if defined(__x86_64__)
  action.flags |= restorer_flag;
  action.restorer = return_from_handler;
#endif
  kernel_action before;
  if (syscall(SYS_rt_sigaction, stop_signal, NULL, &before, sizeof action.mask) != 0) return false;
  if (before.handler == on_signal) return true;
  action_before = before;
  return syscall(SYS_rt_sigaction, stop_signal, &action, NULL, sizeof action.mask) == 0;
}

int lk_send_stop_signal(pid_t process, pid_t thread, uint64_t value) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = stop_signal;
  info.si_code = SI_QUEUE;
  info.si_pid = process;
  info.si_uid = getuid();
  info.si_value.sival_ptr = (void *)(uintptr_t)value;
  const long status = syscall(SYS_rt_tgsigqueueinfo, process, thread, stop_signal, &info);
  return status == 0 ? 0 : errno;
}

void lk_unblock_stop_signal(void) {
  const uint64_t mask = (uint64_t)1 << (stop_signal - 1);
  syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &mask, NULL, sizeof mask);
}

#endif
