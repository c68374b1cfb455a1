#ifndef LK_FRAME_RULES_H
#define LK_FRAME_RULES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Where the frame of a function begins, and where the caller's frame pointer is, at one
/// instruction of it: flags, the number of words up to the frame's start, and how many words
/// below the start the caller's frame pointer is, 0 where the function leaves it alone.
typedef uint32_t lk_frame_rule;

enum { lk_frame_start_shift = 12, lk_frame_start_mask = 0xFFFF, lk_frame_pointer_mask = 0xFFF };
/// The start is relative to the frame pointer, else to the stack pointer.
static const lk_frame_rule lk_from_frame_pointer = 1u << 28;
/// This function has no caller.
static const lk_frame_rule lk_outermost = 1u << 29;
/// Nothing is known: only frame pointers lead on.
static const lk_frame_rule lk_unknown_rule = 1u << 30;
/// Every rule has this one.
static const lk_frame_rule lk_is_rule = 1u << 31;

/// Finds the code that is loaded now. What is loaded later has no rules.
void lk_frame_rules_find_code(void);

/// The first address of the runtime's code, and the one behind the last.
__attribute__((visibility("hidden"))) extern uintptr_t lk_runtime_low, lk_runtime_high;

/// The result of ``lk_is_runtime_code`` for an address between these two.
__attribute__((visibility("hidden"))) bool lk_is_in_runtime(uintptr_t address);

/// The address is in libswiftCore or libswift_Concurrency.
static inline bool lk_is_runtime_code(uintptr_t address) {
  return address >= lk_runtime_low && address < lk_runtime_high && lk_is_in_runtime(address);
}

/// The rules that were asked for last. An entry has the low half of the address above the
/// rule: two addresses that agree in it do not share a place.
enum { lk_known_rule_bits = 12 };
__attribute__((visibility("hidden"))) extern _Atomic uint64_t
  lk_known_rules[1 << lk_known_rule_bits];

/// Reads the rule from the unwind information of the image, and keeps it.
__attribute__((visibility("hidden"))) lk_frame_rule lk_read_frame_rule(
  uintptr_t address, _Atomic uint64_t *place);

/// The rule at the call before `address`. Takes no lock and allocates nothing.
static inline lk_frame_rule lk_frame_rule_before(uintptr_t address) {
  const size_t place = (uint32_t)address * 0x9E3779B1u >> (32 - lk_known_rule_bits);
  const uint64_t entry = atomic_load_explicit(&lk_known_rules[place], memory_order_relaxed);
  return __builtin_expect(entry >> 32 == (uint32_t)address && (uint32_t)entry != 0, 1)
           ? (lk_frame_rule)entry
           : lk_read_frame_rule(address, &lk_known_rules[place]);
}

#endif
