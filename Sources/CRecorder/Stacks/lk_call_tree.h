#ifndef LK_CALL_TREE_H
#define LK_CALL_TREE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The recorded stacks as a tree. The parent of a call is the call in which it was made, so the
// number of a call represents a whole stack. Successive calls of a thread are usually adjacent, so
// that memory is read in the order in which it was written.

/// A call, identified by its return address.
typedef struct {
  uintptr_t code;
  /// The first call made in it, and the next call with the same parent; 0 if there is none.
  _Atomic uint32_t inner, next;
} lk_tree_call;

/// The numbers of an unknown call, and of the parent of the outermost calls.
enum { lk_no_call = 0, lk_outside = 1 };

/// All calls, by their numbers; NULL before ``lk_call_tree_prepare()``.
__attribute__((visibility("hidden"))) extern lk_tree_call *lk_tree_calls;
/// The parent of each call.
__attribute__((visibility("hidden"))) extern uint32_t *lk_tree_callers;

/// Reserves memory for the tree, unless it was reserved before; returns false if there is too
/// little memory.
///
/// - `depth`: The maximum number of calls of a stack. The size of the tree depends on it.
__attribute__((visibility("hidden"))) bool lk_call_tree_prepare(size_t depth);

/// Returns whether the address is in the tree's memory.
__attribute__((visibility("hidden"))) bool lk_call_tree_includes(uintptr_t address);

/// Returns the result of `lk_inner_call` without examining the last call first.
__attribute__((visibility("hidden"))) uint32_t lk_find_inner_call(uint32_t caller, uintptr_t code);

/// Returns the number of a call made in `caller`; adds the call to the tree if it is not known.
/// Takes no lock. Returns ``lk_no_call`` if the tree is full, or if the caller is ``lk_no_call``.
///
/// - `last`: The previous call in the same caller, or ``lk_no_call``. The wanted call is often this
///   one or its successor.
static inline uint32_t lk_inner_call(uint32_t caller, uint32_t last, uintptr_t code) {
  const lk_tree_call *all = lk_tree_calls;
  if (all[last].code == code) return last;
  const uint32_t next = atomic_load_explicit(&all[last].next, memory_order_acquire);
  return all[next].code == code ? next : lk_find_inner_call(caller, code);
}

/// Writes up to `limit` innermost return addresses of a call's stack; returns their number.
__attribute__((visibility("hidden"))) size_t lk_call_tree_stack(
  uint32_t number, uintptr_t *found, size_t limit);

#endif
