#ifndef LK_THREAD_CALLS_H
#define LK_THREAD_CALLS_H

#include "lk_recurring_stack.h"
#include "lk_remembered_stack.h"
#include "lk_stack_walk.h"

/// The number of calls that are unwound in addition to the wanted ones. They ensure that enough
/// calls are still known after the innermost calls have returned.
enum { further_frames = 32 };
enum { max_wanted = lk_max_frames + lk_max_runtime_frames };
enum { max_fresh = max_wanted + further_frames };
enum { capacity = max_fresh + max_wanted };

/// An active call.
typedef struct {
  /// `code` is the return address. `slot` is the address on the stack at which it is stored.
  uintptr_t slot, code;
  /// The frame pointer's value at the call. It is stored inverted, because it may be the address of
  /// an object, which the search for roots must not find here.
  uintptr_t inverted_frame;
  /// Numbers in the tree of calls (see lk_call_tree.h): `number` identifies this call, and
  /// `last_inner` identifies the last call that was made during it.
  uint32_t number, last_inner;
  /// The number of words of this call and its callers. They are the first elements of `words` in
  /// ``lk_thread_calls``. While these words are unchanged, these calls are active.
  uint32_t words_end;
  /// A Boolean value indicating whether this call was found by the frame pointer.
  bool is_by_frame;
  /// A Boolean value indicating whether the frame pointer has the same value in this call as in its
  /// callee. If so, the value was not read from the stack.
  bool keeps_frame;
  /// A Boolean value indicating whether `inverted_frame` was used to find any caller.
  bool uses_frame;
} lk_call;

/// The calls of a thread, outermost first. They are in mapped memory rather than in thread-local
/// variables, because thread-local variables are part of a thread's stack, and a small stack may
/// have no space for them.
typedef struct lk_thread_calls {
  /// The calls. The first element represents the callers of all known calls and has no words.
  lk_call calls[capacity + 1];
  /// One or two words for each call. The first is the return address. If the frame pointer's value
  /// was read from the stack and was used to find a caller, the second is the word that was read.
  lk_stack_word words[2 * capacity];
  lk_call *innermost;
  /// The maximum number of reported calls in the last walk.
  size_t limit;
  /// A Boolean value indicating whether the stack's outermost call is among the calls.
  bool is_whole;
  /// A Boolean value indicating whether this structure is being created or updated. If a signal
  /// handler allocates memory in the meantime, the allocation is recorded without these calls.
  volatile bool is_busy;
  lk_position fresh[max_fresh];
  lk_recurring_stack recurring[lk_recurring_count];
} lk_thread_calls;

#endif
