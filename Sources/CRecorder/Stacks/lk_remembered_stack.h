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

/// The number of the stack that leads to `frame`, from the first call outside the runtime on, whose
/// innermost `most` calls are as they are reported; ``lk_not_remembered`` where it has to be found out
/// anew.
///
/// What was found out at the last call is kept, and only what has changed since is found out
/// anew: a frame that has its return address where it was, and whose callers have theirs, has the
/// callers that it had.
__attribute__((visibility("hidden"))) uint32_t lk_remembered_stack(
  const uintptr_t *frame, size_t most);

/// Prepares the calls of `lk_remembered_stack`.
__attribute__((visibility("hidden"))) void lk_remember_stacks(void);

#endif
