#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_allocation_stack.h"

#include "lk_noted_depth.h"
#include "lk_remembered_stack.h"
#include "lk_reserve.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#if defined(__linux__) && defined(__LP64__)

#include <pthread.h>
#include <sys/mman.h>

enum { most_runtime_frames = 48 };

/// So few calls are found out at each allocation: to remember them would cost as much.
enum { few_frames = 4 };

// Stacks that were seen: their words one after another, each list behind its length, and
// tables of places in there, each twice as large as the one before: a small one stays in the
// processor's cache. All are reserved at once and filled by the system page by page.
enum { place_bits = 27, first_bits = 17, table_count = 6, most_probes = 4 };
static const size_t word_count = (size_t)1 << place_bits;
static const size_t slot_count = ((size_t)1 << (first_bits + table_count)) - (1 << first_bits);
static _Atomic uint64_t *slots;
/// The memory that they are in, which has room to begin where a large page does.
static uintptr_t slots_start;
static const size_t slots_length =
  (((size_t)1 << (first_bits + table_count)) - (1 << first_bits)) * sizeof(uint64_t) + (1 << 21);
static uintptr_t *words;
/// Place 0 is no stack.
static _Atomic uint64_t next_place = 1;
_Atomic uint32_t lk_noted_depth;

__thread lk_stack_bounds lk_own_stack;

/// Asks once a thread: the C library reads a file for the first one.
void lk_find_own_stack(void) {
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0;
  // Whatever comes in between finds a stack that has no frames.
  lk_own_stack = (lk_stack_bounds){1, 1};
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    lk_own_stack = (lk_stack_bounds){(uintptr_t)low, (uintptr_t)low + size};
  }
  pthread_attr_destroy(&attributes);
}

/// The stack from `at` on; puts its return addresses into `found`, the innermost first.
///
/// In place, so that the position is kept in registers.
__attribute__((always_inline)) static inline lk_walked_stack walk(
  lk_position at, uintptr_t *found, size_t most) {
  size_t count = 0;
  do { found[count++] = at.code; } while (count < most && lk_ascend(&at));
  lk_walked_stack walked = {.count = (uint32_t)count};
  for (; count > 0; count--) walked.hash = lk_hash_further(walked.hash, found[count - 1]);
  return walked;
}

static inline uint64_t mixed(lk_walked_stack walked) {
  uint64_t hash = walked.hash + walked.count;
  hash ^= hash >> 32;
  hash *= 0xD6E8FEB86659FD93;
  return hash ^ hash >> 32;
}

/// Writes a list down; 0 where there is no more room.
///
/// - `found`: NULL for the stack that was remembered at this walk.
static uint64_t append(const uintptr_t *found, uint32_t count, uint32_t walk) {
  uintptr_t remembered[lk_most_frames];
  if (found == NULL) {
    if (!lk_copy_remembered(remembered, count, walk)) return 0;
    found = remembered;
  }
  const uint64_t place = atomic_fetch_add(&next_place, count + 1);
  if (place + count + 1 >= word_count) return 0;
  words[place] = count;
  memcpy(&words[place + 1], found, count * sizeof *found);
  return place;
}

static const uint64_t place_mask = ((uint64_t)1 << place_bits) - 1;

/// Looks a list up in all tables, and writes it down where it was not seen before.
__attribute__((noinline)) static uint32_t find(
  uint64_t hash, uint32_t count, uint32_t walk, const uintptr_t *found) {
  const uint64_t tag = hash & ~place_mask;
  uint64_t fresh = 0;
  _Atomic uint64_t *table = slots;
  for (size_t size = (size_t)1 << first_bits; table < slots + slot_count; size *= 2) {
    for (size_t probe = 0; probe < most_probes; probe++) {
      // Probes stay within a line of the processor's cache.
      _Atomic uint64_t *slot = &table[(hash ^ probe) & (size - 1)];
      uint64_t known = atomic_load_explicit(slot, memory_order_acquire);
      if (known == 0) {
        if (fresh == 0) fresh = append(found, count, walk);
        if (fresh == 0) return 0;
        if (atomic_compare_exchange_strong(slot, &known, tag | fresh)) return (uint32_t)fresh;
      }
      if ((known & ~place_mask) == tag) return (uint32_t)(known & place_mask);
    }
    table += size;
  }
  return 0;
}

