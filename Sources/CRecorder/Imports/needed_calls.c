#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_needed_calls.h"

#if defined(LK_HAS_NEEDED_CALLS)

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#if defined(__x86_64__)
static const uint32_t own_architecture = AUDIT_ARCH_X86_64;
#else
static const uint32_t own_architecture = AUDIT_ARCH_AARCH64;
#endif

/// An argument of a system call: any value, any 32-bit value, or one particular value.
typedef struct {
  enum { any = 0, any_number, one_value } kind;
  uint64_t value;
} argument;

typedef struct {
  int number;
  argument arguments[6];
} needed_call;

#define ANY {any, 0}
#define NUMBER {any_number, 0}
#define VALUE(...) {one_value, (uint64_t)(__VA_ARGS__)}

/// The system calls that the program's own process makes during an analysis, with their arguments.
/// A filter may allow a system call with some arguments and refuse it with others.
static const needed_call needed[] = {
  // Waiting, and waking stopped threads.
  {SYS_futex, {ANY, VALUE(FUTEX_WAIT_PRIVATE), NUMBER}},
  {SYS_futex, {ANY, VALUE(FUTEX_WAKE_PRIVATE), NUMBER}},
  {SYS_futex, {ANY, VALUE(FUTEX_WAIT_BITSET_PRIVATE | FUTEX_CLOCK_REALTIME), NUMBER}},
  {SYS_clock_nanosleep, {VALUE(0), VALUE(0)}},
  // The signal that stops threads, and the signals that end the program.
  {SYS_rt_sigaction, {NUMBER, ANY, ANY, VALUE(8)}},
  {SYS_rt_sigprocmask, {NUMBER, ANY, ANY, VALUE(8)}},
  {SYS_rt_tgsigqueueinfo, {NUMBER, NUMBER, NUMBER}},
  {SYS_rt_sigpending, {ANY, VALUE(8)}},
  {SYS_rt_sigtimedwait, {ANY, ANY, ANY, VALUE(8)}},
  {SYS_rt_sigreturn, {ANY}},
  {SYS_tgkill, {NUMBER, NUMBER, VALUE(0)}},
  {SYS_kill, {NUMBER, VALUE(SIGKILL)}},
  {SYS_kill, {NUMBER, VALUE(SIGTERM)}},
  {SYS_gettid, {ANY}},
  {SYS_getpid, {ANY}},
  {SYS_getuid, {ANY}},
  // Reading files in /proc about threads.
  {SYS_openat, {ANY, ANY, VALUE(O_RDONLY | O_CLOEXEC)}},
  {SYS_openat, {ANY, ANY, VALUE(O_RDONLY | O_DIRECTORY | O_CLOEXEC)}},
  {SYS_getdents64, {NUMBER, ANY, NUMBER}},
  {SYS_read, {NUMBER, ANY, ANY}},
  {SYS_close, {NUMBER}},
  // Writing the report's file.
  {SYS_openat, {ANY, ANY, VALUE(O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW), VALUE(0600)}},
  {SYS_openat,
   {ANY, ANY, VALUE(O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW), VALUE(0600)}},
  {SYS_write, {NUMBER, ANY, ANY}},
#if defined(SYS_rename)
  {SYS_rename, {ANY, ANY}},
  {SYS_unlink, {ANY}},
#else
  {SYS_renameat, {NUMBER, ANY, NUMBER, ANY}},
  {SYS_unlinkat, {NUMBER, ANY, VALUE(0)}},
#endif
  // Starting two processes and waiting for them: the forked process that performs the analysis, and
  // the helper process that stops the threads if there is no free descriptor.
  {SYS_clone, {VALUE(0), VALUE(0)}},
  {SYS_clone, {VALUE(CLONE_VM | CLONE_VFORK), ANY}},
  {SYS_wait4, {NUMBER, ANY, VALUE(__WALL | WNOHANG), VALUE(0)}},
  {SYS_wait4, {NUMBER, ANY, VALUE(__WALL), VALUE(0)}},
  {SYS_prlimit64, {VALUE(0), NUMBER, VALUE(0), ANY}},
  // Memory.
  {SYS_mmap,
   {VALUE(0), ANY, VALUE(PROT_READ | PROT_WRITE), VALUE(MAP_SHARED | MAP_ANONYMOUS), ANY}},
  {SYS_mmap,
   {VALUE(0), ANY, VALUE(PROT_READ | PROT_WRITE), VALUE(MAP_PRIVATE | MAP_ANONYMOUS), ANY}},
  {SYS_mmap,
   {VALUE(0), ANY, VALUE(PROT_NONE), VALUE(MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE), ANY}},
  {SYS_mprotect, {ANY, ANY, VALUE(PROT_READ | PROT_WRITE)}},
  {SYS_munmap, {ANY, ANY}},
  {SYS_madvise, {ANY, ANY, VALUE(MADV_HUGEPAGE)}},
  {SYS_exit_group, {NUMBER}},
};

enum { count = sizeof needed / sizeof *needed, first_argument = 4 };

static lk_uncertain_call uncertain_call(const needed_call *call) {
  lk_uncertain_call result = {.data = {.nr = call->number, .arch = own_architecture}};
  // The address of the instruction is unknown.
  result.unknown = 3 << 2;
  for (unsigned index = 0; index < 6; index++) {
    const argument *const own = &call->arguments[index];
    result.data.args[index] = own->value;
    const unsigned unknown = own->kind == any ? 3 : own->kind == any_number ? 1 : 0;
    result.unknown |= (uint16_t)(unknown << (first_argument + 2 * index));
  }
  return result;
}

int lk_needed_call(size_t index) { return index < count ? needed[index].number : -1; }

int lk_violation_of(const struct sock_fprog *filter, bool (*accepts)(uint32_t result)) {
  for (size_t index = 0; index < count; index++) {
    const lk_uncertain_call call = uncertain_call(&needed[index]);
    if (!lk_filter_always(filter, &call, accepts)) return needed[index].number;
  }
  return -1;
}

#else

int lk_needed_call(size_t index) {
  (void)index;
  return -1;
}

#endif
