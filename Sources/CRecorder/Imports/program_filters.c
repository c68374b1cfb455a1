#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_program_filters.h"

#include "lk_imports.h"

#include <stdbool.h>
#include <stddef.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { own_architecture = (int)AUDIT_ARCH_X86_64 };
#else
enum { own_architecture = (int)AUDIT_ARCH_AARCH64 };
#endif

/// The system calls of the program's own process during an analysis.
static const int needed[] = {
  SYS_futex, SYS_clock_nanosleep, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_gettid, SYS_getpid,
  SYS_getuid, SYS_openat, SYS_close, SYS_getdents64, SYS_read, SYS_write, SYS_clone, SYS_wait4,
  SYS_kill, SYS_rt_tgsigqueueinfo, SYS_mmap, SYS_mprotect, SYS_munmap, SYS_madvise, SYS_exit_group,
  SYS_rt_sigpending, SYS_rt_sigtimedwait, SYS_rt_sigreturn,
#if defined(SYS_rename)
  SYS_rename, SYS_unlink,
#else
  SYS_renameat, SYS_unlinkat,
#endif
};

static void (*hostile_body)(void), (*tolerated_body)(void);

/// The memory that a filter may use.
enum { scratch_words = 16 };

static uint32_t combined(uint16_t code, uint32_t left, uint32_t right) {
  switch (BPF_OP(code)) {
    case BPF_ADD: return left + right;
    case BPF_SUB: return left - right;
    case BPF_MUL: return left * right;
    case BPF_DIV: return right != 0 ? left / right : 0;
    case BPF_AND: return left & right;
    case BPF_OR: return left | right;
    case BPF_XOR: return left ^ right;
    case BPF_LSH: return right < 32 ? left << right : 0;
    case BPF_RSH: return right < 32 ? left >> right : 0;
    case BPF_NEG: return 0 - left;
    default: return left;
  }
}

static bool holds(uint16_t code, uint32_t left, uint32_t right) {
  switch (BPF_OP(code)) {
    case BPF_JEQ: return left == right;
    case BPF_JGT: return left > right;
    case BPF_JGE: return left >= right;
    case BPF_JSET: return (left & right) != 0;
    default: return true;
  }
}

/// Returns the result that the kernel would get from a filter for a system call
/// (Documentation/networking/filter.rst). A filter contains only forward jumps, so the evaluation
/// ends.
static uint32_t result_of(const struct sock_fprog *filter, const struct seccomp_data *call) {
  uint32_t accumulator = 0, index = 0, scratch[scratch_words] = {0};
  for (size_t position = 0; position < filter->len; position++) {
    const struct sock_filter step = filter->filter[position];
    const uint32_t operand = BPF_SRC(step.code) == BPF_X ? index : step.k;
    switch (BPF_CLASS(step.code)) {
      case BPF_LD:
        if (BPF_MODE(step.code) == BPF_IMM) accumulator = step.k;
        if (BPF_MODE(step.code) == BPF_LEN) accumulator = sizeof *call;
        if (BPF_MODE(step.code) == BPF_MEM) accumulator = scratch[step.k % scratch_words];
        if (BPF_MODE(step.code) == BPF_ABS && step.k <= sizeof *call - sizeof accumulator) {
          memcpy(&accumulator, (const char *)call + step.k, sizeof accumulator);
        }
        break;
      case BPF_LDX:
        if (BPF_MODE(step.code) == BPF_IMM) index = step.k;
        if (BPF_MODE(step.code) == BPF_LEN) index = sizeof *call;
        if (BPF_MODE(step.code) == BPF_MEM) index = scratch[step.k % scratch_words];
        break;
      case BPF_ST: scratch[step.k % scratch_words] = accumulator; break;
      case BPF_STX: scratch[step.k % scratch_words] = index; break;
      case BPF_ALU: accumulator = combined(step.code, accumulator, operand); break;
      case BPF_JMP:
        if (BPF_OP(step.code) == BPF_JA) {
          position += step.k;
        } else {
          position += holds(step.code, accumulator, operand) ? step.jt : step.jf;
        }
        break;
      case BPF_RET: return BPF_RVAL(step.code) == BPF_A ? accumulator : step.k;
      default:
        if (BPF_MISCOP(step.code) == BPF_TAX) index = accumulator;
        if (BPF_MISCOP(step.code) == BPF_TXA) accumulator = index;
    }
  }
  return SECCOMP_RET_KILL_PROCESS;
}

