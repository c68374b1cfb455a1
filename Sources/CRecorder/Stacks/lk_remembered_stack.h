#ifndef LK_REMEMBERED_STACK_H
#define LK_REMEMBERED_STACK_H

#include "lk_allocation_stack.h"
#include "lk_stack_walk.h"

/// The maximum number of reported calls of a stack.
enum { lk_max_frames = lk_max_noted };

/// The maximum number of the runtime's innermost calls that are skipped before the reported calls.
enum { lk_max_runtime_frames = 48 };

/// The result of ``lk_remembered_stack`` if the caller has to unwind the stack itself.
static const uint32_t lk_not_remembered = UINT32_MAX;

/// Returns the number that identifies a stack: the callers of `frame`, without the runtime's
/// innermost calls. Returns ``lk_not_remembered`` if there is no memory for remembering calls, or
/// if the thread is already using that memory.
///
/// Each thread remembers the calls of its previous stack and unwinds only those that have changed.
/// As long as the stack still contains the return addresses of a call and of all its callers, these
/// calls are active.
///
/// - `limit`: The maximum number of reported calls.
__attribute__((visibility("hidden"))) uint32_t lk_remembered_stack(
  const uintptr_t *frame, size_t limit);

/// Prepares for calls of ``lk_remembered_stack``.
__attribute__((visibility("hidden"))) void lk_remember_stacks(void);

#endif
