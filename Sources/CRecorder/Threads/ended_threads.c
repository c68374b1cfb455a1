#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_ended_threads.h"

#if defined(__linux__) && defined(__GLIBC__)

#include "lk_readable.h"

#include <dlfcn.h>
#include <stdbool.h>

/// The position of a member of a structure, as described by glibc for debuggers (nptl_db/db_info.c,
/// DB_STRUCT_FIELD).
typedef struct {
  uint32_t bits, count;
  int32_t offset;
} member;

/// A link of a list of threads. The list is circular and includes its head (include/list_t.h).
typedef struct link {
  struct link *next, *previous;
} link;

typedef struct {
  /// The heads of the lists of threads: one list for stacks that the C library allocated, and one
  /// for stacks that the program provided. A thread is removed from its list when it is joined, or
  /// when it has been detached and has ended.
  const link *heads[2];
  /// The offsets in the C library's data about a thread.
  int32_t list, identifier, result;
} layout;

/// The maximum number of threads to examine. The list may be damaged if the program reused a stack
/// that it provided for a thread that was never joined.
enum { max_threads = 1 << 20 };

static const member *described(const char *name) { return dlsym(RTLD_DEFAULT, name); }

/// Finds the layout of the C library's data; returns false if the C library does not describe it.
static bool find_layout(layout *found) {
  const char *const *const loader = dlsym(RTLD_DEFAULT, "__nptl_rtld_global");
  const member *const allocated = described("_thread_db_rtld_global__dl_stack_used");
  const member *const provided = described("_thread_db_rtld_global__dl_stack_user");
  const member *const list = described("_thread_db_pthread_list");
  const member *const identifier = described("_thread_db_pthread_tid");
  const member *const priority = described("_thread_db_pthread_schedparam_sched_priority");
  const member *const policy = described("_thread_db_pthread_schedpolicy");
  const member *const function = described("_thread_db_pthread_start_routine");
  if (loader == NULL || *loader == NULL || allocated == NULL || provided == NULL) return false;
  if (list == NULL || identifier == NULL || priority == NULL || policy == NULL) return false;
  if (function == NULL || identifier->bits != 32) return false;
  // The result has no description. In the C library's source, it precedes the scheduling
  // parameters, and the thread's function follows them (nptl/descr.h, struct pthread).
  const int32_t start = priority->offset;
  if (start % 8 != 0 || policy->offset != start + 4 || function->offset != start + 8) return false;
  found->heads[0] = (const link *)(*loader + allocated->offset);
  found->heads[1] = (const link *)(*loader + provided->offset);
  found->list = list->offset;
  found->identifier = identifier->offset;
  found->result = start - (int32_t)sizeof(uintptr_t);
  return true;
}

size_t lk_results_of_ended_threads(uintptr_t *results, size_t limit) {
  layout known;
  if (!find_layout(&known)) return 0;
  size_t count = 0, threads = 0;
  for (size_t index = 0; index < 2; index++) {
    const link *const head = known.heads[index];
    // If the program has unmapped a stack that it provided, the link cannot be read.
    for (const link *at = head->next; at != head && lk_is_readable(at); at = at->next) {
      if (++threads > max_threads) return count;
      const char *const thread = (const char *)at - known.list;
      const int32_t *const identifier = (const int32_t *)(thread + known.identifier);
      const uintptr_t *const result = (const uintptr_t *)(thread + known.result);
      // The kernel sets the identifier to 0 when the thread ends.
      if (!lk_is_readable(result) || *identifier != 0) continue;
      if (count == limit) return count;
      results[count++] = *result;
    }
  }
  return count;
}

#else

size_t lk_results_of_ended_threads(uintptr_t *results, size_t limit) {
  (void)results;
  (void)limit;
  return 0;
}

#endif
