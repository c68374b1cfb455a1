#ifndef LK_FRAME_RULES_H
#define LK_FRAME_RULES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The unwinding rule for one instruction of a function: where the function's frame starts, and
/// where the caller's frame pointer is saved.
///
/// A rule consists of flags and two distances in words. The first is the distance from the stack
/// pointer or the frame pointer up to the frame's start. The second is the distance from the
/// frame's start down to the word that contains the caller's frame pointer. It is 0 if the caller's
/// frame pointer is still in its register.
typedef uint32_t lk_frame_rule;

enum { lk_frame_start_shift = 12, lk_frame_start_mask = 0x1FFF, lk_frame_pointer_mask = 0xFFF };
/// The flag that indicates that the first distance begins at the frame pointer. Without the flag,
/// it begins at the stack pointer.
static const lk_frame_rule lk_from_frame_pointer = 1u << 25;
/// The flag of a function without a caller.
static const lk_frame_rule lk_outermost = 1u << 26;
/// The flag of an unknown rule. Where the rule is unknown, the caller is found by the frame pointer
/// or by ``lk_return_word()``.
static const lk_frame_rule lk_unknown_rule = 1u << 27;
/// The flag that distinguishes a rule in the cache from an empty entry.
static const lk_frame_rule lk_is_rule = 1u << 28;
/// The number of bits of a rule.
enum { lk_frame_rule_bits = 29 };

/// Finds the code of the loaded images: at most 256 segments. The rules of other code, such as code
/// that is loaded later, are unknown.
void lk_frame_rules_find_code(void);

/// Finds the loaded code, unless that was done before.
///
/// A forked process that does this may wait forever: a lock of the dynamic loader protects the list
/// of loaded images. If another thread holds the lock during the fork, the lock is never released.
__attribute__((visibility("hidden"))) void lk_frame_rules_before_fork(void);
/// Makes a forked process use the code that was found before the fork.
__attribute__((visibility("hidden"))) void lk_frame_rules_in_child(void);

/// The bounds of the Swift runtime's code, including Dispatch's functions that allocate objects for
/// the program. There may be other code between them.
__attribute__((visibility("hidden"))) extern uintptr_t lk_runtime_low, lk_runtime_high;

/// Returns the result of ``lk_is_runtime_code`` for an address between ``lk_runtime_low`` and
/// ``lk_runtime_high``.
__attribute__((visibility("hidden"))) bool lk_is_in_runtime(uintptr_t address);

/// Returns whether the address is in libswiftCore, libswift_Concurrency or libswiftDispatch.
static inline bool lk_is_runtime_code(uintptr_t address) {
  return address >= lk_runtime_low && address < lk_runtime_high && lk_is_in_runtime(address);
}

/// The cache of rules, with 2^`lk_known_rule_bits` entries. An entry contains a rule in its low
/// bits and a page number above them. The page number and the index of the entry determine the
/// address, so two addresses never match the same entry. A page number has at most 36 bits. The
/// highest bit is not stored, because it is the same for all code of a process.
enum { lk_known_rule_bits = 12 };
__attribute__((visibility("hidden"))) extern _Atomic uint64_t
  lk_known_rules[1 << lk_known_rule_bits];

/// Reads, from the image's unwind information, the rule for the call that returns to `address`;
/// stores the rule in `slot`, and returns it.
__attribute__((visibility("hidden"))) lk_frame_rule lk_read_frame_rule(
  uintptr_t address, _Atomic uint64_t *slot);

/// Returns the address of the word on a stack that contains the return address of a function; NULL
/// if it is unknown. The function contains `code`, has no unwinding rule, and has no frame.
///
/// The Swift compiler emits no rules for many optimized functions. The return address is recognized
/// by the call that precedes it.
///
/// - `stack`: The value of the stack pointer in the function.
/// - `frame`: The address of a frame, which belongs to the function's caller unless the function
///   has a frame; 0 if the frame pointer's register contains another value.
/// - `high`: The end of the thread's own stack.
__attribute__((visibility("hidden"))) const uintptr_t *lk_return_word(
  uintptr_t code, uintptr_t stack, uintptr_t frame, uintptr_t high);

/// Returns the rule for the call that returns to `address`. Takes no lock and allocates nothing.
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
