#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_handovers.h"

#if defined(__linux__) && defined(__LP64__)

#include "lk_imports.h"

#include <dlfcn.h>
#include <string.h>

static uint32_t submissions;

// MARK: Calls

// Blocks, contexts, functions and queues are pointers; a time is an unsigned integer of 64 bits.
typedef void (*two_words)(uintptr_t, uintptr_t);
typedef void (*three_words)(uintptr_t, uintptr_t, uintptr_t);
typedef void (*four_words)(uintptr_t, uintptr_t, uintptr_t, uintptr_t);

#define COUNT_TWO(name)                                         \
  static two_words original_##name;                             \
  static void counted_##name(uintptr_t first, uintptr_t second) { \
    submissions++;                                              \
    original_##name(first, second);                             \
  }
#define COUNT_THREE(name)                                                          \
  static three_words original_##name;                                              \
  static void counted_##name(uintptr_t first, uintptr_t second, uintptr_t third) { \
    submissions++;                                                                 \
    original_##name(first, second, third);                                         \
  }
#define COUNT_FOUR(name)                                                   \
  static four_words original_##name;                                       \
  static void counted_##name(                                              \
    uintptr_t first, uintptr_t second, uintptr_t third, uintptr_t fourth) { \
    submissions++;                                                         \
    original_##name(first, second, third, fourth);                         \
  }

COUNT_TWO(dispatch_async)
COUNT_TWO(dispatch_barrier_async)
COUNT_THREE(dispatch_async_f)
COUNT_THREE(dispatch_barrier_async_f)
COUNT_THREE(dispatch_after)
COUNT_FOUR(dispatch_after_f)
COUNT_THREE(dispatch_group_async)
COUNT_FOUR(dispatch_group_async_f)

#define COUNTED(name) {#name, (void *)counted_##name, (void *)&original_##name}

static const struct {
  const char *name;
  void *replacement;
  void *original;
} calls[] = {
  COUNTED(dispatch_async),       COUNTED(dispatch_barrier_async),
  COUNTED(dispatch_async_f),     COUNTED(dispatch_barrier_async_f),
  COUNTED(dispatch_after),       COUNTED(dispatch_after_f),
  COUNTED(dispatch_group_async), COUNTED(dispatch_group_async_f),
};
enum { call_count = sizeof calls / sizeof *calls, max_slots = 4096 };
static lk_import_slot slots[max_slots];
static size_t slot_count;

static void find_calls(void) {
  lk_import imports[call_count];
  for (size_t index = 0; index < call_count; index++) {
    void *original = dlsym(RTLD_DEFAULT, calls[index].name);
    if (original == NULL) return;
    memcpy(calls[index].original, &original, sizeof original);
    imports[index] = (lk_import){calls[index].name, calls[index].replacement};
  }
  const size_t found = lk_find_import_slots(imports, call_count, slots, max_slots);
  slot_count = found < max_slots ? found : max_slots;
}

// MARK: Tasks

/// The runtime's hooks for enqueuing a job. A hook is a variable. If it contains a function, the
/// runtime calls that function instead of its own, and passes it the job and the runtime's own
/// function. The call uses Swift's calling convention, which passes pointers as C does. See
/// `ConcurrencyHooks.def` in the Swift repository.
typedef void (*enqueue)(void *job);
typedef void (*enqueue_hook)(void *job, enqueue original);
static enqueue_hook *hooks[2];

static void counted_job(void *job, enqueue original) {
  submissions++;
  original(job);
}

static void find_hooks(void) {
  hooks[0] = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
  hooks[1] = dlsym(RTLD_DEFAULT, "swift_task_enqueueMainExecutor_hook");
}

// MARK: Queues

enum { max_queues = 12, max_queue_words = 64 };

/// The memory of the shared concurrent queues, which are the elements of one array.
static const uintptr_t *queues;
static size_t queue_words;
static uintptr_t queues_before[max_queues * max_queue_words];

/// Finds the array of the shared concurrent queues from the addresses of its elements, whose size
/// is not known.
///
/// If a queue contains work, adding more work changes only the queue's own memory, which
/// ``lk_handovers`` therefore compares with its earlier state.
static void find_queues(void) {
  typedef void *(*queue_function)(intptr_t priority, uintptr_t flags);
  const queue_function queue = (queue_function)dlsym(RTLD_DEFAULT, "dispatch_get_global_queue");
  if (queue == NULL) return;
  // The quality-of-service classes, from user-interactive to maintenance, and the flag
  // DISPATCH_QUEUE_OVERCOMMIT (libdispatch, src/shims/priority.h and private/queue_private.h).
  static const intptr_t classes[] = {0x21, 0x19, 0x15, 0x11, 0x09, 0x05};
  uintptr_t low = UINTPTR_MAX, high = 0, size = UINTPTR_MAX, previous = 0;
  for (size_t index = 0; index < max_queues; index++) {
    const uintptr_t address = (uintptr_t)queue(classes[index / 2], index % 2 == 0 ? 0 : 2);
    if (address == 0) return;
    const uintptr_t distance = address > previous ? address - previous : previous - address;
    if (previous != 0 && distance < size) size = distance;
    if (address < low) low = address;
    if (address > high) high = address;
    previous = address;
  }
  if (size % sizeof(uintptr_t) != 0 || high - low != (max_queues - 1) * size) return;
  if (size > max_queue_words * sizeof(uintptr_t)) return;
  queues = (const uintptr_t *)low;
  queue_words = max_queues * size / sizeof(uintptr_t);
}

void lk_find_handovers(void) {
  find_calls();
  find_hooks();
  find_queues();
}

void lk_count_handovers(void) {
  for (size_t index = 0; index < slot_count; index++) *slots[index].slot = slots[index].replacement;
  for (size_t index = 0; index < 2; index++) {
    if (hooks[index] != NULL && *hooks[index] == NULL) *hooks[index] = counted_job;
  }
  for (size_t index = 0; index < queue_words; index++) queues_before[index] = queues[index];
}

uint32_t lk_handovers(void) {
  uint32_t count = submissions;
  for (size_t index = 0; index < queue_words; index++) {
    if (queues[index] != queues_before[index]) return count + 1;
  }
  return count;
}

#else

void lk_find_handovers(void) {}
void lk_count_handovers(void) {}
uint32_t lk_handovers(void) { return 0; }

#endif
