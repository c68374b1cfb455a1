#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_remembered_stack.h"

#include "lk_call_tree.h"
#include "lk_recurring_stack.h"
#include "lk_system_calls.h"
#include "lk_thread_calls.h"

#if defined(__linux__) && defined(__LP64__)

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

static __thread lk_thread_calls *own_calls __attribute__((tls_model("initial-exec")));
/// A Boolean value indicating whether the memory for the thread's calls was freed, usually because
/// the thread is ending. The memory must not be mapped again.
static __thread bool is_ending __attribute__((tls_model("initial-exec")));
static pthread_key_t calls_key;
static bool has_key;

/// Frees the memory for the calls of this thread, usually because the thread is ending.
static void free_calls(void *calls) {
  is_ending = true;
  own_calls = NULL;
  if (!lk_avoids_system_calls()) munmap(calls, sizeof(lk_thread_calls));
}

void lk_remember_stacks(void) {
  if (!has_key) has_key = pthread_key_create(&calls_key, free_calls) == 0;
}

static lk_thread_calls *make_calls(void) {
  if (is_ending || !has_key || lk_avoids_system_calls()) return NULL;
  lk_thread_calls *fresh = mmap(
    NULL, sizeof(lk_thread_calls), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (fresh == MAP_FAILED) return NULL;
  // This entry represents the callers of all known calls.
  fresh->calls[0] = (lk_call){.slot = UINTPTR_MAX, .number = lk_outside};
  fresh->innermost = fresh->calls;
  // Allocations that pthread_setspecific makes are recorded without the remembered calls.
  fresh->is_busy = true;
  own_calls = fresh;
  if (pthread_setspecific(calls_key, fresh) != 0) {
    free_calls(fresh);
    return NULL;
  }
  fresh->is_busy = false;
  return fresh;
}

/// Examines the callers of `known`, up to but not including `further`. Returns the innermost of
/// these callers that has a changed word; NULL if no word has changed. It is unknown whether that
/// caller is still active.
static inline const lk_call *doubtful_call(
  const lk_thread_calls *own, const lk_call *further, const lk_call *known) {
  const lk_stack_word *changed =
    lk_last_changed(own->words + further->words_end, own->words + known[-1].words_end);
  if (__builtin_expect(changed == NULL, 1)) return NULL;
  do known--; while (own->words + known[-1].words_end > changed);
  return known;
}

/// Returns whether the walk has reached the call `known`. The frame pointer is compared only if its
/// value in that call was used to find a caller.
static inline bool is_at(const lk_call *known, const lk_position *at) {
  return known->slot == at->stack - sizeof(uintptr_t) && known->code == at->code &&
         (known->inverted_frame == ~at->frame || !known->uses_frame);
}

/// Records how the walk reached a call. The previous walk may have reached the call in another way.
static inline void set_arrival(lk_thread_calls *own, lk_call *call, const lk_position *at) {
  lk_stack_word *words = own->words + call[-1].words_end;
  *words = (lk_stack_word){call->slot, call->code};
  call->words_end = call[-1].words_end + 1;
  if (call->uses_frame && at->frame_from != 0) {
    words[1] = (lk_stack_word){at->frame_from, *(const uintptr_t *)at->frame_from};
    call->words_end++;
  }
  call->is_by_frame = at->is_by_frame != 0;
  call->keeps_frame = at->frame_from == 0;
}

/// Adds a call that was made during `outer`. The frame pointer in `at` is already inverted.
static inline void add(lk_thread_calls *own, lk_call *outer, const lk_position *at) {
  lk_call *const call = outer + 1;
  const uint32_t number = lk_inner_call(outer->number, outer->last_inner, at->code);
  outer->last_inner = number;
  call->slot = at->stack - sizeof(uintptr_t);
  call->code = at->code;
  call->inverted_frame = at->frame;
  call->number = number;
  call->last_inner = lk_no_call;
  call->uses_frame = outer->is_by_frame | (outer->keeps_frame & outer->uses_frame);
  set_arrival(own, call, at);
}

/// Removes all but the `kept` innermost calls, to make space.
static void forget_outer(lk_thread_calls *own, size_t kept) {
  const lk_call *further = own->innermost - kept;
  const uint32_t dropped = further->words_end;
  memmove(
    own->words, own->words + dropped,
    (own->innermost->words_end - dropped) * sizeof *own->words);
  memmove(own->calls + 1, further + 1, kept * sizeof *own->calls);
  own->innermost = own->calls + kept;
  for (lk_call *call = own->innermost; call > own->calls; call--) call->words_end -= dropped;
  own->is_whole = false;
}

/// Returns the number of consecutive calls inside the runtime, from `call` outwards. Recorded
/// stacks omit these calls.
static inline size_t runtime_calls(const lk_call *call) {
  size_t count = 0;
  while (count < lk_max_runtime_frames && lk_is_runtime_code(call->code)) {
    call--;
    count++;
  }
  return count;
}

/// Returns the number of remembered calls, from `known` outwards, that are needed for a stack. A
/// stack consists of the runtime's innermost calls and `limit` others. The first `fresh` of them
/// were unwound again, and the rest must be remembered.
static inline size_t calls_wanted(
  const lk_thread_calls *own, size_t fresh, const lk_call *known, size_t limit) {
  size_t passed = 0;
  while (passed < fresh && lk_is_runtime_code(own->fresh[passed].code)) passed++;
  const size_t all = limit + passed + (passed == fresh ? runtime_calls(known) : 0);
  return all > fresh ? all - fresh : 0;
}

/// Returns whether the `wanted` calls from `known` outwards are remembered and have unchanged
/// words. The words of `known` itself are not compared. If the stack has fewer calls, all of them
/// must be remembered. If a word has changed, sets `trusted` to the caller of the innermost call
/// that has a changed word. The calls inside `trusted` may have new callers, so they cannot be
/// reused.
static inline bool holds(
  const lk_thread_calls *own, const lk_call *known, size_t wanted, const lk_call **trusted) {
  if (wanted == 0) return true;
  const bool is_enough = known >= own->calls + wanted;
  if (!is_enough && !own->is_whole) return false;
  const lk_call *doubtful = doubtful_call(own, is_enough ? known - wanted : own->calls, known);
  if (doubtful == NULL) return true;
  *trusted = doubtful - 1;
  return false;
}

/// Updates the remembered calls to match the stack that begins at `start`. Afterwards, they include
/// the runtime's innermost calls, and at least `limit` others if there are that many.
__attribute__((noinline)) static void update(
  lk_thread_calls *own, const lk_position *start, size_t limit) {
  const uintptr_t high = lk_own_stack.high;
  lk_position at = *start;
  lk_call *known = own->innermost;
  // Only `trusted` and the calls outside it can be reused. Calls inside it may have new callers.
  const lk_call *trusted = known;
  size_t fresh = 0;
  for (;;) {
    while (known->slot < at.stack - sizeof(uintptr_t)) {
      known--;
      // This makes the compiler keep the pointer in one register. Otherwise, it uses a separate
      // register for each later use.
      __asm__("" : "+r"(known));
    }
    if (known <= trusted && is_at(known, &at) &&
        holds(own, known, calls_wanted(own, fresh, known, limit), &trusted)) {
      break;
    }
    own->fresh[fresh] = at;
    // The value is inverted so that the search for roots does not find it; see ``lk_call``.
    own->fresh[fresh++].frame = ~at.frame;
    const bool has_caller = lk_ascend(&at, high);
    if (!has_caller || fresh == max_fresh) {
      known = own->calls;
      known->is_by_frame = has_caller;
      own->is_whole = !has_caller;
      break;
    }
  }
  if (known > own->calls && fresh > 0) set_arrival(own, known, &at);
  own->innermost = known;
  if (known > own->calls + (capacity - fresh)) forget_outer(own, capacity - max_fresh);
  lk_call *innermost = own->innermost;
  while (fresh > 0) add(own, innermost++, &own->fresh[--fresh]);
  own->innermost = innermost;
}

/// Sets the maximum number of reported calls. Discards the stored stacks, because they were stored
/// for another maximum.
__attribute__((noinline)) static void set_limit(lk_thread_calls *own, size_t limit) {
  // On a thread's first use, no stacks are stored, so their memory is not touched.
  for (size_t index = 0; own->limit != 0 && index < lk_recurring_count; index++) {
    own->recurring[index].number = own->recurring[index].candidate = lk_no_call;
  }
  own->limit = limit;
}

uint32_t lk_remembered_stack(const uintptr_t *frame, size_t limit) {
  lk_thread_calls *own = own_calls;
  if (__builtin_expect(own == NULL, 0)) own = make_calls();
  if (own == NULL || own->is_busy) return lk_not_remembered;
  own->is_busy = true;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (__builtin_expect(own->limit != limit, 0)) set_limit(own, limit);
  const lk_position at = lk_caller_of(frame);
  lk_recurring_stack *recurring = lk_recurring_slot(own->recurring, &at);
  uint32_t number = recurring->number;
  if (!lk_recurs(recurring, &at)) {
    update(own, &at, limit);
    const size_t passed = runtime_calls(own->innermost);
    const lk_call *reported = own->innermost - passed;
    const bool is_known = passed < lk_max_runtime_frames && reported > own->calls;
    number = is_known ? reported->number : lk_no_call;
    // A stack is stored when it occurs for the second time, because in a program with many stacks
    // most of them occur only once.
    if (recurring->candidate == number) {
      lk_keep_recurring(recurring, own, &at, number, passed + limit);
    }
    recurring->candidate = number;
  }
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  own->is_busy = false;
  return number;
}

#endif
