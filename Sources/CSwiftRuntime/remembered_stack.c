#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_remembered_stack.h"

#include "lk_recurring_stack.h"
#include "lk_thread_calls.h"

#if defined(__linux__) && defined(__LP64__)

#include <pthread.h>
#include <sys/mman.h>

/// Powers of the hash's factor.
static uint64_t powers[lk_most_frames + 1];

static __thread lk_thread_calls *own_calls __attribute__((tls_model("initial-exec")));
/// The thread has given its memory back, and gets no other.
static __thread bool is_ending __attribute__((tls_model("initial-exec")));
static pthread_key_t calls_key;
static bool has_key;

static void give_back(void *calls) {
  is_ending = true;
  own_calls = NULL;
  munmap(calls, sizeof(lk_thread_calls));
}

void lk_remember_stacks(void) {
  if (!has_key) has_key = pthread_key_create(&calls_key, give_back) == 0;
  uint64_t power = 1;
  for (uint32_t exponent = 0; exponent <= lk_most_frames; exponent++) {
    powers[exponent] = power;
    power *= lk_hash_factor;
  }
}

static lk_thread_calls *make_calls(void) {
  if (is_ending || !has_key) return NULL;
  lk_thread_calls *fresh = mmap(
    NULL, sizeof(lk_thread_calls), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (fresh == MAP_FAILED) return NULL;
  // What this allocates is noted without these calls.
  fresh->is_busy = true;
  own_calls = fresh;
  if (pthread_setspecific(calls_key, fresh) != 0) {
    give_back(fresh);
    return NULL;
  }
  fresh->is_busy = false;
  return fresh;
}

static inline uintptr_t word_at(uintptr_t address) { return *(const uintptr_t *)address; }

/// The frame pointers that led from one call to the next ones still are where they were.
///
/// Only to be asked of calls whose return addresses are. The frame pointer of the innermost one
/// was compared.
__attribute__((noinline)) static bool frames_hold(
  const lk_thread_calls *own, size_t first, size_t known) {
  size_t place = own->details[known - 2].next_by_frame;
  while (place > first) {
    // Where the value was read that led to this call.
    for (size_t source = place; source < known - 1; source++) {
      const lk_call_detail *inner = &own->details[source];
      if (inner->frame_from == 0) continue;
      if (~lk_unmarked(word_at(inner->frame_from)) != inner->inverted_frame) return false;
      break;
    }
    place = place > 1 ? own->details[place - 2].next_by_frame : 0;
  }
  return true;
}

/// How many of the known calls may be led to by others than before: 0 where all from `first`
/// on lead to each other as they did.
static inline size_t doubtful_calls(const lk_thread_calls *own, size_t first, size_t known) {
  const lk_call *const outermost = own->calls + first;
  const lk_call *at = own->calls + known;
  // Nearly always all are as they were: four at a time cost half.
  while (at - outermost >= 4 && word_at(at[-1].slot) == at[-1].code &&
         word_at(at[-2].slot) == at[-2].code && word_at(at[-3].slot) == at[-3].code &&
         word_at(at[-4].slot) == at[-4].code) {
    at -= 4;
  }
  while (at > outermost && word_at(at[-1].slot) == at[-1].code) at--;
  if (at > outermost) return (size_t)(at - own->calls);
  if (known < 2 || own->details[known - 2].next_by_frame <= first) return 0;
  return frames_hold(own, first, known) ? 0 : known;
}

/// The walk has come to a call that is known: what is further out is the same.
static inline bool is_at(const lk_thread_calls *own, size_t place, const lk_position *at) {
  const lk_call *known = &own->calls[place];
  const lk_call_detail *detail = &own->details[place];
  return known->slot == at->stack - sizeof(uintptr_t) && known->code == at->code &&
         (detail->inverted_frame == ~at->frame || !detail->uses_frame);
}

/// Adds a call further in than all others; the position's frame pointer is inverted already.
static inline void add(lk_thread_calls *own, const lk_position *at) {
  const size_t place = own->count++;
  lk_call_detail *detail = &own->details[place];
  own->calls[place] = (lk_call){at->stack - sizeof(uintptr_t), at->code};
  detail->inverted_frame = at->frame;
  detail->frame_from = at->frame_from;
  if (place == 0) {
    detail->hash = lk_hash_further(0, at->code);
    detail->next_by_frame = at->is_by_frame ? 1 : 0;
    detail->uses_frame = !own->is_whole;
    return;
  }
  const lk_call_detail *outer = detail - 1;
  detail->hash = lk_hash_further(outer->hash, at->code);
  detail->next_by_frame = at->is_by_frame ? (uint32_t)place + 1 : outer->next_by_frame;
  detail->uses_frame =
    outer->next_by_frame == place || (outer->frame_from == 0 && outer->uses_frame);
}

/// Notes how the innermost call was reached: by another way than before, perhaps.
static inline void set_arrival(lk_thread_calls *own, const lk_position *at) {
  const size_t place = own->count - 1;
  const uint32_t next_by_frame = place > 0 ? own->details[place - 1].next_by_frame : 0;
  own->details[place].frame_from = at->frame_from;
  own->details[place].next_by_frame = at->is_by_frame ? (uint32_t)place + 1 : next_by_frame;
}

/// Forgets what is furthest out, to make room.
static void forget_outer(lk_thread_calls *own, size_t kept) {
  const uint32_t dropped = (uint32_t)(own->count - kept);
  for (size_t place = 0; place < kept; place++) {
    own->calls[place] = own->calls[place + dropped];
    own->details[place] = own->details[place + dropped];
    const uint32_t next = own->details[place].next_by_frame;
    own->details[place].next_by_frame = next > dropped ? next - dropped : 0;
  }
  own->count = kept;
  own->is_whole = false;
}

/// Has the calls be those that lead to `start`, `most` of them at least.
__attribute__((noinline)) static void update(
  lk_thread_calls *own, const lk_position *start, size_t most) {
  lk_position at = *start;
  size_t known = own->count, fresh = 0;
  // The calls further in than this lead to others than they did.
  size_t trusted = known;
  for (;;) {
    const uintptr_t slot = at.stack - sizeof(uintptr_t);
    while (known > 0 && own->calls[known - 1].slot < slot) known--;
    if (known > 0 && known <= trusted && is_at(own, known - 1, &at)) {
      const size_t wanted = fresh < most ? most - fresh : 0;
      if (known >= wanted || own->is_whole) {
        const size_t doubtful =
          wanted == 0 ? 0 : doubtful_calls(own, known > wanted ? known - wanted : 0, known);
        if (doubtful == 0) break;
        trusted = doubtful - 1;
      }
    }
    own->fresh[fresh] = at;
    // Not to be found here: see ``lk_call_detail``.
    own->fresh[fresh++].frame = ~at.frame;
    const bool has_caller = lk_ascend(&at);
    if (!has_caller || fresh == most + further_frames) {
      known = 0;
      own->is_whole = !has_caller;
      break;
    }
  }
  own->count = known;
  if (known > 0 && fresh > 0) set_arrival(own, &at);
  if (known + fresh > capacity) forget_outer(own, most);
  while (fresh > 0) add(own, &own->fresh[--fresh]);
}

lk_walked_stack lk_remembered_stack(const lk_position *at, size_t most) {
  lk_thread_calls *own = own_calls != NULL ? own_calls : make_calls();
  lk_walked_stack result = {0};
  if (own == NULL || own->is_busy) return result;
  own->is_busy = true;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  lk_recurring_stack *recurring = lk_recurring_place(own->recurring, at);
  if (lk_recurs(recurring, at)) {
    result.number = recurring->number;
  } else {
    update(own, at, most);
    const size_t count = own->count < most ? own->count : most;
    result.hash = own->details[own->count - 1].hash;
    if (own->count > count) {
      result.hash -= own->details[own->count - 1 - count].hash * powers[count];
    }
    result.count = (uint32_t)count;
    result.walk = ++own->walks;
    own->start = *at;
    own->start.frame = ~at->frame;
  }
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  own->is_busy = false;
  return result;
}

void lk_remember_number(uint32_t number, const lk_walked_stack *walked) {
  lk_thread_calls *own = own_calls;
  if (own == NULL || own->is_busy || own->walks != walked->walk) return;
  lk_recurring_stack *recurring = lk_recurring_place(own->recurring, &own->start);
  // Kept where it comes a second time: most stacks of a program that has many do not.
  if (recurring->candidate != number) {
    recurring->candidate = number;
    return;
  }
  own->is_busy = true;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  lk_keep_recurring(recurring, own, walked->count);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  own->is_busy = false;
}

bool lk_copy_remembered(uintptr_t *found, uint32_t count, uint32_t walk) {
  lk_thread_calls *own = own_calls;
  if (own == NULL || own->is_busy) return false;
  own->is_busy = true;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  const bool is_last = own->walks == walk;
  for (uint32_t index = 0; is_last && index < count; index++) {
    found[index] = own->calls[own->count - 1 - index].code;
  }
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  own->is_busy = false;
  return is_last;
}

#endif
