#ifndef LK_ALLOCATION_STACK_H
#define LK_ALLOCATION_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Starts recording the call stack of each allocation of an object or by the concurrency runtime:
/// up to `depth` return addresses, starting with the innermost call outside the Swift runtime. If
/// `depth` is zero, or if there is no memory for stacks, records no stacks.
///
/// For an allocation in a scope (see ``lk_recorder_new_scope``), the number that identifies the
/// scope is recorded instead.
void lk_stack_set_depth(uint32_t depth);

/// Returns the maximum number of return addresses that are recorded for a stack; 0 if no stacks are
/// recorded.
uint32_t lk_stack_depth(void);

/// Returns whether the address is in the memory of recorded stacks.
bool lk_stack_includes(uintptr_t address);

/// The maximum depth of recorded stacks. ``lk_stack_set_depth`` reduces a larger depth to it.
enum { lk_max_noted = 64 };

/// Returns the number that identifies the running code's stack; 0 if the stack is unknown or if no
/// stacks are recorded.
///
/// Stacks with the same number have the same recorded return addresses. The converse is not true:
/// equal stacks may have different numbers.
///
/// `frame` is the address of a frame that starts with two words: the address of the caller's frame,
/// and the return address. Only the calling thread's own stack is read, so it is safe to pass a
/// frame without this layout: the recorded stack then ends at that frame. If the code runs on
/// another stack, such as a signal handler's, the result is 0.
///
/// Takes no lock, except for the first stack of each thread, when it gets the bounds of the
/// thread's stack from the C library.
__attribute__((visibility("hidden"))) uint32_t lk_note_stack(const uintptr_t *frame);

/// Writes up to `room` recorded return addresses of a stack to `frames`, innermost first; returns
/// the number of addresses written.
size_t lk_stack_frames(uint32_t number, uintptr_t *frames, size_t room);

#endif
