#include "checks.h"

#include "lk_allocation_stack.h"
#include "lk_frame_rules.h"
#include "lk_stack_walk.h"

#include <stddef.h>

enum { depth = 6 };

static uint32_t number;
static uintptr_t returns[depth];

__attribute__((noinline)) static void inner(void) {
  number = lk_note_stack(__builtin_frame_address(0));
  returns[0] = (uintptr_t)__builtin_extract_return_addr(__builtin_return_address(0));
  __asm__ volatile("" ::: "memory");
}

#define CALLER(name, callee, index)                                                      \
  __attribute__((noinline)) static void name(void) {                                     \
    returns[index] = (uintptr_t)__builtin_extract_return_addr(__builtin_return_address(0)); \
    callee();                                                                            \
    __asm__ volatile("" ::: "memory");                                                   \
  }

CALLER(second, inner, 1)
CALLER(third, second, 2)
CALLER(fourth, third, 3)

/// The return addresses of the active calls must be found, innermost first.
static void test_calls(void) {
  lk_find_own_stack();
  lk_frame_rules_find_code();
  lk_stack_set_depth(4);
  fourth();
  CHECK(number != 0);
  uintptr_t frames[8] = {0};
  CHECK(lk_stack_frames(number, frames, 8) == 4);
  for (size_t index = 0; index < 4; index++) CHECK(frames[index] == returns[index]);
  const uint32_t first = number;
  fourth();
  CHECK(lk_stack_frames(number, frames, 8) == 4 && frames[0] == returns[0]);
  (void)first;
}

/// An address outside all code has no rule, even if its lower half is equal to the lower half of an
/// address that has a rule.
static void test_equal_halves(void) {
  const uintptr_t address = returns[0], twin = address ^ (uintptr_t)1 << 32;
  const lk_frame_rule rule = lk_frame_rule_before(address) & ~lk_is_rule;
#if defined(__x86_64__)
  // On other architectures, only frame pointers are followed.
  CHECK((rule & lk_unknown_rule) == 0);
#endif
  CHECK((lk_frame_rule_before(twin) & lk_unknown_rule) != 0);
  CHECK((lk_frame_rule_before(address) & ~lk_is_rule) == rule);
}

/// The signature must be removed from a signed return address.
static void test_signatures(void) {
  const uintptr_t address = 0x0000AAAAC0DE1234;
#if defined(__aarch64__)
  CHECK(lk_code_address(address | (uintptr_t)0x5A7B << 48) == address);
#endif
  CHECK(lk_code_address(address) == address);
  CHECK(lk_unmarked((uintptr_t)1 << 60 | 0x1000) == 0x1000);
}

void test_stacks(void) {
  test_calls();
  test_equal_halves();
  test_signatures();
}
