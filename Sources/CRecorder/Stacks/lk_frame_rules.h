#ifndef LK_FRAME_RULES_H
#define LK_FRAME_RULES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The start of a function's frame, and the position of the caller's frame pointer, at one
/// instruction.
///
/// A rule consists of flags and two numbers of words: from the stack pointer or the frame pointer
/// up to the frame's start, and from the frame's start down to the word that contains the caller's
/// frame pointer. The second number is 0 if the caller's frame pointer is still in its register.
typedef uint32_t lk_frame_rule;

enum { lk_frame_start_shift = 12, lk_frame_start_mask = 0x1FFF, lk_frame_pointer_mask = 0xFFF };
/// The flag of a start relative to the frame pointer. Without it, the start is relative to the
/// stack pointer.
static const lk_frame_rule lk_from_frame_pointer = 1u << 25;
/// The flag of a function without a caller.
static const lk_frame_rule lk_outermost = 1u << 26;
/// The flag of an unknown rule: only frame pointers can be followed there.
static const lk_frame_rule lk_unknown_rule = 1u << 27;
/// The flag of all rules in the cache, which an empty entry does not have.
static const lk_frame_rule lk_is_rule = 1u << 28;
/// The number of bits of a rule.
enum { lk_frame_rule_bits = 29 };

/// Finds the loaded code. Code that is loaded later has no rules.
void lk_frame_rules_find_code(void);

/// Finds the loaded code unless it is known. The second function makes a forked process use the
/// code that was found before the fork.
///
/// A lock of the dynamic loader protects the list of loaded images. If another thread holds the
/// lock while the process is forked, the lock is never released in the forked process.
__attribute__((visibility("hidden"))) void lk_frame_rules_before_fork(void);
__attribute__((visibility("hidden"))) void lk_frame_rules_in_child(void);

/// The start and the end of the runtime's code.
__attribute__((visibility("hidden"))) extern uintptr_t lk_runtime_low, lk_runtime_high;

/// Returns the result of ``lk_is_runtime_code`` for an address between ``lk_runtime_low`` and
/// ``lk_runtime_high``.
__attribute__((visibility("hidden"))) bool lk_is_in_runtime(uintptr_t address);

/// Returns whether the address is in libswiftCore or libswift_Concurrency.
static inline bool lk_is_runtime_code(uintptr_t address) {
  return address >= lk_runtime_low && address < lk_runtime_high && lk_is_in_runtime(address);
}

/// The size of the cache of rules. An entry contains the rule in its low bits and, above it, the
/// address without the bits that follow from the entry's index. Addresses have at most 48 bits, and
/// all code of a process has the same highest bit, so two addresses never match the same entry.
enum { lk_known_rule_bits = 12 };
__attribute__((visibility("hidden"))) extern _Atomic uint64_t
  lk_known_rules[1 << lk_known_rule_bits];

/// Returns the rule at the call before `address` from the image's unwind information, and stores it
/// in `slot`.
__attribute__((visibility("hidden"))) lk_frame_rule lk_read_frame_rule(
  uintptr_t address, _Atomic uint64_t *slot);

/// Returns the rule at the call before `address`. Takes no lock and allocates nothing.
static inline lk_frame_rule lk_frame_rule_before(uintptr_t address) {
  const uint64_t page = (uint64_t)address >> lk_known_rule_bits;
  const uint32_t mixed = (uint32_t)page * 0x9E3779B1u >> (32 - lk_known_rule_bits);
  const size_t index = mixed ^ (address & ((1u << lk_known_rule_bits) - 1));
  const uint64_t rule = atomic_load_explicit(&lk_known_rules[index], memory_order_relaxed) ^
                        page << lk_frame_rule_bits;
  return __builtin_expect(rule >= lk_is_rule && rule >> lk_frame_rule_bits == 0, 1)
           ? (lk_frame_rule)rule
           : lk_read_frame_rule(address, &lk_known_rules[index]);
}

#endif
