#ifndef LK_ALLOCATION_STACK_H
#define LK_ALLOCATION_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Records the call stack of each object's allocation from now on: up to `depth` return addresses,
/// starting outside the language's runtime. With zero, or if there is no memory for stacks, no
/// stacks are recorded.
///
/// For an allocation in a scope, the number of the scope is recorded instead.
void lk_stack_set_depth(uint32_t depth);

/// Returns the maximum number of return addresses that are recorded for a stack; 0 if no stacks are
/// recorded.
uint32_t lk_stack_depth(void);

/// Returns whether the address is in the memory of recorded stacks.
bool lk_stack_includes(uintptr_t address);

/// The maximum depth; ``lk_stack_set_depth`` reduces a larger one to this value.
enum { lk_max_noted = 64 };

/// Returns the number of the running code's stack; 0 if it is unknown or no stacks are recorded.
///
/// Stacks with the same number have the same recorded return addresses; stacks with different
/// numbers may have the same ones too.
///
/// `frame` is a frame that starts with the address of its caller's frame and the return address.
/// Only the calling thread's own stack is read, so a frame without that form only ends the recorded
/// stack. On another stack, such as a signal handler's, nothing is recorded. Takes no lock, except
/// at a thread's first stack, for which the C library is queried.
__attribute__((visibility("hidden"))) uint32_t lk_note_stack(const uintptr_t *frame);

/// Writes the recorded return addresses of a stack to `frames`, innermost first, up to `room`;
/// returns their number.
size_t lk_stack_frames(uint32_t number, uintptr_t *frames, size_t room);

#endif
