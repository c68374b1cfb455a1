#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_sandbox.h"

#include <errno.h>

#if defined(__linux__) && defined(__LP64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && \
  (defined(__x86_64__) || defined(__aarch64__))

#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

// MARK: Memory

typedef struct {
  uintptr_t low, high;
  int protection;
} mapping;

enum { max_mappings = 512 };
static mapping shared_mappings[max_mappings];
static size_t shared_count;

/// The maximum total size of the shared mappings that are copied. The remaining mappings become
/// inaccessible.
static const size_t max_copied = (size_t)64 << 20;

/// Records the mapping that a line of /proc/self/maps describes, if the mapping is shared.
static int note_mapping(const char *line) {
  unsigned long long low = 0, high = 0;
  char permissions[5] = "";
  if (sscanf(line, "%llx-%llx %4s", &low, &high, permissions) != 3) return EINVAL;
  if (permissions[3] != 's') return 0;
  if (shared_count == max_mappings) return E2BIG;
  const int protection = (permissions[0] == 'r' ? PROT_READ : 0) |
                         (permissions[1] == 'w' ? PROT_WRITE : 0) |
                         (permissions[2] == 'x' ? PROT_EXEC : 0);
  shared_mappings[shared_count++] = (mapping){(uintptr_t)low, (uintptr_t)high, protection};
  return 0;
}

int lk_find_shared_mappings(void) {
  static char text[16384];
  shared_count = 0;
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  size_t used = 0;
  int status = 0;
  for (;;) {
    const ssize_t count = read(file, text + used, sizeof text - 1 - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) status = errno;
    if (count <= 0) break;
    used += (size_t)count;
    text[used] = 0;
    char *line = text;
    for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
      *end = 0;
      const int failure = note_mapping(line);
      if (failure != 0) status = failure;
    }
    used -= (size_t)(line - text);
    memmove(text, line, used + 1);
  }
  close(file);
  return status;
}

/// Replaces a mapping with memory that cannot be accessed.
static int hide(const mapping *shared) {
  const size_t length = shared->high - shared->low;
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
  return mmap((void *)shared->low, length, PROT_NONE, flags, -1, 0) == MAP_FAILED ? errno : 0;
}

/// Replaces a mapping with a private copy. Bytes that cannot be read, such as bytes beyond the end
/// of a file, are zero in the copy.
static int make_private(const mapping *shared, int memory_file) {
  const size_t length = shared->high - shared->low;
  char *copy = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) return hide(shared);
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  for (size_t offset = 0; offset < length;) {
    const ssize_t count =
      pread(memory_file, copy + offset, length - offset, (off_t)(shared->low + offset));
    if (count < 0 && errno == EINTR) continue;
    offset += count > 0 ? (size_t)count : page - offset % page;
  }
  mprotect(copy, length, shared->protection);
  void *moved = mremap(copy, length, length, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)shared->low);
  return moved == MAP_FAILED ? errno : 0;
}

int lk_make_mappings_private(void) {
  if (shared_count == 0) return 0;
  const int memory_file = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  size_t copied = 0;
  int status = 0;
  for (size_t index = 0; index < shared_count && status == 0; index++) {
    const mapping *shared = &shared_mappings[index];
    const size_t length = shared->high - shared->low;
    const bool is_readable = (shared->protection & PROT_READ) != 0;
    if (memory_file < 0 || !is_readable || length > max_copied - copied) {
      status = hide(shared);
    } else {
      copied += length;
      status = make_private(shared, memory_file);
    }
  }
  if (memory_file >= 0) close(memory_file);
  return status;
}

// MARK: Resources

/// Returns the size of this process's address space; 0 if it cannot be read.
static size_t address_space(void) {
  char text[64];
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  const ssize_t count = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  text[count > 0 ? count : 0] = 0;
  return (size_t)strtoull(text, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE);
}

int lk_limit_resources(size_t memory) {
  const size_t used = address_space();
  if (used == 0) return ENOENT;
  const struct rlimit space = {used + memory, used + memory}, core = {0, 0};
  if (setrlimit(RLIMIT_AS, &space) != 0 || setrlimit(RLIMIT_CORE, &core) != 0) return errno;
  // Regardless of the limit, the system may start a program that writes a core file. This call
  // prevents that.
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
  return 0;
}

