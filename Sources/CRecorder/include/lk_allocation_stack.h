#ifndef LK_ALLOCATION_STACK_H
#define LK_ALLOCATION_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Has the recorder note from now on who asked for each object's memory: up to `depth` return
/// addresses, from the first outside the language's runtime on. Zero is none.
///
/// An allocation that belongs to a scope has that one's number instead.
void lk_stack_set_depth(uint32_t depth);

/// How many return addresses are noted.
uint32_t lk_stack_depth(void);

/// The address is in the memory that stacks are noted in.
bool lk_stack_includes(uintptr_t address);

/// The most return addresses that are noted of a stack.
enum { lk_most_noted = 64 };

/// The number of the running code's stack; 0 where it cannot be known, or nothing is noted.
///
/// Stacks of one number have the same return addresses as far as they are noted; those of two
/// numbers may.
///
/// `frame` is a frame that has its caller's frame at its start and the return address behind
/// it. Nothing is read outside the calling thread's own stack, so frames without that form
/// end the list and do no harm; on another stack, as a signal handler's, nothing is noted.
/// Takes no lock.
__attribute__((visibility("hidden"))) uint32_t lk_note_stack(const uintptr_t *frame);

/// Puts the return addresses of a stack into `frames`, the innermost first, as many as are noted
/// and there is room for; returns their number.
size_t lk_stack_frames(uint32_t number, uintptr_t *frames, size_t room);

#endif
