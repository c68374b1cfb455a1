#ifndef LK_REMEMBERED_STACK_H
#define LK_REMEMBERED_STACK_H

#include "lk_allocation_stack.h"
#include "lk_stack_walk.h"

/// The maximum number of calls of a stack that are reported.
enum { lk_max_frames = lk_max_noted };

/// The maximum number of calls of the runtime that are skipped before the reported calls.
enum { lk_max_runtime_frames = 48 };

/// The result of ``lk_remembered_stack`` if the stack has to be unwound.
static const uint32_t lk_not_remembered = UINT32_MAX;

/// Returns the number of the stack that ends at `frame`, without the runtime's innermost calls, or
/// ``lk_not_remembered`` if there is no memory for remembering calls or the memory is in use.
/// `limit` is the maximum number of reported calls.
///
/// The frames of the previous stack are remembered, and only changed frames are unwound. If the
/// return addresses of a frame and of all its callers are unchanged, the frame has the same
/// callers.
__attribute__((visibility("hidden"))) uint32_t lk_remembered_stack(
  const uintptr_t *frame, size_t limit);

/// Prepares for calls of `lk_remembered_stack`.
__attribute__((visibility("hidden"))) void lk_remember_stacks(void);

#endif
