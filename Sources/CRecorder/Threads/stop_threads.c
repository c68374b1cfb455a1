#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_stop_threads.h"

#include "lk_interrupted_code.h"
#include "lk_program_end.h"
#include "lk_readable.h"
#include "lk_stop_signal.h"
#include "lk_stopped_thread_table.h"
#include "lk_thread_list.h"
#include "lk_thread_locals.h"
#include "lk_ticks.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// The time limit for threads to reach the point at which they wait for work.
enum { max_rest_milliseconds = 100 };
/// The time limits for a thread to reach the handler. After `examination_milliseconds`, the thread
/// is examined. After `max_stop_milliseconds`, the attempt to stop it ends.
enum { examination_milliseconds = 5, max_stop_milliseconds = 10000 };
/// The time limit for stopping a running thread that blocks the signal.
enum { max_blocking_milliseconds = 1000 };
/// The time limit for sending signals. If too many signals are pending, the sending of a signal is
/// repeated until this time has passed.
enum { max_sending_milliseconds = 1000 };
/// The maximum number of rounds. Each round signals the threads that were created since the
/// previous round.
enum { max_rounds = 50 };

/// The number of bytes below the stack pointer that a function may use (System V ABI).
enum { red_zone = 128 };
/// The size of the stack that the handler needs: for the frame that the kernel writes, including
/// vector registers, and for the handler's own frame.
enum { handler_room = 24576 };

static size_t stopped_count;
/// A number that identifies the last call of ``lk_stop_threads()``. Signals of earlier calls may
/// still be pending. They contain the numbers of those calls, and are ignored.
static _Atomic uint32_t current_stop;
/// The futex word on which stopped threads wait; it is 0 as long as they have to wait.
static _Atomic uint32_t is_released;

