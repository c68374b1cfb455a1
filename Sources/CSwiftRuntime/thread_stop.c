#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_thread_stop.h"

#include "lk_note_registers.h"
#include "lk_program_end.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { most_threads = lk_most_noted, tick_nanoseconds = 200000, most_ticks = 5000 };

/// What a function may use below its stack pointer without moving it (System V ABI).
enum { red_zone = 128 };

#if defined(__x86_64__)
#define STACK_POINTER(context) ((uintptr_t)(context)->uc_mcontext.gregs[REG_RSP])
#elif defined(__aarch64__)
#define STACK_POINTER(context) ((uintptr_t)(context)->uc_mcontext.sp)
#else
#define STACK_POINTER(context) ((uintptr_t)(context))
#endif

static uintptr_t stacks[most_threads];
static pid_t stopped[most_threads];
static _Atomic size_t stopped_count;
static _Atomic size_t resumed_early;
static _Atomic bool is_released;
static struct sigaction action_before;

static void wait_a_tick(void) {
  const struct timespec tick = {0, tick_nanoseconds};
  nanosleep(&tick, NULL);
}

/// Notes where the thread's stack ends, and its registers.
static void stand_still(int signal, siginfo_t *info, void *state) {
  (void)signal;
  (void)info;
  const int saved = errno;
  const size_t place = atomic_fetch_add(&stopped_count, 1);
  if (place < most_threads) {
    const ucontext_t *context = state;
    stacks[place] = STACK_POINTER(context) - red_zone;
    lk_note_registers(place, context);
    stopped[place] = (pid_t)syscall(SYS_gettid);
    int ticks = 0;
    while (!atomic_load(&is_released) && ticks < most_ticks) {
      wait_a_tick();
      ticks++;
    }
    if (!atomic_load(&is_released)) atomic_fetch_add(&resumed_early, 1);
  }
  errno = saved;
}

static bool is_stopped(pid_t thread) {
  const size_t count = atomic_load(&stopped_count);
  for (size_t place = 0; place < count && place < most_threads; place++) {
    if (stopped[place] == thread) return true;
  }
  return false;
}

/// An entry as getdents64 writes it.
typedef struct {
  uint64_t inode;
  int64_t offset;
  uint16_t length;
  uint8_t type;
  char name[];
} directory_entry;

/// Signals each thread that has not stopped; returns their number, or -1 where they cannot
/// be listed. Allocates nothing.
static int signal_others(void) {
  static char buffer[32768] __attribute__((aligned(8)));
  const int directory = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return -1;
  const pid_t process = getpid(), self = (pid_t)syscall(SYS_gettid);
  const bool first_is_over = lk_first_thread_is_over();
  int others = 0;
  long length;
  while ((length = syscall(SYS_getdents64, directory, buffer, sizeof buffer)) > 0) {
    for (long place = 0; place < length;) {
      const directory_entry *entry = (const directory_entry *)(buffer + place);
      place += entry->length;
      const pid_t thread = (pid_t)strtol(entry->name, NULL, 10);
      if (thread == 0 || thread == self || is_stopped(thread)) continue;
      if (thread == process && first_is_over) continue;
      if (syscall(SYS_tgkill, process, thread, SIGPROF) == 0) others++;
    }
  }
  close(directory);
  return others;
}

void lk_allow_stopping(void) {
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGPROF);
  pthread_sigmask(SIG_UNBLOCK, &stop, NULL);
  lk_prepare_registers();
}

bool lk_stop_threads(void) {
  if (!lk_prepare_registers()) return false;
  atomic_store(&stopped_count, 0);
  atomic_store(&resumed_early, 0);
  atomic_store(&is_released, false);
  struct sigaction action = {.sa_sigaction = stand_still, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigfillset(&action.sa_mask);
  if (sigaction(SIGPROF, &action, &action_before) != 0) return false;
  // A thread may have started another one before it stopped: ask until there is none left.
  for (int round = 0; round < 10; round++) {
    const size_t before = atomic_load(&stopped_count);
    const int others = signal_others();
    if (others == 0) return true;
    if (others < 0) return false;
    for (int tick = 0; tick < 500; tick++) {
      if (atomic_load(&stopped_count) >= before + (size_t)others) break;
      wait_a_tick();
    }
  }
  return false;
}

bool lk_resume_threads(void) {
  const bool all = atomic_load(&resumed_early) == 0 && atomic_load(&stopped_count) <= most_threads;
  atomic_store(&is_released, true);
  // A signal still on its way must find the handler: it stays where none was before.
  if (action_before.sa_handler != SIG_DFL) sigaction(SIGPROF, &action_before, NULL);
  return all;
}

size_t lk_stopped_stacks(const uintptr_t **result) {
  *result = stacks;
  const size_t count = atomic_load(&stopped_count);
  return count < most_threads ? count : most_threads;
}

#else

void lk_allow_stopping(void) {}

bool lk_stop_threads(void) { return false; }

bool lk_resume_threads(void) { return false; }

size_t lk_stopped_stacks(const uintptr_t **result) {
  *result = NULL;
  return 0;
}

#endif
