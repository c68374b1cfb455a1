#ifndef LK_ALLOCATION_STACK_H
#define LK_ALLOCATION_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Has the recorder note from now on who asked for each object's memory: up to `depth` return
/// addresses, from the first outside the language's runtime on. Zero is none.
///
/// The number of the stack then stands in place of the epoch's in what is known of an
/// allocation that belongs to no scope.
void lk_stack_set_depth(uint32_t depth);

/// How many return addresses are noted.
uint32_t lk_stack_depth(void);

/// The address is in the memory that stacks are noted in.
bool lk_stack_includes(uintptr_t address);

/// A stack that was found out, and has no number yet.
typedef struct {
  uint64_t hash;
  /// How many return addresses it has; 0 where the number is known.
  uint32_t count;
  uint32_t number;
  /// Tells whether the thread has found out another one since.
  uint32_t walk;
} lk_noted_stack;

/// The running code's stack.
///
/// `frame` is a frame that has its caller's frame at its start and the return address behind
/// it. Nothing is read outside the calling thread's own stack, so frames without that form
/// end the list and do no harm; on another stack, as a signal handler's, nothing is noted.
/// Takes no lock.
lk_noted_stack lk_note_stack(const uintptr_t *frame);

/// Its number; 0 where it cannot be known, or nothing is noted. Equal stacks have one number.
///
/// To be asked on the same thread before the next stack is noted. What is looked up was asked
/// of memory when the stack was noted: other work in between makes use of the time.
uint32_t lk_stack_number(const lk_noted_stack *noted);

/// The return addresses of a stack, the innermost first; returns their number.
size_t lk_stack_frames(uint32_t number, const uintptr_t **frames);

#endif