/// The number of a list, a new one where it was not seen before.
///
/// A slot has the place and, above, what of the hash does not choose the slot: more than fifty
/// bits that agree are taken for the same list, whose words need not be fetched then.
static inline uint32_t number_of(
  uint64_t hash, uint32_t count, uint32_t walk, const uintptr_t *found) {
  // Nearly always it is in its first place.
  const uint64_t known = atomic_load_explicit(
    &slots[hash & (((size_t)1 << first_bits) - 1)], memory_order_acquire);
  if (known != 0 && ((known ^ hash) & ~place_mask) == 0) return (uint32_t)(known & place_mask);
  return find(hash, count, walk, found);
}

/// In large pages, where the system has them: places are met in no order, and to find small
/// pages would take longer than to read them.
static _Atomic uint64_t *reserve_slots(void) {
  const uintptr_t page = (uintptr_t)1 << 21;
  slots_start = (uintptr_t)lk_reserve(slots_length);
  if (slots_start == 0) return NULL;
  const uintptr_t first = (slots_start + page - 1) & ~(page - 1);
#if defined(MADV_HUGEPAGE)
  madvise((void *)first, page, MADV_HUGEPAGE);
#endif
  return (_Atomic uint64_t *)first;
}

void lk_stack_set_depth(uint32_t wanted) {
  if (wanted > 0 && slots == NULL) {
    slots = reserve_slots();
    words = lk_reserve(word_count * sizeof *words);
    lk_frame_rules_find_code();
    lk_remember_stacks();
  }
  const bool has_room = slots != NULL && words != NULL;
  atomic_store(
    &lk_noted_depth, !has_room ? 0 : wanted < lk_most_frames ? wanted : lk_most_frames);
}

bool lk_stack_includes(uintptr_t address) {
  return (words != NULL && address - (uintptr_t)words < word_count * sizeof *words) ||
         (slots_start != 0 && address - slots_start < slots_length);
}

uint32_t lk_stack_depth(void) {
  return atomic_load_explicit(&lk_noted_depth, memory_order_relaxed);
}

/// A stack of a few calls, which are found out each time.
static lk_noted_stack note_few(lk_position at, uint32_t most) {
  uintptr_t found[few_frames];
  const lk_walked_stack walked = walk(at, found, most);
  return (lk_noted_stack){.number = number_of(mixed(walked), walked.count, 0, found)};
}

/// A stack of many calls, all found out anew.
__attribute__((noinline)) static lk_noted_stack note_anew(lk_position at, uint32_t most) {
  uintptr_t found[lk_most_frames];
  const lk_walked_stack walked = walk(at, found, most);
  return (lk_noted_stack){.number = number_of(mixed(walked), walked.count, 0, found)};
}

lk_noted_stack lk_note_stack(const uintptr_t *frame) {
  const uint32_t most = lk_stack_depth();
  const lk_noted_stack unknown = {0};
  if (most == 0) return unknown;
  if (__builtin_expect(lk_own_stack.high == 0, 0)) lk_find_own_stack();
  if (!lk_is_frame((uintptr_t)frame)) return unknown;
  lk_position at = lk_caller_of(frame);
  for (int passed = 0; lk_is_runtime_code(at.code); passed++) {
    if (passed == most_runtime_frames || !lk_ascend(&at)) return unknown;
  }
  if (most <= few_frames) return note_few(at, most);
  const lk_walked_stack walked = lk_remembered_stack(&at, most);
  if (walked.number != 0) return (lk_noted_stack){.number = walked.number};
  if (walked.count == 0) return note_anew(at, most);
  const uint64_t hash = mixed(walked);
  __builtin_prefetch((const void *)&slots[hash & (((size_t)1 << first_bits) - 1)]);
  return (lk_noted_stack){hash, walked.count, 0, walked.walk};
}

uint32_t lk_stack_number(const lk_noted_stack *noted) {
  if (noted->count == 0) return noted->number;
  const uint32_t number = number_of(noted->hash, noted->count, noted->walk, NULL);
  const lk_walked_stack walked = {.count = noted->count, .walk = noted->walk};
  lk_remember_number(number, &walked);
  return number;
}

size_t lk_stack_frames(uint32_t number, const uintptr_t **frames) {
  if (number == 0 || words == NULL || number >= atomic_load(&next_place)) return 0;
  *frames = &words[number + 1];
  return words[number];
}

#else

void lk_stack_set_depth(uint32_t wanted) { (void)wanted; }

bool lk_stack_includes(uintptr_t address) {
  (void)address;
  return false;
}

uint32_t lk_stack_depth(void) { return 0; }

lk_noted_stack lk_note_stack(const uintptr_t *frame) {
  (void)frame;
  return (lk_noted_stack){0};
}

uint32_t lk_stack_number(const lk_noted_stack *noted) { return noted->number; }

size_t lk_stack_frames(uint32_t number, const uintptr_t **frames) {
  (void)number;
  (void)frames;
  return 0;
}

#endif
