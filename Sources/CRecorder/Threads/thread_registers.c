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

/// What a function that calls the system keeps of its caller's: the rest it may overwrite, and
/// whoever called the C library for this expects nothing in it (System V ABI for x86-64, table
/// 3.4; procedure call standard for the 64-bit Arm architecture, section 6.1.1).
static const size_t kept_registers[] = {
#if defined(__x86_64__)
  REG_RBX, REG_RBP, REG_R12, REG_R13, REG_R14, REG_R15, REG_RSP, REG_RIP,
#elif defined(__aarch64__)
  19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
#else
  0,
#endif
};

static void note(uintptr_t *own, const ucontext_t *context) {
  memcpy(own, REGISTERS(context), register_count * sizeof(uintptr_t));
}

static void note_kept(uintptr_t *own, const ucontext_t *context) {
  memset(own, 0, register_count * sizeof *own);
  for (size_t index = 0; index < sizeof kept_registers / sizeof *kept_registers; index++) {
    const size_t which = kept_registers[index];
    own[which] = (uintptr_t)REGISTERS(context)[which];
  }
}

void lk_note_last_registers(const void *context, bool is_call) {
  if (words == NULL) return;
  if (is_call) {
    note_kept(words, context);
  } else {
    note(words, context);
  }
}

void lk_note_registers(size_t place, const void *context, bool is_waiting) {
  if (words == NULL || place >= lk_most_noted) return;
  uintptr_t *own = words + (1 + place) * words_each;
  if (is_waiting) {
    note_kept(own, context);
  } else {
    note(own, context);
  }
  memcpy(own + register_count, (const void *)pthread_self(), record_count * sizeof(uintptr_t));
  size_t noted = atomic_load(&noted_count);
  while (noted <= place && !atomic_compare_exchange_weak(&noted_count, &noted, place + 1)) {}
}

uintptr_t *lk_noted_at(size_t place) {
  if (words == NULL || place >= atomic_load(&noted_count)) return NULL;
  return words + (1 + place) * words_each;
}

void lk_forget_registers(size_t place) {
  uintptr_t *own = lk_noted_at(place);
  if (own != NULL) memset(own, 0, register_count * sizeof *own);
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

void lk_note_last_registers(const void *context, bool is_call) {
  (void)context;
  (void)is_call;
}

void lk_note_registers(size_t place, const void *context, bool is_waiting) {
  (void)place;
  (void)context;
  (void)is_waiting;
}

size_t lk_noted_registers(const uintptr_t **result) {
  *result = NULL;
  return 0;
}

uintptr_t *lk_noted_at(size_t place) {
  (void)place;
  return NULL;
}

void lk_forget_registers(size_t place) { (void)place; }

#endif
