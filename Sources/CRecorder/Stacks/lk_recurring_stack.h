#ifndef LK_RECURRING_STACK_H
#define LK_RECURRING_STACK_H

#include "lk_stack_walk.h"

struct lk_thread_calls;

enum { lk_most_recurring_words = 64, lk_recurring_bits = 8 };
enum { lk_recurring_count = 1 << lk_recurring_bits };

/// A word of the stack.
typedef struct {
  uintptr_t address, word;
} lk_stack_word;

/// The last of the words that is not as it was; NULL where all are.
///
/// What changes most often comes last. Where all are as they were, four at a time cost half.
static inline const lk_stack_word *lk_last_changed(
  const lk_stack_word *first, const lk_stack_word *end) {
#define LK_HOLDS(place) (*(const uintptr_t *)(place).address == (place).word)
  while (end - first >= 4 && LK_HOLDS(end[-1]) && LK_HOLDS(end[-2]) && LK_HOLDS(end[-3]) &&
         LK_HOLDS(end[-4])) {
    end -= 4;
  }
  while (end > first && LK_HOLDS(end[-1])) end--;
#undef LK_HOLDS
  return end > first ? end - 1 : NULL;
}

/// A stack that came more than once from the same place, with all words that lead from one call
/// to the next: where they are as they were, so is the stack.
typedef struct {
  /// See ``lk_position``; the frame pointer is inverted: it may be another word, the address of
  /// an object, which is not to be found here.
  uintptr_t code, stack, inverted_frame;
  /// 0 where there is none.
  uint32_t number;
  /// The stack that came last from this place, if it was not this one.
  uint32_t candidate;
  uint32_t word_count;
  /// The frame pointer's value at the start is one of the words.
  bool uses_frame;
  lk_stack_word words[lk_most_recurring_words];
} lk_recurring_stack;

/// Where a stack that begins at `at` is kept.
static inline lk_recurring_stack *lk_recurring_place(
  lk_recurring_stack *all, const lk_position *at) {
  const uint64_t hash = (at->code ^ at->stack << 8) * 0x9E3779B97F4A7C15;
  return &all[hash >> (64 - lk_recurring_bits)];
}

/// The stack is the one that is kept there.
static inline bool lk_recurs(const lk_recurring_stack *known, const lk_position *at) {
  if (known->code != at->code || known->stack != at->stack || known->number == 0) return false;
  if (known->uses_frame && known->inverted_frame != ~at->frame) return false;
  return lk_last_changed(known->words, known->words + known->word_count) == NULL;
}

/// Keeps the thread's last walk, which began at `at`: its innermost `most` calls.
__attribute__((visibility("hidden"))) void lk_keep_recurring(
  lk_recurring_stack *place, const struct lk_thread_calls *own, const lk_position *at,
  uint32_t number, size_t most);

#endif
