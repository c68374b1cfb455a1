#ifndef LK_REMEMBERED_STACK_H
#define LK_REMEMBERED_STACK_H

#include "lk_stack_walk.h"

/// The most calls of a stack that are told.
enum { lk_most_frames = 64 };

/// The factor of the hash of a stack.
static const uint64_t lk_hash_factor = 0x9E3779B97F4A7C15;

/// The stack of the running code, told by a hash of its return addresses.
typedef struct {
  uint64_t hash;
  /// How many of them; 0 where nothing can be known.
  uint32_t count;
  /// The number of this walk of the thread.
  uint32_t walk;
  /// What ``lk_remember_number`` was told of this stack; 0 where nothing was. There is nothing
  /// else then.
  uint32_t number;
} lk_walked_stack;

/// The stack from `at` on, up to `most` return addresses.
///
/// What was found out at the last call is kept, and only what has changed since is found out
/// anew: a frame that has its return address where it was, and whose callers have theirs, has the
/// callers that it had. Count 0 where there is no memory for that.
lk_walked_stack lk_remembered_stack(const lk_position *at, size_t most);

/// The return addresses that a call of `lk_remembered_stack` told of; false where there was
/// another call since, in a signal's handler.
bool lk_copy_remembered(uintptr_t *found, uint32_t count, uint32_t walk);

/// Tells the number of the stack that a walk has found, so that the same one need not be looked
/// up again.
void lk_remember_number(uint32_t number, const lk_walked_stack *walked);

/// Prepares the calls of `lk_remembered_stack`.
void lk_remember_stacks(void);

/// One more address, further in, to the hash of those further out.
///
/// A polynomial, so that the hash of a part of a list is told from those of two that begin at
/// the list's start (Karp and Rabin, 1987).
static inline uint64_t lk_hash_further(uint64_t outer, uintptr_t code) {
  return outer * lk_hash_factor + (code ^ code >> 29) * 0x6A09E667F3BCC909;
}

#endif
