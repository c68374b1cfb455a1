#include "lk_call_tree.h"

#include "lk_reserve.h"

#if defined(__linux__) && defined(__LP64__)

#include <sys/resource.h>

// The maximum number of calls in the tree. The memory for all of them is reserved at once, and the
// system provides it page by page.
static size_t max_calls;
lk_tree_call *lk_tree_calls;
uint32_t *lk_tree_callers;
static _Atomic uint64_t next_number = lk_outside + 1;

/// Each call has a list of up to `max_listed` calls that were made during it. Further calls are in
/// hash tables, which all calls share. Each table is twice as large as the previous one, because a
/// small table stays in the processor's cache.
enum { max_listed = 8, first_bits = 12, max_probes = 4 };
static size_t slot_count;
static _Atomic uint32_t *slots;

/// The tree has room for 2^n calls. For stacks of at most `usual_depth` calls, n is `usual_bits`;
/// for stacks of at most `small_depth` calls, `small_bits`; and for deeper stacks, `large_bits`.
/// Deeper stacks need more room, because fewer of them are equal. `least_bits` is the minimum of n.
enum { usual_depth = 4, usual_bits = 20, small_depth = 12, small_bits = 23, large_bits = 25 };
enum { least_bits = 16 };

/// If the address space is limited, the tree may use the limit divided by `part_of_space`. Each
/// call needs `bytes_of_call` bytes.
enum { part_of_space = 16, bytes_of_call = sizeof(lk_tree_call) + 6 };

/// Returns the maximum number of calls in a tree for stacks of `depth` calls. The number may be
/// smaller if the address space is limited, because reserved memory counts towards that limit.
static size_t number_of_calls(size_t depth) {
  unsigned bits = depth <= usual_depth ? usual_bits : depth <= small_depth ? small_bits : large_bits;
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    const rlim_t room = limit.rlim_cur / part_of_space;
    while (bits > least_bits && ((rlim_t)bytes_of_call << bits) > room) bits--;
  }
  return (size_t)1 << bits;
}

bool lk_call_tree_prepare(size_t depth) {
  if (slots != NULL) return true;
  max_calls = number_of_calls(depth);
  slot_count = max_calls / 2 - ((size_t)1 << first_bits);
  lk_tree_call *const calls = lk_reserve(max_calls * sizeof *calls);
  uint32_t *const callers = lk_reserve(max_calls * sizeof *callers);
  if (calls == NULL || callers == NULL) return false;
  lk_tree_calls = calls;
  lk_tree_callers = callers;
  slots = lk_reserve(slot_count * sizeof *slots);
  return slots != NULL;
}

static bool is_in(uintptr_t address, const volatile void *start, size_t length) {
  return start != NULL && address - (uintptr_t)start < length;
}

bool lk_call_tree_includes(uintptr_t address) {
  return is_in(address, lk_tree_calls, max_calls * sizeof *lk_tree_calls) ||
         is_in(address, lk_tree_callers, max_calls * sizeof *lk_tree_callers) ||
         is_in(address, slots, slot_count * sizeof *slots);
}

static uint32_t make(uint32_t caller, uintptr_t code) {
  const uint64_t number = atomic_fetch_add_explicit(&next_number, 1, memory_order_relaxed);
  if (number >= max_calls) return lk_no_call;
  lk_tree_calls[number].code = code;
  lk_tree_callers[number] = caller;
  return (uint32_t)number;
}

/// Returns the call in `slot`. If the slot is empty, stores the call `*fresh` in the slot and
/// returns that call. If `*fresh` is ``lk_no_call``, creates the call first. Returns ``lk_no_call``
/// if the tree is full.
static uint32_t known_at(
  _Atomic uint32_t *slot, uint32_t caller, uintptr_t code, uint32_t *fresh) {
  uint32_t known = atomic_load_explicit(slot, memory_order_acquire);
  if (known != lk_no_call) return known;
  if (*fresh == lk_no_call) *fresh = make(caller, code);
  if (*fresh == lk_no_call) return lk_no_call;
  // If another thread has filled the slot in the meantime, `*fresh` remains available for the next
  // empty slot.
  return atomic_compare_exchange_strong(slot, &known, *fresh) ? *fresh : known;
}

static uint32_t find_in_tables(uint32_t caller, uintptr_t code, uint32_t fresh) {
  uint64_t hash = (code ^ (uint64_t)caller << 32) * 0x9E3779B97F4A7C15;
  hash ^= hash >> 32;
  _Atomic uint32_t *table = slots;
  for (size_t size = (size_t)1 << first_bits; table < slots + slot_count; size *= 2) {
    for (size_t probe = 0; probe < max_probes; probe++) {
      // All probes within one table are in the same cache line.
      const uint32_t known = known_at(&table[(hash ^ probe) & (size - 1)], caller, code, &fresh);
      if (known == lk_no_call) return known;
      if (lk_tree_calls[known].code == code && lk_tree_callers[known] == caller) return known;
    }
    table += size;
  }
  return lk_no_call;
}

uint32_t lk_find_inner_call(uint32_t caller, uintptr_t code) {
  if (caller == lk_no_call) return lk_no_call;
  uint32_t fresh = lk_no_call;
  _Atomic uint32_t *link = &lk_tree_calls[caller].inner;
  for (int listed = 0; listed < max_listed; listed++) {
    const uint32_t known = known_at(link, caller, code, &fresh);
    if (known == lk_no_call || lk_tree_calls[known].code == code) return known;
    link = &lk_tree_calls[known].next;
  }
  return find_in_tables(caller, code, fresh);
}

size_t lk_call_tree_stack(uint32_t number, uintptr_t *found, size_t limit) {
  if (slots == NULL || number >= max_calls || number >= atomic_load(&next_number)) return 0;
  size_t count = 0;
  while (number > lk_outside && count < limit) {
    found[count++] = lk_tree_calls[number].code;
    number = lk_tree_callers[number];
  }
  return count;
}

#endif
