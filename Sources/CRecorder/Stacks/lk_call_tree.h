#ifndef LK_CALL_TREE_H
#define LK_CALL_TREE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The stacks that were seen, as a tree: each call's parent is the call that it was made in. Its
// number stands for the whole stack. What a thread calls next is nearly always beside what it
// called before, so that memory is read in the order in which it was written.

/// A call, by the address that it returns to.
typedef struct {
  uintptr_t code;
  /// The first of the calls that are made in it, and the next that is made where this one is;
  /// 0 where there is none.
  _Atomic uint32_t inner, next;
} lk_tree_call;

/// The numbers of no call that is known, and of what calls the outermost ones.
enum { lk_no_call = 0, lk_outside = 1 };

/// All calls, by their numbers; NULL before the first stack is asked for.
__attribute__((visibility("hidden"))) extern lk_tree_call *lk_tree_calls;
/// In which call each one is made.
__attribute__((visibility("hidden"))) extern uint32_t *lk_tree_callers;

/// Makes room for the tree; false where there is none.
__attribute__((visibility("hidden"))) bool lk_call_tree_prepare(void);

/// The address is in the tree's memory.
__attribute__((visibility("hidden"))) bool lk_call_tree_includes(uintptr_t address);

/// The result of `lk_inner_call`, whatever was asked for before.
__attribute__((visibility("hidden"))) uint32_t lk_find_inner_call(uint32_t caller, uintptr_t code);

/// The number of a call that is made in `caller`, a new one where it was not seen before. Takes
/// no lock. ``lk_no_call`` where there is no more room, or the caller is that.
///
/// - `last`: The call in the same caller that was asked for before, or ``lk_no_call``: often it
///   is this one or the one that follows it.
static inline uint32_t lk_inner_call(uint32_t caller, uint32_t last, uintptr_t code) {
  const lk_tree_call *all = lk_tree_calls;
  if (all[last].code == code) return last;
  const uint32_t next = atomic_load_explicit(&all[last].next, memory_order_acquire);
  return all[next].code == code ? next : lk_find_inner_call(caller, code);
}

/// The innermost `most` return addresses of the stack that a call stands for; returns how many
/// there are.
__attribute__((visibility("hidden"))) size_t lk_call_tree_stack(
  uint32_t number, uintptr_t *found, size_t most);

#endif
