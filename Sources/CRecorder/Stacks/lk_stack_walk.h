#ifndef LK_STACK_WALK_H
#define LK_STACK_WALK_H

#include "lk_frame_rules.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The bounds of a thread's stack; zeros before ``lk_find_own_stack()``.
typedef struct {
  uintptr_t low, high;
} lk_stack_bounds;

__attribute__((visibility("hidden"), tls_model("initial-exec"))) extern __thread lk_stack_bounds
  lk_own_stack;

/// Gets the bounds of the calling thread's stack from the C library.
void lk_find_own_stack(void);

/// Returns whether the two words of a frame can be at the address: it is aligned, and both words
/// are on the calling thread's stack.
static inline bool lk_is_frame(uintptr_t address) {
  return address % sizeof(uintptr_t) == 0 && address >= lk_own_stack.low &&
         address + 2 * sizeof(uintptr_t) <= lk_own_stack.high;
}

/// The position of a walk: the address of a function's code, and the values of the stack pointer
/// and the frame pointer there.
typedef struct {
  uintptr_t code, stack, frame;
  /// The address from which the last step read the frame pointer; 0 if the step did not read it.
  uintptr_t frame_from;
  /// Nonzero if the last step used the frame pointer. This is a whole word so that a position has
  /// no padding.
  uintptr_t is_by_frame;
} lk_position;

/// Returns the code address that a word on a stack contains.
///
/// On aarch64, the bits above the 48 bits of an address may contain a signature of the return
/// address, if the C library is built with branch protection (PAC; Linux,
/// Documentation/arch/arm64/pointer-authentication.rst).
static inline uintptr_t lk_code_address(uintptr_t word) {
#if defined(__aarch64__)
  return word & (((uintptr_t)1 << 48) - 1);
#else
  return word;
#endif
}

/// Returns the address of a frame without bit 60, which marks the frame of an async function.
static inline uintptr_t lk_unmarked(uintptr_t frame) { return frame & ~((uintptr_t)1 << 60); }

/// Returns the position in the caller of a function. `frame` is the address of the two words that
/// contain the caller's frame pointer and the return address.
static inline lk_position lk_caller_of(const uintptr_t *frame) {
  return (lk_position){
    lk_code_address(frame[1]), (uintptr_t)(frame + 2), lk_unmarked(frame[0]), (uintptr_t)frame, true};
}

/// Advances to the caller of a function whose rule is unknown; returns false if there is no caller.
///
/// The frame pointer shows the caller if the function has a frame. If it has none, the frame
/// pointer belongs to the caller, and the return address is found by the call that precedes it.
__attribute__((noinline, unused)) static bool lk_ascend_by_frame(lk_position *at) {
  const bool has_frame = at->frame >= at->stack && lk_is_frame(at->frame);
  const uintptr_t frame = has_frame ? at->frame : 0;
  const uintptr_t *word = lk_return_word(at->code, at->stack, frame, lk_own_stack.high);
  if (word != NULL) {
    *at = (lk_position){lk_code_address(*word), (uintptr_t)(word + 1), at->frame, 0, true};
    return true;
  }
  if (!has_frame) return false;
  *at = lk_caller_of((const uintptr_t *)at->frame);
  return at->code != 0;
}

/// Advances to the caller; returns false if there is no caller or it cannot be found.
///
/// The function is inline so that the position stays in registers. A step takes about a dozen
/// loads.
///
/// - `high`: The end of the thread's own stack.
__attribute__((always_inline)) static inline bool lk_ascend(lk_position *at, uintptr_t high) {
  const lk_frame_rule rule = lk_frame_rule_before(at->code);
  if (__builtin_expect((rule & (lk_unknown_rule | lk_outermost)) != 0, 0)) {
    if ((rule & lk_unknown_rule) == 0) return false;
    lk_position by_frame = *at;
    const bool has_caller = lk_ascend_by_frame(&by_frame);
    *at = by_frame;
    return has_caller;
  }
  const uintptr_t is_by_frame = rule & lk_from_frame_pointer;
  const uintptr_t base = is_by_frame ? at->frame : at->stack;
  const uintptr_t words = rule >> lk_frame_start_shift & lk_frame_start_mask;
  const uintptr_t saved = rule & lk_frame_pointer_mask;
  const uintptr_t end = base + words * sizeof(uintptr_t);
  // The base must be in the part of the stack that is not unwound yet, and the frame must start
  // within the stack.
  if (base % sizeof(uintptr_t) != 0 || base < at->stack || base >= high || end > high) return false;
  const uintptr_t *start = (const uintptr_t *)end;
  at->frame_from = saved != 0 ? (uintptr_t)(start - saved) : 0;
  at->is_by_frame = is_by_frame;
  if (saved != 0) at->frame = lk_unmarked(*(start - saved));
  at->code = lk_code_address(start[-1]);
  at->stack = end;
  return at->code != 0;
}

#endif
