#ifndef LK_KNOWN_POSITION_H
#define LK_KNOWN_POSITION_H

#include "lk_stack_walk.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A cache of short stacks, indexed by the position at which the walk of a stack begins. The result
// of a walk depends only on the words that it reads: if they are unchanged, the calls are
// unchanged. Comparing the words takes less time than the walk, in which each load depends on the
// previous one. All threads share one cache, because a short-lived thread would not profit from a
// cache of its own. The cache is small, because a walk takes twice as long if its slot is not in
// the processor's cache.

enum { lk_max_known_words = 15, lk_known_position_bits = 8 };

/// The start of a walk, the words that the walk read, and its result: the number of a stack (see
/// lk_call_tree.h).
typedef struct {
  /// Odd while a thread writes the entry.
  _Atomic uint32_t version;
  _Atomic uint32_t number;
  /// A part of a hash. It identifies the last position that mapped to this slot but was not stored.
  _Atomic uint32_t candidate;
  /// See ``lk_shape_uses_frame``.
  _Atomic uint32_t shape;
  /// The position; see ``lk_position``. The frame pointer is stored inverted, because it may be the
  /// address of an object, which the search for roots must not find here.
  _Atomic uintptr_t code, stack, inverted_frame;
  /// The offsets of the words from the start of the walk, in words. The last element is the offset
  /// of the outermost word.
  _Atomic uint16_t offsets[lk_max_known_words + 1];
  _Atomic uintptr_t words[lk_max_known_words];
} __attribute__((aligned(64))) lk_known_position;

/// The words that a walk has read so far.
typedef struct {
  uint32_t count;
  /// A Boolean value indicating whether the walk used the value that the frame pointer had when the
  /// walk began.
  bool uses_frame;
  /// A Boolean value indicating whether `words` contains every word that determines the result.
  bool is_whole;
  /// The address from which the walk last read the frame pointer; 0 if the frame pointer still has
  /// the value that it had when the walk began.
  uintptr_t frame_from;
  /// The address of the outermost word.
  uintptr_t end;
  uint16_t offsets[lk_max_known_words];
  uintptr_t words[lk_max_known_words];
} lk_walked_words;

__attribute__((visibility("hidden"))) extern lk_known_position
  lk_known_positions[1 << lk_known_position_bits];

/// Returns the slot of a walk that begins at `at`.
static inline lk_known_position *lk_position_slot(const lk_position *at) {
  const uint64_t hash = (at->code ^ at->stack << 8) * 0x9E3779B97F4A7C15;
  return &lk_known_positions[hash >> (64 - lk_known_position_bits)];
}

/// The layout of the member `shape` of an ``lk_known_position``. Bits 0 to 7 contain the number of
/// words that the walk read. Bit 8 indicates whether the walk used the value that the frame pointer
/// had when the walk began. Bits 16 and higher contain the maximum number of calls that the walk
/// should find.
enum { lk_shape_uses_frame = 1 << 8, lk_shape_limit_shift = 16 };

#define LK_RELAXED(field) atomic_load_explicit(&(field), memory_order_relaxed)

/// Returns the number that identifies the stack that starts at `at`, if `slot` contains that stack;
/// otherwise 0.
///
/// - `limit`: The maximum number of calls that a walk should find.
/// - `high`: The end of the thread's own stack. The entry may come from an earlier thread whose
///   stack extended further.
static inline uint32_t lk_known_number(
  lk_known_position *slot, const lk_position *at, size_t limit, uintptr_t high) {
  const uint32_t version = atomic_load_explicit(&slot->version, memory_order_acquire);
  if (LK_RELAXED(slot->code) != at->code || LK_RELAXED(slot->stack) != at->stack) return 0;
  const uint32_t shape = LK_RELAXED(slot->shape);
  if (shape >> lk_shape_limit_shift != limit) return 0;
  if (shape & lk_shape_uses_frame && LK_RELAXED(slot->inverted_frame) != ~at->frame) return 0;
  const size_t count = shape & 0xFF;
  if (count > lk_max_known_words) return 0;
  // The outermost word must be on this thread's stack.
  const size_t reach = LK_RELAXED(slot->offsets[lk_max_known_words]);
  if (at->stack + (reach + 1) * sizeof(uintptr_t) > high) return 0;
  const uintptr_t *const start = (const uintptr_t *)at->stack;
  for (size_t index = 0; index < count; index++) {
    // If another thread replaces the entry now, an offset may exceed `reach`.
    const size_t offset = LK_RELAXED(slot->offsets[index]);
    if (offset > reach || start[offset] != LK_RELAXED(slot->words[index])) return 0;
  }
  const uint32_t number = LK_RELAXED(slot->number);
  atomic_thread_fence(memory_order_acquire);
  const bool is_consistent = LK_RELAXED(slot->version) == version && (version & 1) == 0;
  return __builtin_expect(is_consistent, 1) ? number : 0;
}

/// Adds a word that a walk from `start` has read.
static inline void lk_add_walked(lk_walked_words *walked, uintptr_t start, uintptr_t address) {
  const uintptr_t offset = (address - start) / sizeof(uintptr_t);
  if (walked->count == lk_max_known_words || offset > UINT16_MAX) {
    walked->is_whole = false;
    return;
  }
  walked->offsets[walked->count] = (uint16_t)offset;
  walked->words[walked->count++] = *(const uintptr_t *)address;
  if (address > walked->end) walked->end = address;
}

/// Adds the words that the last step of a walk from `start` has read.
static inline void lk_add_step(lk_walked_words *walked, uintptr_t start, const lk_position *at) {
  if (at->is_by_frame) {
    if (walked->frame_from == 0) {
      walked->uses_frame = true;
    } else {
      lk_add_walked(walked, start, walked->frame_from);
    }
  }
  if (at->frame_from != 0) walked->frame_from = at->frame_from;
  lk_add_walked(walked, start, at->stack - sizeof(uintptr_t));
}

/// Returns whether a walk from `at` should be stored. If not, stores the position in `slot`.
///
/// A walk is stored when its position occurs for the second time, because in a program with many
/// stacks most positions occur only once.
static inline bool lk_recurs_there(lk_known_position *slot, const lk_position *at) {
  const uint32_t part = (uint32_t)(at->code * 0x9E3779B97F4A7C15 >> 32) ^ (uint32_t)(at->stack >> 3);
  if (LK_RELAXED(slot->candidate) == part) return true;
  atomic_store_explicit(&slot->candidate, part, memory_order_relaxed);
  return false;
}

/// Stores a walk that began at `at`.
__attribute__((visibility("hidden"))) void lk_keep_position(
  lk_known_position *slot, const lk_position *at, const lk_walked_words *walked, uint32_t number,
  size_t limit);

#endif