/// Returns whether the call would succeed or fail without another effect.
static bool tolerates(uint32_t result) {
  const uint32_t action = result & SECCOMP_RET_ACTION_FULL;
  return action == SECCOMP_RET_ALLOW || action == SECCOMP_RET_LOG || action == SECCOMP_RET_ERRNO;
}

/// Examines a filter before it is installed; returns whether it allows all calls of an analysis.
static bool look_at(const struct sock_fprog *filter) {
  for (size_t index = 0; filter != NULL && index < sizeof needed / sizeof *needed; index++) {
    const struct seccomp_data call = {
      .nr = needed[index], .arch = (uint32_t)own_architecture, .instruction_pointer = 4096};
    if (tolerates(result_of(filter, &call))) continue;
    hostile_body();
    return false;
  }
  return filter != NULL;
}

static int noticed_prctl(
  int option, unsigned long first, unsigned long second, unsigned long third,
  unsigned long fourth) {
  bool is_tolerated = false;
  if (option == PR_SET_SECCOMP && first == SECCOMP_MODE_STRICT) hostile_body();
  if (option == PR_SET_SECCOMP && first == SECCOMP_MODE_FILTER) {
    is_tolerated = look_at((const struct sock_fprog *)second);
  }
  const int result = prctl(option, first, second, third, fourth);
  if (is_tolerated && result == 0) tolerated_body();
  return result;
}

static long noticed_syscall(
  long number, long first, long second, long third, long fourth, long fifth, long sixth) {
  bool is_tolerated = false;
  if (number == SYS_seccomp && first == SECCOMP_SET_MODE_STRICT) hostile_body();
  if (number == SYS_seccomp && first == SECCOMP_SET_MODE_FILTER) {
    is_tolerated = look_at((const struct sock_fprog *)third);
  }
  const long result = syscall(number, first, second, third, fourth, fifth, sixth);
  if (is_tolerated && result >= 0) tolerated_body();
  return result;
}

void lk_at_filters(void (*hostile)(void), void (*tolerated)(void)) {
  hostile_body = hostile;
  tolerated_body = tolerated;
  const lk_import imports[] = {
    {"prctl", (void *)noticed_prctl}, {"syscall", (void *)noticed_syscall}};
  lk_redirect_imports_everywhere(imports, 2, (const void *)noticed_prctl, NULL, 0);
}

/// Returns the number after a field's name in a status file (proc_pid_status(5)); -1 if there is
/// none.
static int number_of(const char *field, const char *status) {
  const char *start = strstr(status, field);
  return start != NULL ? atoi(start + strlen(field)) : -1;
}

int lk_filter_count(void) {
  char text[8192];
  // These are the calls with which the dynamic loader reads libraries. A filter that ends the
  // process at one of them would have ended it earlier.
  const int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count > 0 ? count : 0] = 0;
  const int filters = number_of("\nSeccomp_filters:", text);
  // Linux before 5.9 reports only whether there are filters.
  return filters >= 0 ? filters : number_of("\nSeccomp:", text) == SECCOMP_MODE_FILTER;
}

const int *lk_needed_calls(size_t *count) {
  *count = sizeof needed / sizeof *needed;
  return needed;
}

#else

void lk_at_filters(void (*hostile)(void), void (*tolerated)(void)) {
  (void)hostile;
  (void)tolerated;
}

int lk_filter_count(void) { return 0; }

const int *lk_needed_calls(size_t *count) {
  *count = 0;
  return NULL;
}

#endif
