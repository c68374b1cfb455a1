#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_scope.h"

#include "lk_allocation_recorder.h"
#include "lk_allocation_table.h"
#include "lk_imports.h"
#include "lk_wanted_numbers.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define LK_SWIFT __attribute__((swiftcall))

typedef LK_SWIFT const uint32_t *(*task_local_reader)(const void *key);
typedef LK_SWIFT const void *(*task_reader)(void);

static task_local_reader read_task_local;
static task_reader read_task;
_Atomic(const void *) lk_scope_key;
_Atomic uint32_t lk_common_scope;
__thread uint32_t lk_inherited_scope;
_Atomic uint32_t lk_wanted_numbers;
static _Atomic uint32_t last_scope;

uint32_t lk_recorder_new_scope(void) {
  return (atomic_fetch_add(&last_scope, 1) + 1) & lk_largest_number;
}

void lk_recorder_set_scope_key(const void *key) {
  atomic_store(&lk_scope_key, key);
  lk_want_numbers(lk_number_of_task_local, key != NULL);
}

void lk_recorder_set_thread_scope(uint32_t scope) { lk_inherited_scope = scope; }

uint32_t lk_recorder_set_common_scope(uint32_t scope) {
  uint32_t before = atomic_exchange(&lk_common_scope, scope);
  lk_want_numbers(lk_number_of_common_scope, scope != 0);
  return before;
}

// The runtime reads a task-local variable from a list that belongs to the running task, or to the
// thread if there is no task. Reading takes no lock and allocates nothing, so it is safe in malloc.
uint32_t lk_current_scope(void) {
  const void *key = atomic_load_explicit(&lk_scope_key, memory_order_relaxed);
  if (key != NULL && read_task_local != NULL) {
    const uint32_t *scope = read_task_local(key);
    if (scope != NULL && *scope != 0) return *scope;
    // A detached task does not inherit the variable. But the task's memory was allocated in a
    // scope, and the recorder stored that scope.
    const uint32_t inherited = lk_scope_of(lk_table_entry((uintptr_t)read_task()));
    if (inherited != 0) return inherited;
  }
  if (lk_inherited_scope != 0) return lk_inherited_scope;
  return atomic_load_explicit(&lk_common_scope, memory_order_relaxed);
}

#if defined(__linux__) && defined(__LP64__)

typedef struct {
  void *(*body)(void *);
  void *argument;
  uint32_t scope;
} thread_start;

static void *start_thread(void *argument) {
  const thread_start start = *(thread_start *)argument;
  free(argument);
  lk_inherited_scope = start.scope;
  return start.body(start.argument);
}

static int inheriting_pthread_create(
  pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  const uint32_t scope = lk_current_scope();
  thread_start *start = scope == 0 ? NULL : malloc(sizeof(thread_start));
  if (start == NULL) return pthread_create(thread, attributes, body, argument);
  *start = (thread_start){body, argument, scope};
  const int status = pthread_create(thread, attributes, start_thread, start);
  if (status != 0) free(start);
  return status;
}

/// The header of a block, according to the blocks runtime's specification.
typedef struct {
  void *isa;
  int32_t flags, reserved;
  void (*invoke)(void *block);
} block_head;

typedef struct {
  block_head *block;
  uint32_t scope;
} block_start;

typedef void (*work)(void *context);

typedef void (*iteration)(void *context, size_t index);

static struct {
  void (*apply)(size_t count, void *queue, void *block);
  void (*apply_f)(size_t count, void *queue, void *context, iteration body);
  void (*async)(void *queue, void *block);
  void (*barrier_async)(void *queue, void *block);
  void (*after)(uint64_t when, void *queue, void *block);
  void (*group_async)(void *group, void *queue, void *block);
  void (*async_f)(void *queue, void *context, work body);
  void (*barrier_async_f)(void *queue, void *context, work body);
  void (*after_f)(uint64_t when, void *queue, void *context, work body);
  void (*group_async_f)(void *group, void *queue, void *context, work body);
  void (*group_notify)(void *group, void *queue, void *block);
  void (*set_event_handler)(void *source, void *block);
  void (*set_cancel_handler)(void *source, void *block);
  void (*set_registration_handler)(void *source, void *block);
  block_head *(*create)(unsigned long flags, void *block);
  block_head *(*create_with_qos)(unsigned long flags, unsigned qos, int priority, void *block);
  block_head *(*copy)(void *block);
  void (*release)(void *block);
} dispatch;

/// The code that all work items (DispatchWorkItem) share. A work item must not be replaced with
/// another block, because libdispatch does more with a work item than call its code.
static void (*work_item_code)(void *block);

static void run_block(void *context) {
  const block_start start = *(block_start *)context;
  free(context);
  const uint32_t before = lk_inherited_scope;
  lk_inherited_scope = start.scope;
  start.block->invoke(start.block);
  dispatch.release(start.block);
  lk_inherited_scope = before;
}

