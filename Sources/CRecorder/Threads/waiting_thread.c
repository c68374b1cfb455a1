#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_waiting_thread.h"

#include "lk_stack_walk.h"
#include "lk_stop_threads.h"

#if defined(__linux__) && defined(__x86_64__)

#include <ucontext.h>

void lk_prepare_waiting_calls(void) { lk_frame_rules_find_code(); }

size_t lk_waiting_calls(
  size_t index, uintptr_t high, uintptr_t *calls, size_t limit, uintptr_t *end) {
  const uintptr_t *registers;
  if (!lk_stopped_while_waiting(index) || lk_stopped_words(index, &registers) == 0) return 0;
  lk_position at = {
    .code = registers[REG_RIP], .stack = registers[REG_RSP], .frame = registers[REG_RBP]};
  for (size_t count = 0; count < limit;) {
    calls[count++] = at.code;
    *end = at.stack;
    const lk_frame_rule rule = lk_frame_rule_before(at.code);
    if ((rule & lk_outermost) != 0) return count;
    if ((rule & lk_unknown_rule) != 0 || !lk_ascend(&at, high)) return 0;
  }
  return 0;
}

#else

void lk_prepare_waiting_calls(void) {}

size_t lk_waiting_calls(
  size_t index, uintptr_t high, uintptr_t *calls, size_t limit, uintptr_t *end) {
  (void)index;
  (void)high;
  (void)calls;
  (void)limit;
  (void)end;
  return 0;
}

#endif
