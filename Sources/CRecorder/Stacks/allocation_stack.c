#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_allocation_stack.h"

#include "lk_call_tree.h"
#include "lk_known_position.h"
#include "lk_remembered_stack.h"
#include "lk_wanted_numbers.h"

#include <stdatomic.h>
#include <stdbool.h>

#if defined(__linux__) && defined(__LP64__)

#include <pthread.h>

/// The maximum depth at which recorded stacks count as short. Remembering each call of a short
/// stack would cost more than unwinding the stack again.
enum { few_frames = 4 };

/// A cache of recently recorded short stacks. Each of its 2^`recent_bits` slots contains the number
/// that identifies a stack; see lk_call_tree.h.
enum { recent_bits = 12 };
static _Atomic uint32_t recent[1 << recent_bits];

static _Atomic uint32_t noted_depth;

__thread lk_stack_bounds lk_own_stack;

/// Call this only once on each thread, because it may be slow: to find the first thread's stack,
/// the C library reads a file.
void lk_find_own_stack(void) {
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0;
  // While the functions below run, allocations are recorded without a stack.
  lk_own_stack = (lk_stack_bounds){1, 1};
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    lk_own_stack = (lk_stack_bounds){(uintptr_t)low, (uintptr_t)low + size};
  }
  pthread_attr_destroy(&attributes);
}

/// Walks the stack from `start` outwards. Skips the runtime's innermost calls, writes the return
/// addresses of up to `limit` further calls to `found`, innermost first, and returns their number.
///
/// The function is inline so that the position stays in registers.
///
/// - `walked`: Receives the words on the stack that determine the result; may be NULL.
__attribute__((always_inline)) static inline size_t walk(
  const lk_position *start, uintptr_t *found, size_t limit, lk_walked_words *walked) {
  const uintptr_t high = lk_own_stack.high;
  lk_position at = *start;
  for (int passed = 0; lk_is_runtime_code(at.code); passed++) {
    if (passed == lk_max_runtime_frames || !lk_ascend(&at, high)) return 0;
    if (walked != NULL) lk_add_step(walked, start->stack, &at);
  }
  size_t count = 0;
  for (;;) {
    found[count++] = at.code;
    if (count == limit || !lk_ascend(&at, high)) return count;
    if (walked != NULL) lk_add_step(walked, start->stack, &at);
  }
}

static uint32_t number_of(const uintptr_t *found, size_t count) {
  uint32_t number = lk_outside;
  while (count > 0) number = lk_inner_call(number, lk_no_call, found[--count]);
  return number;
}

/// Returns whether `number` identifies a stack that consists of exactly these calls.
static inline bool is_number(uint32_t number, const uintptr_t *found, size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (lk_tree_calls[number].code != found[index]) return false;
    number = lk_tree_callers[number];
  }
  return number == lk_outside;
}

/// Returns the number that identifies a short stack. Looks in `recent` first.
static inline uint32_t number_of_found(const uintptr_t *found, size_t count) {
  if (count == 0) return lk_no_call;
  uint64_t hash = found[0];
  if (count > 1) hash = (hash << 32 | hash >> 32) ^ found[1];
  _Atomic uint32_t *slot = &recent[hash * 0x9E3779B97F4A7C15 >> (64 - recent_bits)];
  const uint32_t known = atomic_load_explicit(slot, memory_order_acquire);
  if (is_number(known, found, count)) return known;
  const uint32_t number = number_of(found, count);
  atomic_store_explicit(slot, number, memory_order_release);
  return number;
}

/// Unwinds a short stack and returns its identifying number. If `limit` calls are found, also
/// stores the number in `slot`, together with the words of the stack that determine it.
__attribute__((noinline)) static uint32_t note_recurring(
  lk_known_position *slot, const lk_position *start, size_t limit) {
  uintptr_t found[few_frames];
  lk_walked_words walked;
  walked.count = 0;
  walked.frame_from = walked.end = 0;
  walked.uses_frame = false;
  walked.is_whole = true;
  const size_t count = walk(start, found, limit, &walked);
  const uint32_t number = number_of_found(found, count);
  if (count == limit && number != lk_no_call) {
    lk_keep_position(slot, start, &walked, number, limit);
  }
  return number;
}

/// Unwinds a short stack and returns its identifying number.
__attribute__((noinline)) static uint32_t note_few(
  lk_known_position *slot, const lk_position *start, size_t limit) {
  if (lk_recurs_there(slot, start)) return note_recurring(slot, start, limit);
  uintptr_t found[few_frames];
  return number_of_found(found, walk(start, found, limit, NULL));
}

/// Returns the number that identifies a short stack: the callers of `frame`.
static inline uint32_t number_of_few(const uintptr_t *frame, size_t limit) {
  const lk_position at = lk_caller_of(frame);
  lk_known_position *slot = lk_position_slot(&at);
  const uint32_t known = lk_known_number(slot, &at, limit, lk_own_stack.high);
  return __builtin_expect(known != 0, 1) ? known : note_few(slot, &at, limit);
}

/// Unwinds all wanted calls of a stack that is not short, and returns the stack's identifying
/// number.
__attribute__((noinline)) static uint32_t note_anew(const uintptr_t *frame, size_t limit) {
  uintptr_t found[lk_max_frames];
  const lk_position start = lk_caller_of(frame);
  const size_t count = walk(&start, found, limit, NULL);
  return count == 0 ? lk_no_call : number_of(found, count);
}

void lk_stack_set_depth(uint32_t wanted) {
  const bool has_room = wanted > 0 && lk_call_tree_prepare(wanted);
  if (has_room) {
    lk_frame_rules_find_code();
    lk_remember_stacks();
  }
  atomic_store(&noted_depth, !has_room ? 0 : wanted < lk_max_frames ? wanted : lk_max_frames);
  lk_want_numbers(lk_number_of_stack, has_room);
}

bool lk_stack_includes(uintptr_t address) { return lk_call_tree_includes(address); }

uint32_t lk_stack_depth(void) {
  return atomic_load_explicit(&noted_depth, memory_order_relaxed);
}

uint32_t lk_note_stack(const uintptr_t *frame) {
  const uint32_t limit = lk_stack_depth();
  if (limit == 0) return lk_no_call;
  if (__builtin_expect(lk_own_stack.high == 0, 0)) lk_find_own_stack();
  if (!lk_is_frame((uintptr_t)frame)) return lk_no_call;
  if (limit <= few_frames) return number_of_few(frame, limit);
  const uint32_t number = lk_remembered_stack(frame, limit);
  return number != lk_not_remembered ? number : note_anew(frame, limit);
}

size_t lk_stack_frames(uint32_t number, uintptr_t *frames, size_t room) {
  const size_t depth = lk_stack_depth();
  return lk_call_tree_stack(number, frames, room < depth ? room : depth);
}

#else

void lk_stack_set_depth(uint32_t wanted) { (void)wanted; }

bool lk_stack_includes(uintptr_t address) {
  (void)address;
  return false;
}

uint32_t lk_stack_depth(void) { return 0; }

uint32_t lk_note_stack(const uintptr_t *frame) {
  (void)frame;
  return 0;
}

size_t lk_stack_frames(uint32_t number, uintptr_t *frames, size_t room) {
  (void)number;
  (void)frames;
  (void)room;
  return 0;
}

#endif