/// Returns an argument for `run_block`, which will run a copy of the block in the current scope.
/// Returns NULL if the block must be passed on unchanged.
static block_start *inheriting(void *block) {
  const uint32_t scope = lk_current_scope();
  if (scope == 0 || ((block_head *)block)->invoke == work_item_code) return NULL;
  block_start *start = malloc(sizeof(block_start));
  if (start != NULL) *start = (block_start){dispatch.copy(block), scope};
  return start;
}

static void inheriting_async(void *queue, void *block) {
  block_start *start = inheriting(block);
  if (start == NULL) return dispatch.async(queue, block);
  dispatch.async_f(queue, start, run_block);
}

static void inheriting_barrier_async(void *queue, void *block) {
  block_start *start = inheriting(block);
  if (start == NULL) return dispatch.barrier_async(queue, block);
  dispatch.barrier_async_f(queue, start, run_block);
}

static void inheriting_after(uint64_t when, void *queue, void *block) {
  block_start *start = inheriting(block);
  if (start == NULL) return dispatch.after(when, queue, block);
  dispatch.after_f(when, queue, start, run_block);
}

static void inheriting_group_async(void *group, void *queue, void *block) {
  block_start *start = inheriting(block);
  if (start == NULL) return dispatch.group_async(group, queue, block);
  dispatch.group_async_f(group, queue, start, run_block);
}

/// Runs one iteration of a block of dispatch_apply, which receives the index of the iteration.
static void run_iteration(void *context, size_t index) {
  const block_start *start = context;
  const uint32_t before = lk_inherited_scope;
  lk_inherited_scope = start->scope;
  void (*body)(void *block, size_t index);
  memcpy(&body, &start->block->invoke, sizeof body);
  body(start->block, index);
  lk_inherited_scope = before;
}

static void inheriting_apply(size_t count, void *queue, void *block) {
  // The call returns after the last iteration, so `start` can be on the stack.
  block_start start = {block, lk_current_scope()};
  if (start.scope == 0) return dispatch.apply(count, queue, block);
  dispatch.apply_f(count, queue, &start, run_iteration);
}

/// A block that runs another block in a scope. The layout follows the blocks runtime's
/// specification; `block` and `scope` are the captured values.
typedef struct {
  block_head head;
  const struct scoped_block_descriptor *descriptor;
  block_head *block;
  uintptr_t scope;
} scoped_block;

static void run_scoped(void *block) {
  const scoped_block *scoped = block;
  const uint32_t before = lk_inherited_scope;
  lk_inherited_scope = (uint32_t)scoped->scope;
  scoped->block->invoke(scoped->block);
  lk_inherited_scope = before;
}

static void copy_scoped(void *copy, const void *block) {
  ((scoped_block *)copy)->block = dispatch.copy(((const scoped_block *)block)->block);
}

static void dispose_scoped(void *block) { dispatch.release(((scoped_block *)block)->block); }

static const struct scoped_block_descriptor {
  uintptr_t reserved, size;
  void (*copy)(void *copy, const void *block);
  void (*dispose)(void *block);
} scoped_descriptor = {0, sizeof(scoped_block), copy_scoped, dispose_scoped};

/// The class of a block on the stack.
static void *stack_block_isa;

/// Returns a block on the stack that runs `block` in the scope. When libdispatch copies the
/// returned block, ``copy_scoped`` copies `block`. The flag is BLOCK_HAS_COPY_DISPOSE.
static scoped_block scoped(void *block, uint32_t scope) {
  return (scoped_block){
    {stack_block_isa, 1 << 25, 0, run_scoped}, &scoped_descriptor, block, scope};
}

// Swift creates a work item for each DispatchWorkItem. It also creates one for a closure that is
// passed to a queue with a quality of service or with flags.

static block_head *inheriting_create(unsigned long flags, void *block) {
  const uint32_t scope = lk_current_scope();
  if (scope == 0) return dispatch.create(flags, block);
  scoped_block start = scoped(block, scope);
  return dispatch.create(flags, &start);
}

static block_head *inheriting_create_with_qos(
  unsigned long flags, unsigned qos, int priority, void *block) {
  const uint32_t scope = lk_current_scope();
  if (scope == 0) return dispatch.create_with_qos(flags, qos, priority, block);
  scoped_block start = scoped(block, scope);
  return dispatch.create_with_qos(flags, qos, priority, &start);
}

/// Sets `start` to a block on the stack that runs `block` in the current scope, and returns it.
/// Returns `block` itself if it must be passed on unchanged.
static void *inheriting_block(void *block, scoped_block *start) {
  const uint32_t scope = lk_current_scope();
  if (scope == 0 || block == NULL || ((block_head *)block)->invoke == work_item_code) return block;
  *start = scoped(block, scope);
  return start;
}

static void inheriting_group_notify(void *group, void *queue, void *block) {
  scoped_block start;
  dispatch.group_notify(group, queue, inheriting_block(block, &start));
}

