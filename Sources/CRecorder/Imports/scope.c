#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_scope.h"

#include "lk_allocation_recorder.h"
#include "lk_allocation_table.h"
#include "lk_inheriting.h"
#include "lk_scope_owners.h"
#include "lk_wanted_numbers.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LK_SWIFT __attribute__((swiftcall))

typedef LK_SWIFT const uint32_t *(*task_local_reader)(const void *key);
typedef LK_SWIFT const void *(*task_reader)(void);

static task_local_reader read_task_local;
static task_reader read_task;
_Atomic(const void *) lk_scope_key;
_Atomic uint32_t lk_common_scope;
__thread uint32_t lk_inherited_scope;
_Atomic uint32_t lk_wanted_numbers;

/// The task that was running when the common scope was set; NULL for none. It was created before,
/// but it belongs to the scope.
static _Atomic(const void *) task_of_common_scope;

void lk_recorder_set_scope_key(const void *key) {
  atomic_store(&lk_scope_key, key);
  lk_want_numbers(lk_number_of_task_local, key != NULL);
}

void lk_recorder_set_thread_scope(uint32_t scope) { lk_inherited_scope = scope; }

uint32_t lk_recorder_set_common_scope(uint32_t scope) {
  const void *task = scope != 0 && read_task != NULL ? read_task() : NULL;
  atomic_store(&task_of_common_scope, task);
  lk_owners_begin_period();
  uint32_t before = atomic_exchange(&lk_common_scope, scope);
  lk_want_numbers(lk_number_of_common_scope, scope != 0);
  return before;
}

/// Returns whether the process's first thread is running. XCTest runs tests there, in a task that
/// was created before the first test.
static bool is_first_thread(void) {
#if defined(__linux__)
  static __thread int known __attribute__((tls_model("initial-exec")));
  if (known == 0) known = syscall(SYS_gettid) == getpid() ? 1 : -1;
  return known == 1;
#else
  return false;
#endif
}

static uint32_t common_scope(void) {
  return atomic_load_explicit(&lk_common_scope, memory_order_relaxed);
}

/// Returns the scope of a running task that has no value of the task-local variable.
///
/// A detached task does not inherit the variable. But the task's memory was allocated in a scope,
/// and the recorder stored that scope.
static uint32_t scope_of_task(const void *task) {
  const lk_allocation entry = lk_table_entry((uintptr_t)task);
  // The memory of some child tasks belongs to the memory of the task that created them.
  if (lk_kind_of(entry) == lk_no_allocation) return common_scope();
  const uint32_t inherited = lk_scope_of(entry);
  if (inherited != 0) return inherited;
  const bool is_common =
    atomic_load_explicit(&task_of_common_scope, memory_order_relaxed) == task;
  return is_common ? common_scope() : lk_outside;
}

// The runtime reads a task-local variable from a list that belongs to the running task, or to the
// thread if there is no task. Reading takes no lock and allocates nothing, so it is safe in malloc.
uint32_t lk_current_scope(void) {
  const void *key = atomic_load_explicit(&lk_scope_key, memory_order_relaxed);
  if (key != NULL && read_task_local != NULL) {
    const uint32_t *scope = read_task_local(key);
    if (scope != NULL && *scope != 0) return *scope;
    // A thread of an executor may belong to a scope, but it runs the tasks of others. While the
    // main task waits, the first thread runs blocks, which belong to the code that passed them.
    const void *task = read_task();
    if (task != NULL && !is_first_thread()) return scope_of_task(task);
    const uint32_t inherited = lk_scope_of(lk_table_entry((uintptr_t)task));
    if (inherited != 0) return inherited;
  }
  if (lk_inherited_scope != 0) return lk_inherited_scope = lk_current_activity(lk_inherited_scope);
  return common_scope();
}

#if defined(__linux__) && defined(__LP64__)

void lk_scope_install(void) {
  static atomic_bool is_installed;
  if (atomic_exchange(&is_installed, true)) return;
  read_task = (task_reader)dlsym(RTLD_DEFAULT, "swift_task_getCurrent");
  if (read_task != NULL) {
    read_task_local = (task_local_reader)dlsym(RTLD_DEFAULT, "swift_task_localValueGet");
  }
  lk_owners_install();
  lk_threads_inherit_scopes();
  lk_blocks_inherit_scopes();
}

#else

void lk_scope_install(void) {}

#endif