// MARK: System calls

#if defined(__x86_64__)
#define LK_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define LK_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/// The system calls that affect only this process.
static const int allowed[] = {
  SYS_munmap, SYS_mremap, SYS_mprotect, SYS_brk, SYS_mincore,
  SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_times, SYS_getrandom,
  SYS_nanosleep, SYS_clock_nanosleep, SYS_sched_yield,
  SYS_getpid, SYS_gettid, SYS_getppid, SYS_getpgid, SYS_getsid,
  SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getgroups,
  SYS_uname, SYS_sysinfo, SYS_getrusage, SYS_getcpu, SYS_sched_getaffinity, SYS_getcwd,
  SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigpending, SYS_rt_sigreturn, SYS_sigaltstack,
  SYS_set_robust_list, SYS_get_robust_list, SYS_set_tid_address, SYS_close, SYS_fstat,
  SYS_exit, SYS_exit_group, SYS_restart_syscall,
#if defined(SYS_time)
  SYS_time,
#endif
#if defined(SYS_getrlimit)
  SYS_getrlimit,
#endif
#if defined(SYS_rseq)
  SYS_rseq,
#endif
};

/// The system calls that create a process or execute another program. They are refused without a
/// signal, because the C library may block all signals before it makes these calls.
static const int process_creating_calls[] = {
  SYS_clone, SYS_execve, SYS_execveat,
#if defined(SYS_clone3)
  SYS_clone3,
#endif
#if defined(SYS_fork)
  SYS_fork, SYS_vfork,
#endif
};

#define WORD_OF(argument) \
  ((unsigned)offsetof(struct seccomp_data, args[argument]))
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)(offset))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (unsigned)(action))
#define SKIP_UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), 0, count)
#define ALLOW_IF(value) SKIP_UNLESS(value, 1), RETURN(SECCOMP_RET_ALLOW)

enum { max_instructions = 256 };

typedef struct {
  struct sock_filter code[max_instructions];
  unsigned short length;
} filter_program;

static void append(filter_program *program, const struct sock_filter *code, size_t count) {
  memcpy(program->code + program->length, code, count * sizeof *code);
  program->length += (unsigned short)count;
}

#define APPEND(program, ...)                                            \
  do {                                                                  \
    const struct sock_filter code[] = {__VA_ARGS__};                    \
    append(program, code, sizeof code / sizeof *code);                  \
  } while (0)

/// Appends a rule for the system call `number`. The rule masks the argument at the index `argument`
/// with `mask`. It allows the call if the result is one of `values`, and refuses the call
/// otherwise. For other system calls, the filter continues with the next rule.
static void allow_with(
  filter_program *program, int number, unsigned argument, unsigned mask, const unsigned *values,
  size_t count) {
  APPEND(program, SKIP_UNLESS(number, (unsigned char)(2 * count + 3)), LOAD(WORD_OF(argument)),
         BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask));
  for (size_t index = 0; index < count; index++) APPEND(program, ALLOW_IF(values[index]));
  APPEND(program, RETURN(SECCOMP_RET_TRAP));
}

static void write_filter(filter_program *program) {
  APPEND(program, LOAD(offsetof(struct seccomp_data, arch)),
         BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, LK_ARCHITECTURE, 1, 0),
         RETURN(SECCOMP_RET_KILL_PROCESS), LOAD(offsetof(struct seccomp_data, nr)));
#if defined(__x86_64__)
  // System calls of the x32 ABI have the same architecture value as those of x86-64. Their numbers
  // contain the flag 0x40000000.
  APPEND(program, BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
         RETURN(SECCOMP_RET_ERRNO | EPERM));
