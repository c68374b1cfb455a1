#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_scope_owners.h"

#include "lk_allocation_recorder.h"
#include "lk_reserve.h"

#include <stddef.h>

/// The count of numbers whose owner can be stored. A larger number is its own owner.
enum { max_numbers = 1 << 20 };

/// The values of `owner` that are not numbers of code.
static const uint32_t is_running = 0, has_ended = lk_largest_number,
                      is_open = lk_largest_number - 3;

typedef struct {
  /// For a scope, `is_running` or `has_ended`. For an activity, the number of the code that started
  /// it; `lk_outside` if the activity also served others; or `is_open` if no code in a scope
  /// started it and it has not served any scope yet.
  _Atomic uint32_t owner;
  /// The period in which the activity got its number.
  _Atomic uint32_t period;
} number_state;

static _Atomic(number_state *) states;
static _Atomic uint32_t last_number;
static _Atomic uint32_t period;

uint32_t lk_recorder_new_scope(void) {
  return (atomic_fetch_add(&last_number, 1) + 1) & lk_largest_number;
}

void lk_owners_install(void) {
  if (atomic_load(&states) != NULL) return;
  atomic_store(&states, lk_reserve(max_numbers * sizeof(number_state)));
}

void lk_owners_begin_period(void) { atomic_fetch_add(&period, 1); }

/// Returns the state of a number; NULL if the number is its own owner.
static number_state *state_of(uint32_t number) {
  number_state *known = atomic_load_explicit(&states, memory_order_acquire);
  return known == NULL || number == 0 || number >= max_numbers ? NULL : &known[number];
}

static uint32_t owner_in(const number_state *state) {
  return atomic_load_explicit(&state->owner, memory_order_relaxed);
}

void lk_recorder_end_scope(uint32_t scope) {
  number_state *state = state_of(scope);
  if (state != NULL) atomic_store(&state->owner, has_ended);
}

uint32_t lk_recorder_scope_owner(uint32_t number) {
  // Code has a larger number than the code that started it, and a scope has no owner, so this loop
  // ends.
  for (const number_state *state; (state = state_of(number)) != NULL;) {
    const uint32_t owner = owner_in(state);
    if (owner == is_running || owner == has_ended) return number;
    if (owner == is_open) return lk_outside;
    number = owner;
  }
  return number;
}

uint32_t lk_new_activity(uint32_t starter) {
  const uint32_t number = lk_recorder_new_scope();
  number_state *state = state_of(number);
  if (state == NULL) return lk_outside;
  atomic_store(&state->period, atomic_load(&period));
  const bool is_owned = lk_recorder_scope_owner(starter) < max_numbers && starter != 0;
  atomic_store(&state->owner, is_owned ? starter : is_open);
  return number;
}

uint32_t lk_current_activity(uint32_t number) {
  const number_state *state = state_of(number);
  if (state == NULL || owner_in(state) == is_running || owner_in(state) == has_ended) return number;
  const number_state *scope = state_of(lk_recorder_scope_owner(number));
  const bool is_current = scope != NULL
    ? owner_in(scope) == is_running
    : atomic_load(&state->period) == atomic_load(&period);
  return is_current ? number : lk_new_activity(0);
}

void lk_note_release(const void *block) {
  const uint32_t number = lk_inherited_scope;
  number_state *state = state_of(number);
  if (state == NULL) return;
  uint32_t known = owner_in(state);
  if (known == is_running || known == has_ended || known == lk_outside) return;
  const lk_allocation entry = lk_table_entry((uintptr_t)block);
  const uint32_t allocator = lk_scope_of(entry);
  if (allocator == 0 || allocator == number || lk_kind_of(entry) != lk_swift_object) return;
  const uint32_t other = lk_recorder_scope_owner(allocator);
  if (known == is_open) {
    // Another open activity may be an earlier period of this one.
    if (other == lk_outside && allocator != lk_outside) return;
    // One test at a time has the common scope, so the closure that was run is that test's.
    const uint32_t common = atomic_load_explicit(&lk_common_scope, memory_order_relaxed);
    atomic_compare_exchange_strong(&state->owner, &known, other == common ? other : lk_outside);
  } else if (other != lk_recorder_scope_owner(number)) {
    atomic_store(&state->owner, lk_outside);
  }
}
