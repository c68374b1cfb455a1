#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_allocation_stack.h"

#include "lk_frame_rules.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#if defined(__linux__) && defined(__LP64__)

#include <pthread.h>
#include <sys/mman.h>

enum { most_frames = 64, most_runtime_frames = 48 };

// Stacks that were seen: their words one after another, each list behind its length, and
// tables of places in there, each twice as large as the one before: a small one stays in the
// processor's cache. All are reserved at once and filled by the system page by page.
enum { place_bits = 27, first_bits = 14, table_count = 9, most_probes = 4 };
static const size_t word_count = (size_t)1 << place_bits;
static const size_t slot_count = ((size_t)1 << (first_bits + table_count)) - (1 << first_bits);
static _Atomic uint64_t *slots;
static uintptr_t *words;
/// Place 0 is no stack.
static _Atomic uint64_t next_place = 1;
static _Atomic uint32_t depth;

/// The calling thread's stack; empty where it was not asked for yet.
typedef struct {
  uintptr_t low, high;
} stack_bounds;
static __thread stack_bounds own_stack __attribute__((tls_model("initial-exec")));

/// Asks the C library once a thread: it reads a file for the first one.
static void find_own_stack(void) {
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0;
  // Whatever comes in between finds a stack that has no frames.
  own_stack = (stack_bounds){1, 1};
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    own_stack = (stack_bounds){(uintptr_t)low, (uintptr_t)low + size};
  }
  pthread_attr_destroy(&attributes);
}

static inline bool is_frame(uintptr_t address) {
  return address % sizeof(uintptr_t) == 0 && address >= own_stack.low &&
         address + 2 * sizeof(uintptr_t) <= own_stack.high;
}

/// Where the walk is: in which code, and what was in its registers when it called.
typedef struct {
  uintptr_t code, stack, frame;
} position;

/// An async function's frame is marked by bit 60 of the address of its caller's.
static inline uintptr_t unmarked(uintptr_t frame) { return frame & ~((uintptr_t)1 << 60); }

/// Goes on to the caller by frame pointers alone; false where there is none.
static inline bool ascend_by_frame(position *at) {
  if (at->frame < at->stack || !is_frame(at->frame)) return false;
  const uintptr_t *frame = (const uintptr_t *)at->frame;
  *at = (position){frame[1], (uintptr_t)(frame + 2), unmarked(frame[0])};
  return at->code != 0;
}

/// Goes on to the caller; false where there is none, or it cannot be known.
static inline bool ascend(position *at) {
  const lk_frame_rule rule = lk_frame_rule_before(at->code);
  if (rule & (lk_unknown_rule | lk_outermost)) {
    return rule & lk_unknown_rule ? ascend_by_frame(at) : false;
  }
  const uintptr_t base = rule & lk_from_frame_pointer ? at->frame : at->stack;
  const uintptr_t words = rule >> lk_frame_start_shift & lk_frame_start_mask;
  const uintptr_t saved = rule & lk_frame_pointer_mask;
  const uintptr_t end = base + words * sizeof(uintptr_t);
  // The start is above all that the function has on the stack.
  if (end % sizeof(uintptr_t) != 0 || end <= at->stack || end > own_stack.high ||
      saved * sizeof(uintptr_t) > end - own_stack.low) {
    return false;
  }
  const uintptr_t *start = (const uintptr_t *)end;
  if (saved != 0) at->frame = unmarked(*(start - saved));
  at->code = start[-1];
  at->stack = end;
  return at->code != 0;
}

/// Puts the return addresses behind `frame` into `found`; returns their number.
static uint32_t walk(const uintptr_t *frame, uintptr_t *found, uint32_t most) {
  position at = {frame[1], (uintptr_t)(frame + 2), unmarked(frame[0])};
  for (int passed = 0; lk_is_runtime_code(at.code); passed++) {
    if (passed == most_runtime_frames || !ascend(&at)) return 0;
  }
  uint32_t count = 0;
  do { found[count++] = at.code; } while (count < most && ascend(&at));
  return count;
}

static inline uint64_t hash_of(const uintptr_t *found, uint32_t count) {
  uint64_t hash = count, factor = 0x9E3779B97F4A7C15;
  for (uint32_t index = 0; index < count; index++) {
    hash += (found[index] ^ found[index] >> 29) * factor;
    factor += 0x6A09E667F3BCC908;
  }
  hash ^= hash >> 32;
  hash *= 0xD6E8FEB86659FD93;
  return hash ^ hash >> 32;
}

/// Writes a list down; 0 where there is no more room.
static uint64_t append(const uintptr_t *found, uint32_t count) {
  const uint64_t place = atomic_fetch_add(&next_place, count + 1);
  if (place + count + 1 >= word_count) return 0;
  words[place] = count;
  memcpy(&words[place + 1], found, count * sizeof *found);
  return place;
}

/// The number of a list, a new one where it was not seen before.
///
/// A slot has the place and, above, what of the hash does not choose the slot: more than fifty
/// bits that agree are taken for the same list, whose words need not be fetched then.
static uint32_t number_of(const uintptr_t *found, uint32_t count) {
  const uint64_t hash = hash_of(found, count);
  const uint64_t tag = hash >> place_bits << place_bits;
  const uint64_t place_mask = ((uint64_t)1 << place_bits) - 1;
  uint64_t fresh = 0;
  _Atomic uint64_t *table = slots;
  for (size_t size = (size_t)1 << first_bits; table < slots + slot_count; size *= 2) {
    for (size_t probe = 0; probe < most_probes; probe++) {
      _Atomic uint64_t *slot = &table[(hash + probe) & (size - 1)];
      uint64_t known = atomic_load_explicit(slot, memory_order_acquire);
      if (known == 0) {
        if (fresh == 0) fresh = append(found, count);
        if (fresh == 0) return 0;
        if (atomic_compare_exchange_strong(slot, &known, tag | fresh)) return (uint32_t)fresh;
      }
      if ((known & ~place_mask) == tag) return (uint32_t)(known & place_mask);
    }
    table += size;
  }
  return 0;
}

static void *reserve(size_t length) {
  void *memory =
    mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void lk_stack_set_depth(uint32_t wanted) {
  if (wanted > 0 && slots == NULL) {
    slots = reserve(slot_count * sizeof *slots);
    words = reserve(word_count * sizeof *words);
    lk_frame_rules_find_code();
  }
  const bool has_room = slots != NULL && words != NULL;
  atomic_store(&depth, !has_room ? 0 : wanted < most_frames ? wanted : most_frames);
}

bool lk_stack_includes(uintptr_t address) {
  return (words != NULL && address - (uintptr_t)words < word_count * sizeof *words) ||
         (slots != NULL && address - (uintptr_t)slots < slot_count * sizeof *slots);
}

uint32_t lk_stack_depth(void) { return atomic_load_explicit(&depth, memory_order_relaxed); }

uint32_t lk_stack_number(const uintptr_t *frame) {
  const uint32_t most = lk_stack_depth();
  if (most == 0) return 0;
  if (own_stack.high == 0) find_own_stack();
  if (!is_frame((uintptr_t)frame)) return 0;
  uintptr_t found[most_frames];
  const uint32_t count = walk(frame, found, most);
  return count == 0 ? 0 : number_of(found, count);
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

uint32_t lk_stack_number(const uintptr_t *frame) {
  (void)frame;
  return 0;
}

size_t lk_stack_frames(uint32_t number, const uintptr_t **frames) {
  (void)number;
  (void)frames;
  return 0;
}

#endif
