#include "lk_call_tree.h"

#include "lk_reserve.h"

#if defined(__linux__) && defined(__LP64__)

// So many calls there may be. Their memory is reserved at once and filled by the system page
// by page.
static const size_t most_calls = (size_t)1 << 25;
lk_tree_call *lk_tree_calls;
uint32_t *lk_tree_callers;
static _Atomic uint64_t next_number = lk_outside + 1;

/// So many calls in the same caller are a list. What is made there besides is in tables, each
/// twice as large as the one before: a small one stays in the processor's cache.
enum { most_listed = 8, first_bits = 12, table_count = 12, most_probes = 4 };
static const size_t slot_count = ((size_t)1 << (first_bits + table_count)) - (1 << first_bits);
static _Atomic uint32_t *slots;

bool lk_call_tree_prepare(void) {
  if (slots != NULL) return true;
  lk_tree_call *const calls = lk_reserve(most_calls * sizeof *calls);
  uint32_t *const callers = lk_reserve(most_calls * sizeof *callers);
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
  return is_in(address, lk_tree_calls, most_calls * sizeof *lk_tree_calls) ||
         is_in(address, lk_tree_callers, most_calls * sizeof *lk_tree_callers) ||
         is_in(address, slots, slot_count * sizeof *slots);
}

static uint32_t make(uint32_t caller, uintptr_t code) {
  const uint64_t number = atomic_fetch_add_explicit(&next_number, 1, memory_order_relaxed);
  if (number >= most_calls) return lk_no_call;
  lk_tree_calls[number].code = code;
  lk_tree_callers[number] = caller;
  return (uint32_t)number;
}

/// What a slot has, or `*fresh`, which is made and put there where it has nothing.
static uint32_t known_at(
  _Atomic uint32_t *slot, uint32_t caller, uintptr_t code, uint32_t *fresh) {
  uint32_t known = atomic_load_explicit(slot, memory_order_acquire);
  if (known != lk_no_call) return known;
  if (*fresh == lk_no_call) *fresh = make(caller, code);
  if (*fresh == lk_no_call) return lk_no_call;
  // Where another thread was faster, the new one is for the next place that has nothing.
  return atomic_compare_exchange_strong(slot, &known, *fresh) ? *fresh : known;
}

static uint32_t find_in_tables(uint32_t caller, uintptr_t code, uint32_t fresh) {
  uint64_t hash = (code ^ (uint64_t)caller << 32) * 0x9E3779B97F4A7C15;
  hash ^= hash >> 32;
  _Atomic uint32_t *table = slots;
  for (size_t size = (size_t)1 << first_bits; table < slots + slot_count; size *= 2) {
    for (size_t probe = 0; probe < most_probes; probe++) {
      // Probes stay within a line of the processor's cache.
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
  for (int listed = 0; listed < most_listed; listed++) {
    const uint32_t known = known_at(link, caller, code, &fresh);
    if (known == lk_no_call || lk_tree_calls[known].code == code) return known;
    link = &lk_tree_calls[known].next;
  }
  return find_in_tables(caller, code, fresh);
}

size_t lk_call_tree_stack(uint32_t number, uintptr_t *found, size_t most) {
  if (slots == NULL || number >= most_calls || number >= atomic_load(&next_number)) return 0;
  size_t count = 0;
  while (number > lk_outside && count < most) {
    found[count++] = lk_tree_calls[number].code;
    number = lk_tree_callers[number];
  }
  return count;
}

#endif