/// Waits until the threads are resumed. This is a wait in the kernel, because hundreds of polling
/// threads would slow down the analysis.
static void wait_for_release(void) {
  while (atomic_load(&is_released) == 0) {
    syscall(SYS_futex, (uint32_t *)&is_released, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  }
}

/// Returns the value that is sent with a signal: the number that identifies this call of
/// ``lk_stop_threads()`` in the high half, and the thread's index in the low half.
static uint64_t value_for(uint32_t stop, size_t index) { return (uint64_t)stop << 32 | index; }

/// Handles the stop signal: records the thread's registers and the lowest address in use on its
/// stack, and waits until the threads are resumed.
static void wait_in_handler(uint64_t value, void *state) {
  if (value >> 32 != atomic_load(&current_stop) || atomic_load(&is_released) != 0) return;
  lk_stopped_thread *own = lk_thread_at((uint32_t)value);
  const bool repeats = lk_has_interrupted_call(own, state);
  own->is_waiting = own->was_waiting && lk_is_at_system_call(lk_interrupted_code(state));
  // During a system call, a function uses no stack below its stack pointer.
  own->stack = lk_interrupted_stack(state) - (own->is_waiting ? 0 : red_zone);
  own->thread_pointer = lk_thread_pointer();
  lk_note_registers(own, state);
  atomic_store(&own->condition, lk_thread_in_handler);
  const long call = own->call;
  const uintptr_t argument = own->argument;
  wait_for_release();
  if (repeats) lk_repeat_call(state, call, argument);
}

/// Returns whether the stack of a waiting thread has space for the handler. Without that space, a
/// signal would end the program.
static bool has_room(const lk_kernel_wait *wait) {
  const uintptr_t page = 4096;
  for (uintptr_t below = page; below <= handler_room; below += page) {
    if (!lk_is_readable((const void *)((wait->stack - below) & ~(uintptr_t)7))) return false;
  }
  return true;
}

/// Marks a thread as stopped if it waits in the kernel; otherwise returns false.
static bool note_kernel_wait(lk_stopped_thread *thread) {
  const uint64_t switches = lk_thread_switches(thread->thread);
  lk_kernel_wait wait;
  if (!lk_thread_wait(thread->thread, &wait)) return false;
  thread->stack = wait.stack;
  thread->code = wait.code;
  thread->switches = switches;
  thread->is_waiting = true;
  atomic_store(&thread->condition, lk_thread_in_kernel);
  return true;
}

typedef struct {
  pid_t process, self;
  bool first_has_ended, has_failed;
  size_t signaled;
  /// The time after which no failed signal is sent again.
  int64_t deadline;
} signaling;

/// Sends the stop signal; returns 0 or an error number.
///
/// The call fails with `EAGAIN` while the user has too many pending signals (RLIMIT_SIGPENDING).
static int send_signal(const signaling *all, pid_t thread, uint64_t value) {
  for (;;) {
    const int failure = lk_send_stop_signal(all->process, thread, value);
    if (failure != EAGAIN || lk_milliseconds() >= all->deadline) return failure;
    lk_wait_a_tick();
  }
}

static bool is_known(pid_t thread) {
  for (size_t index = 0; index < stopped_count; index++) {
    const lk_stopped_thread *known = lk_thread_at(index);
    if (known->thread == thread && known->condition != lk_thread_ended) return true;
  }
  return false;
}

static void signal_other(pid_t thread, void *state) {
  signaling *all = state;
  if (thread == all->self || (thread == all->process && all->first_has_ended) || is_known(thread)) {
    return;
  }
  if (!lk_reserve_threads(stopped_count + 1)) {
    all->has_failed = true;
    return;
  }
  const size_t index = stopped_count++;
  lk_stopped_thread *entry = lk_thread_at(index);
  uintptr_t *words = entry->words;
  *entry = (lk_stopped_thread){.thread = thread, .words = words, .call = -1};
  all->signaled++;
  const char kind = lk_thread_state(thread);
  entry->was_waiting = kind == 'S' || kind == 'D';
  const uint64_t switches = lk_thread_switches(thread);
  lk_kernel_wait wait;
  const bool waits = entry->was_waiting && lk_thread_wait(thread, &wait);
  if (!waits && lk_thread_is_kernel_worker(thread)) {
    stopped_count--;
    all->signaled--;
    return;
  }
  if (waits) {
    entry->call = wait.call;
    entry->argument = wait.argument;
    entry->code = wait.code;
    entry->switches = switches;
  }
  // The main thread has room, because the system extends its stack on demand.
  const bool may_lack_room = waits && thread != all->process && !has_room(&wait);
  if (may_lack_room && note_kernel_wait(entry)) return;
  const int failure = send_signal(all, thread, value_for(atomic_load(&current_stop), index));
  if (failure == ESRCH) {
    atomic_store(&entry->condition, lk_thread_ended);
  } else if (failure == EAGAIN) {
    if (!note_kernel_wait(entry)) atomic_store(&entry->condition, lk_thread_not_stopped);
  } else if (failure != 0) {
    all->has_failed = true;
  }
}

/// Examines a thread that has not reached the handler; returns whether its state is final.
static bool settle(lk_stopped_thread *thread, int64_t passed) {
  if (atomic_load(&thread->condition) != lk_thread_signaled) return true;
  const char state = lk_thread_state(thread->thread);
  if (state == 0 || state == 'Z' || state == 'X') {
    atomic_store(&thread->condition, lk_thread_ended);
    return true;
  }
  // A running or waiting thread reaches the handler soon, unless it blocks the signal, is stopped,
  // or waits for a device.
  if (state != 'R' && (state != 'S' || lk_thread_blocks(thread->thread, lk_stop_signal())) &&
      note_kernel_wait(thread)) {
    return true;
  }
  const bool is_last_check =
    passed >= max_stop_milliseconds ||
    (passed >= max_blocking_milliseconds && lk_thread_blocks(thread->thread, lk_stop_signal()));
  if (is_last_check) atomic_store(&thread->condition, lk_thread_not_stopped);
  return is_last_check;
}

static void wait_for_threads(size_t first) {
  const int64_t start = lk_milliseconds();
  for (size_t index = first; index < stopped_count; index++) {
    lk_stopped_thread *thread = lk_thread_at(index);
    while (atomic_load(&thread->condition) == lk_thread_signaled) {
      const int64_t passed = lk_milliseconds() - start;
      if (passed >= examination_milliseconds && settle(thread, passed)) break;
      lk_wait_a_tick();
    }
  }
}

/// The thread that stops the others.
static pid_t stopping_thread;

/// Sets `*is_at_work` to true if the thread is working and is not the one that stops the others.
static void look_for_work(pid_t thread, void *is_at_work) {
  if (thread == stopping_thread) return;
  const char state = lk_thread_state(thread);
  if (state == 'R' || state == 'D') *(bool *)is_at_work = true;
}

/// Gives the other threads time to reach the point at which they wait for work. Until then, their
/// frames contain words that belong to the last piece of work.
static void wait_for_idle_threads(void) {
  const int64_t start = lk_milliseconds();
  while (lk_milliseconds() - start < max_rest_milliseconds) {
    bool is_at_work = false;
    if (!lk_each_thread(look_for_work, &is_at_work) || !is_at_work) return;
    lk_wait_a_tick();
  }
}

void lk_allow_stopping(void) {
  lk_unblock_stop_signal();
  lk_reserve_threads(1);
}

static lk_stop_result result_of_stop(bool has_failed) {
  lk_stop_result result = {.is_refused = has_failed};
  for (size_t index = 0; index < stopped_count; index++) {
    const lk_stopped_thread *thread = lk_thread_at(index);
    if (thread->condition != lk_thread_not_stopped) continue;
    result.unstopped++;
    if (lk_thread_blocks(thread->thread, lk_stop_signal())) result.blocking++;
  }
  return result;
}

/// Stops the threads of `process`, which is this process or shares its memory with this process.
static lk_stop_result stop_threads_of(pid_t process, bool first_has_ended) {
  wait_for_idle_threads();
  stopped_count = 0;
  atomic_fetch_add(&current_stop, 1);
  atomic_store(&is_released, 0);
  signaling all = {
    .process = process,
    .self = stopping_thread,
    .first_has_ended = first_has_ended,
    .deadline = lk_milliseconds() + max_sending_milliseconds,
  };
  // A thread may have started another one before it stopped.
  for (int round = 0; round < max_rounds; round++) {
    const size_t before = stopped_count;
    all.signaled = 0;
    if (!lk_each_thread(signal_other, &all)) all.has_failed = true;
    if (all.signaled == 0 || all.has_failed) break;
    wait_for_threads(before);
  }
  return result_of_stop(all.has_failed || all.signaled != 0);
}

typedef struct {
  pid_t process;
  bool first_has_ended;
  lk_stop_result result;
} helper_request;

/// Stops the threads of the requesting process. Runs in a helper process, which shares memory with
/// the requesting process but has its own descriptors. Closes these descriptors first, so that
/// there are free ones.
static int run_helper(void *state) {
  helper_request *request = state;
#if defined(SYS_close_range)
  syscall(SYS_close_range, 0u, ~0u, 0u);
#endif
  for (int descriptor = 0; descriptor < 8; descriptor++) close(descriptor);
  request->result = stop_threads_of(request->process, request->first_has_ended);
  return 0;
}

/// Stops the threads from a helper process, because this process has no free descriptor.
static lk_stop_result stop_by_helper(pid_t process) {
  static char stack[65536] __attribute__((aligned(16)));
  helper_request request = {
    .process = process,
    .first_has_ended = lk_first_thread_has_ended(),
    .result = {.is_refused = true},
  };
  const pid_t helper = clone(run_helper, stack + sizeof stack, CLONE_VM | CLONE_VFORK, &request);
  while (helper > 0 && waitpid(helper, NULL, __WALL) < 0 && errno == EINTR) {}
  return request.result;
}

lk_stop_result lk_stop_threads(void) {
  if (!lk_handle_stop_signal(wait_in_handler)) return (lk_stop_result){.is_refused = true};
  const pid_t process = getpid();
  stopping_thread = (pid_t)syscall(SYS_gettid);
  // If a filter refuses gettid, the identifier of this thread is unknown, and the thread would stop
  // itself.
  if (stopping_thread <= 0) return (lk_stop_result){.is_refused = true};
  lk_observe_threads_of(process);
  const int descriptor = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const int failure = errno;
  if (descriptor >= 0) close(descriptor);
  const bool lacks_descriptors = descriptor < 0 && (failure == EMFILE || failure == ENFILE);
  const lk_stop_result result =
    lacks_descriptors ? stop_by_helper(process)
                      : stop_threads_of(process, lk_first_thread_has_ended());
  lk_observe_threads_of(0);
  return result;
}

bool lk_threads_are_still(void) {
  for (size_t index = 0; index < stopped_count; index++) {
    lk_stopped_thread *thread = lk_thread_at(index);
    if (thread->condition != lk_thread_in_kernel) continue;
    lk_kernel_wait wait;
    const bool is_waiting = lk_thread_wait(thread->thread, &wait);
    if (!is_waiting || wait.stack != thread->stack || wait.code != thread->code ||
        lk_thread_switches(thread->thread) != thread->switches) {
      return false;
    }
  }
  return true;
}

void lk_resume_threads(void) {
  atomic_store(&is_released, 1);
  syscall(SYS_futex, (uint32_t *)&is_released, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

size_t lk_stopped_count(void) { return stopped_count; }

uintptr_t lk_stopped_stack(size_t index) {
  const lk_stopped_thread *thread = lk_thread_at(index);
  return thread->condition == lk_thread_ended ? 0 : thread->stack;
}

uintptr_t lk_stopped_thread_pointer(size_t index) { return lk_thread_at(index)->thread_pointer; }

size_t lk_stopped_words(size_t index, const uintptr_t **words) {
  const lk_stopped_thread *thread = lk_thread_at(index);
  *words = thread->words;
  return thread->word_count;
}

bool lk_stopped_while_waiting(size_t index) {
  return index < stopped_count && lk_thread_at(index)->is_waiting;
}

#else

void lk_allow_stopping(void) {}

lk_stop_result lk_stop_threads(void) { return (lk_stop_result){.is_refused = true}; }

bool lk_threads_are_still(void) { return false; }

void lk_resume_threads(void) {}

size_t lk_stopped_count(void) { return 0; }

uintptr_t lk_stopped_stack(size_t index) {
  (void)index;
  return 0;
}

uintptr_t lk_stopped_thread_pointer(size_t index) {
  (void)index;
  return 0;
}

size_t lk_stopped_words(size_t index, const uintptr_t **words) {
  (void)index;
  *words = NULL;
  return 0;
}

bool lk_stopped_while_waiting(size_t index) {
  (void)index;
  return false;
}

#endif