#endif
  for (size_t index = 0; index < sizeof allowed / sizeof *allowed; index++) {
    APPEND(program, ALLOW_IF(allowed[index]));
  }
  const size_t creating_count = sizeof process_creating_calls / sizeof *process_creating_calls;
  for (size_t index = 0; index < creating_count; index++) {
    const int number = process_creating_calls[index];
    APPEND(program, SKIP_UNLESS(number, 1), RETURN(SECCOMP_RET_ERRNO | EPERM));
  }
  const unsigned self = (unsigned)getpid();
  const unsigned private_memory = MAP_PRIVATE | MAP_ANONYMOUS;
  const unsigned advice[] = {MADV_NORMAL,   MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED,
                             MADV_DONTNEED, MADV_FREE,   MADV_HUGEPAGE,   MADV_NOHUGEPAGE};
  const unsigned names[] = {PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_GET_SECCOMP};
  const unsigned nothing = 0, of_descriptor = 0x1000 /* AT_EMPTY_PATH */;
  allow_with(program, SYS_mmap, 3, MAP_TYPE | MAP_ANONYMOUS, &private_memory, 1);
  allow_with(program, SYS_madvise, 2, ~0u, advice, sizeof advice / sizeof *advice);
  allow_with(program, SYS_kill, 0, ~0u, &self, 1);
  allow_with(program, SYS_tgkill, 0, ~0u, &self, 1);
  allow_with(program, SYS_prctl, 0, ~0u, names, sizeof names / sizeof *names);
  allow_with(program, SYS_newfstatat, 3, of_descriptor, &of_descriptor, 1);
  // Limits can only be read: the third argument, a pointer to the new limit, must be null.
  APPEND(program, SKIP_UNLESS(SYS_prlimit64, 5), LOAD(WORD_OF(2)), SKIP_UNLESS(nothing, 3),
         LOAD(WORD_OF(2) + 4), ALLOW_IF(nothing));
  APPEND(program, RETURN(SECCOMP_RET_TRAP));
}

int lk_install_filter(void) {
  static filter_program program;
  program.length = 0;
  write_filter(&program);
  const struct sock_fprog filter = {.len = program.length, .filter = program.code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) return errno;
  return 0;
}

// MARK: Refused calls

#if defined(__x86_64__)
#define ARGUMENT(context, index)                                           \
  ((uintptr_t)(context)->uc_mcontext.gregs[(const int[]){REG_RDI, REG_RSI, \
                                                         REG_RDX, REG_R10}[index]])
#define RESULT(context) (context)->uc_mcontext.gregs[REG_RAX]
#else
#define ARGUMENT(context, index) ((uintptr_t)(context)->uc_mcontext.regs[index])
#define RESULT(context) (context)->uc_mcontext.regs[0]
#endif

/// Returns the result that a futex call has in a process with only one thread.
static long emulate_futex(ucontext_t *context, const lk_sandbox_observer *observer) {
  volatile uint32_t *const word = (volatile uint32_t *)ARGUMENT(context, 0);
  const uint32_t value = (uint32_t)ARGUMENT(context, 2);
  switch (ARGUMENT(context, 1) & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      if (*word != value) return -EAGAIN;
      if (ARGUMENT(context, 3) != 0) return -ETIMEDOUT;
      observer->waited();
      return -EINTR;
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
      // A call that wakes only some of the waiting threads usually hands work to one of them. A
      // call that wakes all of them usually announces a result, and is not counted.
      if (value != INT_MAX) observer->woke();
      return 0;
    case FUTEX_REQUEUE:
    case FUTEX_CMP_REQUEUE: return 0;
    case FUTEX_TRYLOCK_PI: return -EWOULDBLOCK;
    case FUTEX_UNLOCK_PI:
      *word = 0;
      return 0;
    case FUTEX_LOCK_PI:
    case 13 /* FUTEX_LOCK_PI2 */:
      if (ARGUMENT(context, 3) != 0) return -ETIMEDOUT;
      observer->waited();
      return -EINTR;
    default: return -ENOSYS;
  }
}

void lk_handle_refused_call(
  const void *info, void *context, const lk_sandbox_observer *observer) {
  const siginfo_t *refusal = info;
  const uint32_t number = (uint32_t)refusal->si_syscall;
  ucontext_t *interrupted = context;
  if (number == SYS_futex) {
    RESULT(interrupted) = emulate_futex(interrupted, observer);
    return;
  }
  observer->refused(number);
  RESULT(interrupted) = -EPERM;
}

#else

int lk_find_shared_mappings(void) { return ENOSYS; }
int lk_make_mappings_private(void) { return ENOSYS; }
int lk_limit_resources(size_t memory) {
  (void)memory;
  return ENOSYS;
}
int lk_install_filter(void) { return ENOSYS; }
void lk_handle_refused_call(
  const void *info, void *context, const lk_sandbox_observer *observer) {
  (void)info;
  (void)context;
  (void)observer;
}

#endif
