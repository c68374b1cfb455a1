#define _GNU_SOURCE
#include "checks.h"

#include "lk_ended_threads.h"
#include "lk_stop_threads.h"
#include "lk_thread_locals.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { busy = 4, waiting = 4, all = busy + waiting };

static _Atomic uint64_t counts[busy];
static _Atomic bool is_over;
static _Atomic int started;
static sem_t never;
static uintptr_t locals[all];

static void *count(void *argument) {
  const size_t index = (size_t)argument;
  volatile uintptr_t local = 0;
  locals[index] = (uintptr_t)&local;
  atomic_fetch_add(&started, 1);
  while (!atomic_load(&is_over)) atomic_fetch_add(&counts[index], 1);
  return NULL;
}

static void *wait(void *argument) {
  volatile uintptr_t local = 0;
  locals[(size_t)argument] = (uintptr_t)&local;
  atomic_fetch_add(&started, 1);
  while (sem_wait(&never) != 0) {}
  return NULL;
}

/// Checks that each local variable is on the used part of a stopped thread's stack.
static void check_stacks(void) {
  // Under an emulator, the system reports the stack pointer of the emulator, not of the emulated
  // thread.
  const size_t known = getenv("RECORDER_IS_EMULATED") == NULL ? all : busy;
  for (size_t index = 0; index < known; index++) {
    bool is_covered = false;
    for (size_t other = 0; other < lk_stopped_count(); other++) {
      const uintptr_t stack = lk_stopped_stack(other);
      is_covered = is_covered || (stack <= locals[index] && locals[index] - stack < 65536);
    }
    CHECK(is_covered);
  }
}

static void check_words(void) {
  for (size_t index = 0; index < lk_stopped_count(); index++) {
    const uintptr_t *words = NULL;
    if (lk_stopped_words(index, &words) > 0) {
      CHECK(words != NULL);
      CHECK(lk_stopped_thread_pointer(index) != lk_thread_pointer());
    }
  }
}

/// The C library's data about a thread marks the end of the thread's stack. Other memory contains
/// no such data.
static void check_ends_of_stacks(const pthread_t *threads) {
#if defined(__x86_64__) && defined(__GLIBC__)
  for (size_t index = 0; index < all; index++) {
    pthread_attr_t attributes;
    void *start = NULL;
    size_t length = 0;
    CHECK(pthread_getattr_np(threads[index], &attributes) == 0);
    CHECK(pthread_attr_getstack(&attributes, &start, &length) == 0);
    pthread_attr_destroy(&attributes);
    const uintptr_t middle = (uintptr_t)start + length / 2, end = (uintptr_t)start + length;
    CHECK(lk_end_of_thread_stack(middle, end) == end);
    CHECK(lk_end_of_thread_stack(middle, end - 4096) == middle);
  }
#else
  (void)threads;
#endif
  static _Alignas(64) uintptr_t memory[1024];
  const uintptr_t low = (uintptr_t)memory, high = (uintptr_t)(memory + 1024);
  memory[64] = (uintptr_t)&memory[64];
  memory[1016] = (uintptr_t)&memory[1016];
#if defined(__x86_64__) && defined(__GLIBC__)
  CHECK(lk_end_of_thread_stack(low, high) == low);
#else
  CHECK(lk_end_of_thread_stack(low, high) == high);
#endif
}

#if defined(__GLIBC__)

static void *end_with(void *result) { return result; }

static bool is_kept(const void *result) {
  uintptr_t results[16];
  const size_t count = lk_results_of_ended_threads(results, 16);
  for (size_t index = 0; index < count; index++) {
    if (results[index] == (uintptr_t)result) return true;
  }
  return false;
}

static pthread_t ended_thread(const pthread_attr_t *attributes, void *result) {
  pthread_t thread;
  CHECK(pthread_create(&thread, attributes, end_with, result) == 0);
  for (int look = 0; look < 5000 && !is_kept(result); look++) usleep(1000);
  CHECK(is_kept(result));
  return thread;
}

/// The C library keeps the result of a thread until the thread is joined or detached, also if the
/// program provided the thread's stack.
static void check_results(void) {
  static int joined, detached, provided;
  static _Alignas(4096) char stack[1 << 18];
  const pthread_t first = ended_thread(NULL, &joined);
  const pthread_t second = ended_thread(NULL, &detached);
  pthread_attr_t attributes;
  CHECK(pthread_attr_init(&attributes) == 0);
  CHECK(pthread_attr_setstack(&attributes, stack, sizeof stack) == 0);
  const pthread_t third = ended_thread(&attributes, &provided);
  pthread_attr_destroy(&attributes);
  CHECK(pthread_join(first, NULL) == 0);
  CHECK(!is_kept(&joined) && is_kept(&detached) && is_kept(&provided));
  CHECK(pthread_detach(second) == 0);
  CHECK(!is_kept(&detached) && is_kept(&provided));
  CHECK(pthread_join(third, NULL) == 0);
  CHECK(!is_kept(&provided));
}

#else

static void check_results(void) {}

#endif

void test_threads(void) {
  check_results();
  pthread_t threads[all];
  CHECK(lk_thread_pointer() != 0);
  sem_init(&never, 0, 0);
  lk_allow_stopping();
  for (size_t index = 0; index < all; index++) {
    CHECK(pthread_create(&threads[index], NULL, index < busy ? count : wait, (void *)index) == 0);
  }
  while (atomic_load(&started) < all) usleep(1000);
  const lk_stop_result result = lk_stop_threads();
  CHECK(!result.is_refused);
  CHECK(result.unstopped == 0);
  CHECK(lk_stopped_count() >= all);
  uint64_t before[busy];
  for (size_t index = 0; index < busy; index++) before[index] = atomic_load(&counts[index]);
  usleep(50000);
  for (size_t index = 0; index < busy; index++) CHECK(before[index] == atomic_load(&counts[index]));
  check_stacks();
  check_words();
  check_ends_of_stacks(threads);
  CHECK(lk_threads_are_still());
  lk_resume_threads();
  for (size_t index = 0; index < busy; index++) {
    // On a busy machine, a thread may have to wait for a processor.
    for (int look = 0; look < 5000 && before[index] == atomic_load(&counts[index]); look++) usleep(1000);
    CHECK(before[index] < atomic_load(&counts[index]));
  }
  atomic_store(&is_over, true);
  for (size_t index = 0; index < waiting; index++) sem_post(&never);
  for (size_t index = 0; index < all; index++) CHECK(pthread_join(threads[index], NULL) == 0);
}
