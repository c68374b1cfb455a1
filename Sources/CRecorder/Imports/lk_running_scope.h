#ifndef LK_RUNNING_SCOPE_H
#define LK_RUNNING_SCOPE_H

#include "lk_scope.h"

#include <stdatomic.h>
#include <stddef.h>

// The variables from which `lk_current_scope` (see lk_scope.h) finds the running code's scope. They
// are declared here for inline code that runs at each allocation.

/// The task-local variable that contains the number of the scope; NULL for none.
__attribute__((visibility("hidden"))) extern _Atomic(const void *) lk_scope_key;
/// The default scope, to which all code without another scope belongs.
__attribute__((visibility("hidden"))) extern _Atomic uint32_t lk_common_scope;
/// The scope that the running thread or block inherited, or that was set for the thread.
__attribute__((visibility("hidden"), tls_model("initial-exec"))) extern __thread uint32_t
  lk_inherited_scope;

/// Returns the result of ``lk_current_scope``, but calls that function only if there is a
/// task-local variable to read.
static inline uint32_t lk_running_scope(void) {
  const void *key = atomic_load_explicit(&lk_scope_key, memory_order_relaxed);
  if (__builtin_expect(key != NULL, 0)) return lk_current_scope();
  if (lk_inherited_scope != 0) return lk_inherited_scope;
  return atomic_load_explicit(&lk_common_scope, memory_order_relaxed);
}

#endif
