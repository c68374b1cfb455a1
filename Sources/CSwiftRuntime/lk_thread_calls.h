#ifndef LK_THREAD_CALLS_H
#define LK_THREAD_CALLS_H

#include "lk_recurring_stack.h"
#include "lk_remembered_stack.h"
#include "lk_stack_walk.h"

/// Beyond what is asked for, this many calls are found out: they need not be when the
/// innermost ones have returned.
enum { further_frames = 32 };
enum { most_fresh = lk_most_frames + further_frames };
enum { capacity = most_fresh + lk_most_frames };

/// A call that goes on: its return address, and where on the stack that is.
typedef struct {
  uintptr_t slot, code;
} lk_call;

/// What else is known of such a call.
typedef struct {
  /// Of this call and all further out.
  uint64_t hash;
  /// The frame pointer's value there, inverted: it may be another word, the address of an
  /// object, which is not to be found here.
  uintptr_t inverted_frame;
  /// See ``lk_position``.
  uintptr_t frame_from;
  /// The place behind the next call from here on outwards that was found by the frame pointer;
  /// 0 where there is none.
  uint32_t next_by_frame;
  /// What is further out was found by the frame pointer's value there.
  bool uses_frame;
} lk_call_detail;

/// The calls of a thread, the outermost first. Mapped, not a thread-local variable: a thread's
/// stack may be hardly larger, and such variables are a part of it.
typedef struct lk_thread_calls {
  lk_call calls[capacity];
  lk_call_detail details[capacity];
  size_t count;
  /// Nothing is further out than the first.
  bool is_whole;
  /// A walk is under way: a signal's handler that allocates has to do without.
  volatile bool is_busy;
  uint32_t walks;
  /// Where the last walk began; the frame pointer is inverted.
  lk_position start;
  lk_position fresh[most_fresh];
  lk_recurring_stack recurring[lk_recurring_count];
} lk_thread_calls;

#endif
