#ifndef LK_REMEMBERED_STACK_H
#define LK_REMEMBERED_STACK_H

#include "lk_allocation_stack.h"
#include "lk_stack_walk.h"

/// The maximum number of calls of a stack that are reported.
enum { lk_most_frames = lk_most_noted };

/// The maximum number of calls of the runtime that are skipped before them.
enum { lk_most_runtime_frames = 48 };

/// Returned where there is no memory for remembering.
static const uint32_t lk_not_remembered = UINT32_MAX;

/// Returns the number of the stack that leads to `frame`, without the calls of the runtime at its
/// inner end, or ``lk_not_remembered`` where the stack has to be unwound. `most` is the number of
/// innermost calls that are reported.
///
/// The frames of the previous call are remembered, and only those that have changed are unwound:
/// a frame whose return address is unchanged, and whose callers' are, has the same callers.
__attribute__((visibility("hidden"))) uint32_t lk_remembered_stack(
  const uintptr_t *frame, size_t most);

/// Prepares the calls of `lk_remembered_stack`.
__attribute__((visibility("hidden"))) void lk_remember_stacks(void);

#endif
