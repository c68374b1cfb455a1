#ifndef LK_CALL_TREE_H
#define LK_CALL_TREE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The tree of all recorded stacks. A node is a call, and its parent is the call during which it was
// made. Calls are numbered in the order in which they are added. The number of a call identifies
// the call and all its callers, and therefore a whole stack. Calls that a thread makes one after
// the other are usually stored next to each other. If the thread makes the same calls again, they
// are read in the order in which they were written.

/// A call, identified by its return address.
typedef struct {
  uintptr_t code;
  /// `inner` identifies the first call in the list of calls that were made during this one. `next`
  /// identifies the next call in the parent's list. Each is 0 if there is no such call.
  _Atomic uint32_t inner, next;
} lk_tree_call;

/// `lk_no_call` denotes an unknown call. `lk_outside` denotes the parent of all outermost calls.
enum { lk_no_call = 0, lk_outside = 1 };

/// All calls, indexed by number; NULL before ``lk_call_tree_prepare()``.
__attribute__((visibility("hidden"))) extern lk_tree_call *lk_tree_calls;
/// The number of each call's parent, indexed by the number of the call.
__attribute__((visibility("hidden"))) extern uint32_t *lk_tree_callers;

/// Reserves memory for the tree, unless that was done before; returns false if there is too little
/// memory.
///
/// - `depth`: The maximum number of calls of a stack. It determines the size of the tree.
__attribute__((visibility("hidden"))) bool lk_call_tree_prepare(size_t depth);

/// Returns whether the address is in the tree's memory.
__attribute__((visibility("hidden"))) bool lk_call_tree_includes(uintptr_t address);

/// Does the same as `lk_inner_call`, but searches for the call without a hint such as `last`.
__attribute__((visibility("hidden"))) uint32_t lk_find_inner_call(uint32_t caller, uintptr_t code);

/// Returns the number that identifies the call with the return address `code` that was made during
/// the call `caller`; adds the call to the tree if it is not there. Takes no lock. Returns
/// ``lk_no_call`` if the tree is full, or if `caller` is ``lk_no_call``.
///
/// - `last`: The previous call with the same caller, or ``lk_no_call``. The wanted call is often
///   `last` itself or the next call with the same caller.
static inline uint32_t lk_inner_call(uint32_t caller, uint32_t last, uintptr_t code) {
  const lk_tree_call *all = lk_tree_calls;
  if (all[last].code == code) return last;
  const uint32_t next = atomic_load_explicit(&all[last].next, memory_order_acquire);
  return all[next].code == code ? next : lk_find_inner_call(caller, code);
}

/// Writes up to `limit` return addresses to `found`, innermost first, from the stack that `number`
/// identifies; returns the number of addresses written.
__attribute__((visibility("hidden"))) size_t lk_call_tree_stack(
  uint32_t number, uintptr_t *found, size_t limit);

#endif
