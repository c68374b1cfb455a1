#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_thread_stop.h"

#include "lk_note_registers.h"
#include "lk_program_end.h"
#include "lk_thread_locals.h"
#include "lk_threads.h"

#if defined(__linux__)

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { most_threads = lk_most_noted, tick_nanoseconds = 200000 };
enum { most_rest_milliseconds = 100, most_stop_seconds = 1 };

/// What a function may use below its stack pointer without moving it (System V ABI).
enum { red_zone = 128 };

#if defined(__x86_64__)
#define STACK_POINTER(context) ((uintptr_t)(context)->uc_mcontext.gregs[REG_RSP])
#define CODE(context) ((uintptr_t)(context)->uc_mcontext.gregs[REG_RIP])
static const uint8_t system_call[] = {0x0F, 0x05};
#elif defined(__aarch64__)
#define STACK_POINTER(context) ((uintptr_t)(context)->uc_mcontext.sp)
#define CODE(context) ((uintptr_t)(context)->uc_mcontext.pc)
static const uint8_t system_call[] = {0x01, 0x00, 0x00, 0xD4};
#else
#define STACK_POINTER(context) ((uintptr_t)(context))
#define CODE(context) ((uintptr_t)0)
static const uint8_t system_call[] = {0};
#endif

static uintptr_t stacks[most_threads];
static uintptr_t pointers[most_threads];
/// Written last: who reads a thread here may read what else was noted of it.
static _Atomic pid_t stopped[most_threads];
static bool waited[most_threads];
static _Atomic size_t stopped_count;
static _Atomic size_t resumed_early;
/// What stopped threads wait for to be no longer 0.
static _Atomic uint32_t is_released;
static struct sigaction action_before;

static void wait_a_tick(void) {
  const struct timespec tick = {0, tick_nanoseconds};
  nanosleep(&tick, NULL);
}

static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Threads that waited in the kernel shortly before they were asked to stop.
static pid_t waiting[most_threads];
static size_t waiting_count;

static bool was_waiting(pid_t thread) {
  for (size_t index = 0; index < waiting_count; index++) {
    if (waiting[index] == thread) return true;
  }
  return false;
}

/// The code is at a call of the system, or behind one: what was waited for there was cut short
/// by the signal, and begins anew or has failed.
static bool is_at_system_call(uintptr_t code) {
  const uintptr_t page = 4096;
  const size_t length = sizeof system_call;
  const bool has_before = code % page >= length, has_here = code % page <= page - length;
  return (has_before && memcmp((const void *)(code - length), system_call, length) == 0) ||
         (has_here && memcmp((const void *)code, system_call, length) == 0);
}

/// Waits until the threads may go on; false where that took too long.
///
/// In the kernel, for one time: hundreds of threads that woke up now and then to look would keep
/// the processors from who is to release them.
static bool wait_for_release(void) {
  const struct timespec limit = {most_stop_seconds, 0};
  while (atomic_load(&is_released) == 0) {
    const long status =
      syscall(SYS_futex, (uint32_t *)&is_released, FUTEX_WAIT_PRIVATE, 0, &limit, NULL, 0);
    if (status != 0 && errno == ETIMEDOUT) return atomic_load(&is_released) != 0;
  }
  return true;
}

static void release(void) {
  atomic_store(&is_released, 1);
  syscall(SYS_futex, (uint32_t *)&is_released, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

/// Notes where the thread's stack ends, and its registers.
static void stand_still(int signal, siginfo_t *info, void *state) {
  (void)signal;
  (void)info;
  const int saved = errno;
  const size_t place = atomic_fetch_add(&stopped_count, 1);
  if (place < most_threads) {
    const ucontext_t *context = state;
    const pid_t self = (pid_t)syscall(SYS_gettid);
    // Who calls the system has nothing of the program's below its stack pointer.
    const bool is_waiting = was_waiting(self) && is_at_system_call(CODE(context));
    stacks[place] = STACK_POINTER(context) - (is_waiting ? 0 : red_zone);
    pointers[place] = lk_thread_pointer();
    lk_note_registers(place, context, is_waiting);
    waited[place] = is_waiting;
    atomic_store(&stopped[place], self);
    if (!wait_for_release()) atomic_fetch_add(&resumed_early, 1);
  }
  errno = saved;
}

static bool is_stopped(pid_t thread) {
  const size_t count = atomic_load(&stopped_count);
  for (size_t place = 0; place < count && place < most_threads; place++) {
    if (atomic_load(&stopped[place]) == thread) return true;
  }
  return false;
}

typedef struct {
  pid_t process, self;
  bool first_is_over;
  int signalled;
} signalling;

static void signal_other(pid_t thread, void *state) {
  signalling *all = state;
  if (thread == all->self || is_stopped(thread)) return;
  if (thread == all->process && all->first_is_over) return;
  if (lk_thread_state(thread) == 'S' && waiting_count < most_threads) {
    waiting[waiting_count++] = thread;
  }
  if (syscall(SYS_tgkill, all->process, thread, SIGPROF) == 0) all->signalled++;
}

/// Signals each thread that has not stopped; returns their number, or -1 where they cannot
/// be listed. Allocates nothing.
static int signal_others(void) {
  signalling all = {
    .process = getpid(),
    .self = (pid_t)syscall(SYS_gettid),
    .first_is_over = lk_first_thread_is_over(),
  };
  return lk_each_thread(signal_other, &all) ? all.signalled : -1;
}

/// Whether one of the other threads is at work.
static void look_for_work(pid_t thread, void *is_at_work) {
  if (thread == (pid_t)syscall(SYS_gettid)) return;
  const char state = lk_thread_state(thread);
  if (state == 'R' || state == 'D') *(bool *)is_at_work = true;
}

/// Gives the other threads a moment to come to where they wait for work: on the way there they
/// have the last piece of it in their hands, or words of it in frames that they use anew.
static void let_others_finish(void) {
  const int64_t start = milliseconds();
  while (milliseconds() - start < most_rest_milliseconds) {
    bool is_at_work = false;
    if (!lk_each_thread(look_for_work, &is_at_work) || !is_at_work) return;
    wait_a_tick();
  }
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
  let_others_finish();
  waiting_count = 0;
  for (size_t place = 0; place < most_threads; place++) atomic_store(&stopped[place], 0);
  atomic_store(&stopped_count, 0);
  atomic_store(&resumed_early, 0);
  atomic_store(&is_released, 0);
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
  release();
  // A signal still on its way must find the handler: it stays where none was before.
  if (action_before.sa_handler != SIG_DFL) sigaction(SIGPROF, &action_before, NULL);
  return all;
}

size_t lk_stopped_stacks(const uintptr_t **result) {
  *result = stacks;
  const size_t count = atomic_load(&stopped_count);
  return count < most_threads ? count : most_threads;
}

size_t lk_stopped_thread_pointers(const uintptr_t **result) {
  const uintptr_t *ignored;
  *result = pointers;
  return lk_stopped_stacks(&ignored);
}

bool lk_stopped_while_waiting(size_t place) {
  return place < most_threads && place < atomic_load(&stopped_count) && waited[place];
}

#else

void lk_allow_stopping(void) {}

bool lk_stop_threads(void) { return false; }

bool lk_resume_threads(void) { return false; }

size_t lk_stopped_stacks(const uintptr_t **result) {
  *result = NULL;
  return 0;
}

size_t lk_stopped_thread_pointers(const uintptr_t **result) {
  *result = NULL;
  return 0;
}

bool lk_stopped_while_waiting(size_t place) {
  (void)place;
  return false;
}

#endif
