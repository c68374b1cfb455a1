#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_program_filters.h"

#include "lk_filter_count.h"
#include "lk_filter_question.h"
#include "lk_imports.h"
#include "lk_needed_calls.h"
#include "lk_system_calls.h"

#include <stdbool.h>
#include <stddef.h>

atomic_bool lk_system_calls_are_forbidden;

#if defined(LK_HAS_NEEDED_CALLS)

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static void (*incompatible_body)(int call), (*compatible_body)(void);
/// A Boolean value indicating whether ``lk_ignore_filters`` was called in this process. If so, the
/// filters that this process installs are not examined.
static bool ignores_filters;
/// The process to which this memory belongs. A child process created by vfork shares the memory.
static pid_t process;
/// The number of filters that this process inherited or installed through the functions below.
static _Atomic int detected_filters;
static atomic_bool has_own_filters;

bool lk_program_has_filters(void) { return has_own_filters; }

/// Returns whether a filter with this result allows the system call or merely makes it fail. Other
/// results may, for example, kill the process.
static bool accepts(uint32_t result) {
  const uint32_t action = result & SECCOMP_RET_ACTION_FULL;
  return action == SECCOMP_RET_ALLOW || action == SECCOMP_RET_LOG || action == SECCOMP_RET_ERRNO;
}

static void forbid_system_calls(int call) {
  if (lk_avoids_system_calls()) return;
  incompatible_body(call);
  lk_system_calls_are_forbidden = true;
}

bool lk_must_avoid_system_calls(void) {
  const bool is_decided =
    lk_avoids_system_calls() || incompatible_body == NULL || ignores_filters;
  if (is_decided) return lk_avoids_system_calls();
  if (lk_has_more_filters(process, detected_filters)) lk_system_calls_are_forbidden = true;
  return lk_avoids_system_calls();
}

/// Records that the program installed a filter under which the analysis can run.
static void note_compatible_filter(void) {
  atomic_fetch_add(&detected_filters, 1);
  compatible_body();
}

/// Examines a filter before it is installed; returns whether every system call of an analysis would
/// be allowed or would merely fail. If the filter may do more, such as kill the process, the
/// recorder makes no further system calls.
static bool look_at(const struct sock_fprog *filter) {
  if (filter == NULL || filter->filter == NULL) return false;
  has_own_filters = true;
  const int violation = lk_violation_of(filter, accepts);
  if (violation >= 0) forbid_system_calls(violation);
  return violation < 0;
}

/// Makes a system call as the C library's `syscall` does. Does not call `syscall` itself, because
/// that call may have been redirected to ``lk_noticed_syscall()``.
static long call_system(
  long number, unsigned long first, unsigned long second, unsigned long third,
  unsigned long fourth, unsigned long fifth, unsigned long sixth) {
#if defined(__x86_64__)
  register unsigned long r10 __asm__("r10") = fourth;
  register unsigned long r8 __asm__("r8") = fifth;
  register unsigned long r9 __asm__("r9") = sixth;
  long result;
  __asm__ volatile(
    "syscall" : "=a"(result)
    : "a"(number), "D"(first), "S"(second), "d"(third), "r"(r10), "r"(r8), "r"(r9)
    : "rcx", "r11", "memory");
#else
  register unsigned long x8 __asm__("x8") = (unsigned long)number;
  register unsigned long x0 __asm__("x0") = first;
  register unsigned long x1 __asm__("x1") = second;
  register unsigned long x2 __asm__("x2") = third;
  register unsigned long x3 __asm__("x3") = fourth;
  register unsigned long x4 __asm__("x4") = fifth;
  register unsigned long x5 __asm__("x5") = sixth;
  __asm__ volatile(
    "svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  const long result = (long)x0;
#endif
  const unsigned long first_error = (unsigned long)-4095;
  if ((unsigned long)result < first_error) return result;
  errno = (int)-result;
  return -1;
}

int lk_noticed_prctl(
  int option, unsigned long first, unsigned long second, unsigned long third,
  unsigned long fourth) {
  bool is_compatible = false;
  if (option == PR_SET_SECCOMP && incompatible_body != NULL && !ignores_filters) {
    if (first == SECCOMP_MODE_STRICT) forbid_system_calls(SYS_openat);
    if (first == SECCOMP_MODE_FILTER) is_compatible = look_at((const struct sock_fprog *)second);
  }
  const long result =
    call_system(SYS_prctl, (unsigned long)option, first, second, third, fourth, 0);
  if (is_compatible && result == 0) note_compatible_filter();
  return (int)result;
}

long lk_noticed_syscall(
  long number, unsigned long first, unsigned long second, unsigned long third,
  unsigned long fourth, unsigned long fifth, unsigned long sixth) {
  bool is_compatible = false;
  const bool is_prctl = number == SYS_prctl && first == PR_SET_SECCOMP;
  if (is_prctl) return lk_noticed_prctl((int)first, second, third, fourth, fifth);
  if (number == SYS_seccomp && incompatible_body != NULL && !ignores_filters) {
    if (first == SECCOMP_SET_MODE_STRICT) forbid_system_calls(SYS_openat);
    if (first == SECCOMP_SET_MODE_FILTER) is_compatible = look_at((const struct sock_fprog *)third);
  }
  const long result = call_system(number, first, second, third, fourth, fifth, sixth);
  if (is_compatible && result >= 0) note_compatible_filter();
  return result;
}

static void in_forked_process(void) {
  if (!lk_avoids_system_calls()) process = getpid();
}

void lk_at_filters(
  const char *folder, void (*incompatible)(int call), void (*compatible)(void)) {
  lk_join_filter_questions(folder);
  process = getpid();
  detected_filters = lk_filter_count();
  pthread_atfork(NULL, NULL, in_forked_process);
  incompatible_body = incompatible;
  compatible_body = compatible;
  const lk_import imports[] = {
    {"prctl", (void *)lk_noticed_prctl}, {"syscall", (void *)lk_noticed_syscall}};
  lk_redirect_imports_everywhere(imports, 2, (const void *)lk_noticed_prctl, NULL, 0);
}

void lk_ignore_filters(void) { ignores_filters = true; }

#else

int lk_noticed_prctl(
  int option, unsigned long first, unsigned long second, unsigned long third,
  unsigned long fourth) {
  (void)option;
  (void)first;
  (void)second;
  (void)third;
  (void)fourth;
  return -1;
}

long lk_noticed_syscall(
  long number, unsigned long first, unsigned long second, unsigned long third,
  unsigned long fourth, unsigned long fifth, unsigned long sixth) {
  (void)number;
  (void)first;
  (void)second;
  (void)third;
  (void)fourth;
  (void)fifth;
  (void)sixth;
  return -1;
}

bool lk_must_avoid_system_calls(void) { return false; }

bool lk_program_has_filters(void) { return false; }

void lk_at_filters(
  const char *folder, void (*incompatible)(int call), void (*compatible)(void)) {
  (void)folder;
  (void)incompatible;
  (void)compatible;
}

void lk_ignore_filters(void) {}

#endif
