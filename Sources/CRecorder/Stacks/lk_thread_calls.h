#ifndef LK_THREAD_CALLS_H
#define LK_THREAD_CALLS_H

#include "lk_recurring_stack.h"
#include "lk_remembered_stack.h"
#include "lk_stack_walk.h"

/// Beyond what is asked for, this many calls are found out: they need not be when the
/// innermost ones have returned.
enum { further_frames = 32 };
enum { most_wanted = lk_most_frames + lk_most_runtime_frames };
enum { most_fresh = most_wanted + further_frames };
enum { capacity = most_fresh + most_wanted };

/// A call that goes on.
typedef struct {
  /// Its return address, and where on the stack that is.
  uintptr_t slot, code;
  /// The frame pointer's value there, inverted: it may be another word, the address of an
  /// object, which is not to be found here.
  uintptr_t inverted_frame;
  /// In the tree of calls, and that of the call in this one that was asked for last.
  uint32_t number, last_inner;
  /// Behind the words by which this call and those further out are known to go on.
  uint32_t words_end;
  /// It was found by the frame pointer's value further in.
  bool is_by_frame;
  /// The frame pointer's value there is that further in: it was not read from the stack.
  bool keeps_frame;
  /// What is further out was found by that value.
  bool uses_frame;
} lk_call;

/// The calls of a thread, the outermost first. Mapped, not a thread-local variable: a thread's
/// stack may be hardly larger, and such variables are a part of it.
typedef struct lk_thread_calls {
  /// The first stands for what is further out than all that is known; it has no words.
  lk_call calls[capacity + 1];
  /// For each call the return address, and where the frame pointer's value was read, if what is
  /// further out was found by that.
  lk_stack_word words[2 * capacity];
  lk_call *innermost;
  /// How many calls were wanted last.
  size_t most;
  /// Nothing is further out than the first.
  bool is_whole;
  /// A walk is under way: a signal's handler that allocates has to do without.
  volatile bool is_busy;
  lk_position fresh[most_fresh];
  lk_recurring_stack recurring[lk_recurring_count];
} lk_thread_calls;

#endif
