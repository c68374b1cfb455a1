#ifndef LK_RECURRING_STACK_H
#define LK_RECURRING_STACK_H

#include "lk_stack_walk.h"

struct lk_thread_calls;

enum { lk_max_recurring_words = 64, lk_recurring_bits = 8 };
enum { lk_recurring_count = 1 << lk_recurring_bits };

/// The address and the value of a word on the stack.
typedef struct {
  uintptr_t address, word;
} lk_stack_word;

/// Returns the last entry in `[first, end)` whose word has changed; NULL if there is none.
///
/// Words that change frequently are at the end. If no word has changed, comparing four at a time
/// halves the cost.
static inline const lk_stack_word *lk_last_changed(
  const lk_stack_word *first, const lk_stack_word *end) {
#define LK_HOLDS(entry) (*(const uintptr_t *)(entry).address == (entry).word)
  while (end - first >= 4 && LK_HOLDS(end[-1]) && LK_HOLDS(end[-2]) && LK_HOLDS(end[-3]) &&
         LK_HOLDS(end[-4])) {
    end -= 4;
  }
  while (end > first && LK_HOLDS(end[-1])) end--;
#undef LK_HOLDS
  return end > first ? end - 1 : NULL;
}

/// A stack that occurred several times at the same position, and the words of stack memory that
/// determine its calls: return addresses and saved frame pointers. While these words are unchanged,
/// the calls are the same, and the stack need not be unwound again.
typedef struct {
  /// The position; see ``lk_position``. The frame pointer is stored inverted, because it may be the
  /// address of an object, which the search for roots must not find here.
  uintptr_t code, stack, inverted_frame;
  /// The number that identifies the stack (see lk_call_tree.h); 0 if there is none.
  uint32_t number;
  /// The result of the last walk for this slot: the number of a stack.
  uint32_t candidate;
  uint32_t word_count;
  /// A Boolean value indicating whether the calls also depend on the frame pointer's value at the
  /// position.
  bool uses_frame;
  lk_stack_word words[lk_max_recurring_words];
} lk_recurring_stack;

/// Returns the slot of a stack that begins at `at`.
static inline lk_recurring_stack *lk_recurring_slot(
  lk_recurring_stack *all, const lk_position *at) {
  const uint64_t hash = (at->code ^ at->stack << 8) * 0x9E3779B97F4A7C15;
  return &all[hash >> (64 - lk_recurring_bits)];
}

/// Returns whether `known` is the stack that begins at `at`.
static inline bool lk_recurs(const lk_recurring_stack *known, const lk_position *at) {
  if (known->code != at->code || known->stack != at->stack || known->number == 0) return false;
  if (known->uses_frame && known->inverted_frame != ~at->frame) return false;
  return lk_last_changed(known->words, known->words + known->word_count) == NULL;
}

/// Stores the `limit` innermost calls of the thread's last walk, which began at `at`.
__attribute__((visibility("hidden"))) void lk_keep_recurring(
  lk_recurring_stack *kept, const struct lk_thread_calls *own, const lk_position *at,
  uint32_t number, size_t limit);

#endif
