#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_stopped_thread_table.h"

#include "lk_interrupted_code.h"
#include "lk_reserve.h"
#include "lk_thread_registers.h"

#if defined(__linux__)

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <ucontext.h>

// Vector registers are not recorded, because they usually contain stale data from the last time
// that memory was copied.
#if defined(__x86_64__)
enum { register_count = NGREG };
#define REGISTERS(context) ((context)->uc_mcontext.gregs)
#elif defined(__aarch64__)
enum { register_count = 31 };
#define REGISTERS(context) ((context)->uc_mcontext.regs)
#else
enum { register_count = 1 };
#define REGISTERS(context) (&no_register)
static const uintptr_t no_register;
#endif

// The values of the first 32 pthread keys are in the thread's control block, of which the first
// `record_count` words are recorded.
#if defined(__GLIBC__)
enum { record_count = 256 };
#else
enum { record_count = 0 };
#endif

enum { words_each = register_count + record_count, threads_each = 256, max_chunks = 16384 };

typedef struct {
  lk_stopped_thread threads[threads_each];
  uintptr_t words[threads_each][words_each];
} chunk;

static chunk *chunks[max_chunks];
static size_t chunk_count;
static uintptr_t last_words[register_count];
static size_t last_word_count;
static bool is_last_working;

bool lk_reserve_threads(size_t count) {
  while (chunk_count * threads_each < count) {
    if (chunk_count == max_chunks) return false;
    chunk *fresh = lk_reserve(sizeof *fresh);
    if (fresh == NULL) return false;
    for (size_t index = 0; index < threads_each; index++) {
      fresh->threads[index].words = fresh->words[index];
    }
    chunks[chunk_count++] = fresh;
  }
  return true;
}

size_t lk_thread_capacity(void) { return chunk_count * threads_each; }

lk_stopped_thread *lk_thread_at(size_t index) {
  return &chunks[index / threads_each]->threads[index % threads_each];
}

bool lk_registers_include(uintptr_t address) {
  for (size_t index = 0; index < chunk_count; index++) {
    if (address - (uintptr_t)chunks[index] < sizeof(chunk)) return true;
  }
  return false;
}

/// The registers that a function preserves for its caller. A waiting thread made its system call in
/// a function of the C library. The caller of that function expects no values in the other
/// registers afterwards (System V ABI for x86-64, figure 3.4; procedure call standard for the
/// 64-bit Arm architecture, section 6.1.1).
static const size_t preserved[] = {
#if defined(__x86_64__)
  REG_RBX, REG_RBP, REG_R12, REG_R13, REG_R14, REG_R15, REG_RSP, REG_RIP,
#elif defined(__aarch64__)
  19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
#else
  0,
#endif
};

static void note_preserved(uintptr_t *words, const ucontext_t *context) {
  memset(words, 0, register_count * sizeof *words);
  for (size_t index = 0; index < sizeof preserved / sizeof *preserved; index++) {
    words[preserved[index]] = (uintptr_t)REGISTERS(context)[preserved[index]];
  }
}

void lk_note_registers(lk_stopped_thread *own, const void *context) {
  if (own->is_waiting) {
    note_preserved(own->words, context);
  } else {
    memcpy(own->words, REGISTERS((const ucontext_t *)context), register_count * sizeof(uintptr_t));
  }
  memcpy(
    own->words + register_count, (const void *)pthread_self(), record_count * sizeof(uintptr_t));
  own->word_count = words_each;
}

void lk_note_last_registers(const void *context) {
  memcpy(last_words, REGISTERS((const ucontext_t *)context), sizeof last_words);
  last_word_count = register_count;
  is_last_working = !lk_is_at_system_call(lk_interrupted_code(context));
}

bool lk_last_thread_was_working(void) { return is_last_working; }

void lk_note_call_registers(const lk_call_registers *registers) {
  memcpy(last_words, registers->words, sizeof registers->words);
  last_word_count = sizeof registers->words / sizeof *registers->words;
}

size_t lk_last_registers(const uintptr_t **words) {
  *words = last_words;
  return last_word_count;
}

size_t lk_stopped_registers(size_t index, const uintptr_t **words) {
  const lk_stopped_thread *thread = lk_thread_at(index);
  *words = thread->words;
  return thread->word_count == 0 ? 0 : register_count;
}

void lk_forget_registers(size_t index) {
  if (index >= lk_thread_capacity()) return;
  lk_stopped_thread *thread = lk_thread_at(index);
  if (thread->word_count != 0) memset(thread->words, 0, register_count * sizeof(uintptr_t));
}

#else

#include <stddef.h>

bool lk_reserve_threads(size_t count) {
  (void)count;
  return false;
}

bool lk_registers_include(uintptr_t address) {
  (void)address;
  return false;
}

void lk_note_last_registers(const void *context) { (void)context; }

bool lk_last_thread_was_working(void) { return false; }

void lk_note_call_registers(const lk_call_registers *registers) { (void)registers; }

size_t lk_last_registers(const uintptr_t **words) {
  *words = NULL;
  return 0;
}

size_t lk_stopped_registers(size_t index, const uintptr_t **words) {
  (void)index;
  *words = NULL;
  return 0;
}

void lk_forget_registers(size_t index) { (void)index; }

#endif
