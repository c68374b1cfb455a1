#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_note_registers.h"
#include "lk_reserve.h"
#include "lk_thread_registers.h"

#if defined(__linux__)

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <ucontext.h>

// Those for vectors are left out: they keep what was last copied through them.
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

// What a key of pthread's leads to lies in the thread's own record; fork clears those of
// threads that the copy does not have.
#if defined(__GLIBC__)
enum { record_count = 256 };
#else
enum { record_count = 0 };
#endif

enum {
  words_each = register_count + record_count,
  word_count = (1 + lk_most_noted) * words_each,
};

/// The first words are those of the thread that ends the program.
static uintptr_t *words;
static _Atomic size_t noted_count;

bool lk_prepare_registers(void) {
  atomic_store(&noted_count, 0);
  if (words == NULL) words = lk_reserve(word_count * sizeof *words);
  return words != NULL;
}

bool lk_registers_include(uintptr_t address) {
  const uintptr_t first = (uintptr_t)words;
  return words != NULL && address >= first && address < first + word_count * sizeof *words;
}

static void note(uintptr_t *own, const ucontext_t *context) {
  memcpy(own, REGISTERS(context), register_count * sizeof(uintptr_t));
}

void lk_note_last_registers(const void *context) {
  if (words != NULL) note(words, context);
}

void lk_note_registers(size_t place, const void *context) {
  if (words == NULL || place >= lk_most_noted) return;
  uintptr_t *own = words + (1 + place) * words_each;
  note(own, context);
  memcpy(own + register_count, (const void *)pthread_self(), record_count * sizeof(uintptr_t));
  size_t noted = atomic_load(&noted_count);
  while (noted <= place && !atomic_compare_exchange_weak(&noted_count, &noted, place + 1)) {}
}

size_t lk_noted_registers(const uintptr_t **result) {
  *result = words;
  return words == NULL ? 0 : (1 + atomic_load(&noted_count)) * words_each;
}

#else

bool lk_prepare_registers(void) { return false; }

bool lk_registers_include(uintptr_t address) {
  (void)address;
  return false;
}

void lk_note_last_registers(const void *context) { (void)context; }

void lk_note_registers(size_t place, const void *context) {
  (void)place;
  (void)context;
}

size_t lk_noted_registers(const uintptr_t **result) {
  *result = NULL;
  return 0;
}

#endif