static void inheriting_set_event_handler(void *source, void *block) {
  scoped_block start;
  dispatch.set_event_handler(source, inheriting_block(block, &start));
}

static void inheriting_set_cancel_handler(void *source, void *block) {
  scoped_block start;
  dispatch.set_cancel_handler(source, inheriting_block(block, &start));
}

static void inheriting_set_registration_handler(void *source, void *block) {
  scoped_block start;
  dispatch.set_registration_handler(source, inheriting_block(block, &start));
}

bool lk_is_scoped_block_code(uintptr_t code) { return code == (uintptr_t)run_scoped; }

static void do_nothing(void *block) { (void)block; }

/// Finds the functions of libdispatch and of the blocks runtime; returns 0 if one is missing.
static int find_dispatch(void) {
  const struct {
    const char *name;
    void *destination;
  } wanted[] = {
    {"dispatch_apply", &dispatch.apply},
    {"dispatch_apply_f", &dispatch.apply_f},
    {"dispatch_async", &dispatch.async},
    {"dispatch_barrier_async", &dispatch.barrier_async},
    {"dispatch_after", &dispatch.after},
    {"dispatch_group_async", &dispatch.group_async},
    {"dispatch_async_f", &dispatch.async_f},
    {"dispatch_barrier_async_f", &dispatch.barrier_async_f},
    {"dispatch_after_f", &dispatch.after_f},
    {"dispatch_group_async_f", &dispatch.group_async_f},
    {"dispatch_group_notify", &dispatch.group_notify},
    {"dispatch_source_set_event_handler", &dispatch.set_event_handler},
    {"dispatch_source_set_cancel_handler", &dispatch.set_cancel_handler},
    {"dispatch_source_set_registration_handler", &dispatch.set_registration_handler},
    {"dispatch_block_create", &dispatch.create},
    {"dispatch_block_create_with_qos_class", &dispatch.create_with_qos},
    {"_Block_copy", &dispatch.copy},
    {"_Block_release", &dispatch.release},
  };
  for (size_t index = 0; index < sizeof wanted / sizeof *wanted; index++) {
    void *function = dlsym(RTLD_DEFAULT, wanted[index].name);
    if (function == NULL) return 0;
    memcpy(wanted[index].destination, &function, sizeof function);
  }
  return 1;
}

/// Creates a work item to find the code that is the same for all work items.
static void find_work_item_code(void *global_block_isa) {
  static const uintptr_t descriptor[2] = {0, sizeof(block_head) + sizeof(void *)};
  struct {
    block_head head;
    const uintptr_t *descriptor;
    // The flag below is BLOCK_IS_GLOBAL: copying the block returns the block itself.
  } nothing = {{global_block_isa, 1 << 28, 0, do_nothing}, descriptor};
  block_head *item = dispatch.create(0, &nothing);
  if (item == NULL) return;
  work_item_code = item->invoke;
  dispatch.release(item);
}

void lk_scope_install(void) {
  read_task = (task_reader)dlsym(RTLD_DEFAULT, "swift_task_getCurrent");
  if (read_task != NULL) {
    read_task_local = (task_local_reader)dlsym(RTLD_DEFAULT, "swift_task_localValueGet");
  }
  const lk_import thread = {"pthread_create", (void *)inheriting_pthread_create};
  lk_redirect_imports("libFoundation.so", &thread, 1);
  void *isa = dlsym(RTLD_DEFAULT, "_NSConcreteGlobalBlock");
  stack_block_isa = dlsym(RTLD_DEFAULT, "_NSConcreteStackBlock");
  if (isa == NULL || stack_block_isa == NULL || !find_dispatch()) return;
  find_work_item_code(isa);
  const lk_import blocks[] = {
    {"dispatch_async", (void *)inheriting_async},
    {"dispatch_barrier_async", (void *)inheriting_barrier_async},
    {"dispatch_after", (void *)inheriting_after},
    {"dispatch_group_async", (void *)inheriting_group_async},
    {"dispatch_apply", (void *)inheriting_apply},
    {"dispatch_group_notify", (void *)inheriting_group_notify},
    {"dispatch_source_set_event_handler", (void *)inheriting_set_event_handler},
    {"dispatch_source_set_cancel_handler", (void *)inheriting_set_cancel_handler},
    {"dispatch_source_set_registration_handler", (void *)inheriting_set_registration_handler},
    {"dispatch_block_create", (void *)inheriting_create},
    {"dispatch_block_create_with_qos_class", (void *)inheriting_create_with_qos},
  };
  if (work_item_code == NULL) return;
  lk_redirect_imports("libswiftDispatch.so", blocks, sizeof blocks / sizeof *blocks);
}

#else

void lk_scope_install(void) {}

bool lk_is_scoped_block_code(uintptr_t code) {
  (void)code;
  return false;
}

#endif
