#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_analysis_claim.h"

#if defined(__linux__)

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/// The process and the thread that analyze the program, as returned by `this_thread`; 0 if there is
/// none.
static _Atomic uint64_t analyzing;
/// The thread that began the final analysis; 0 if there is none.
static _Atomic uint64_t ending;

/// Returns the identifiers of this process, in the upper 32 bits, and of the calling thread, in the
/// lower 32 bits.
static uint64_t this_thread(void) {
  return (uint64_t)getpid() << 32 | (uint32_t)syscall(SYS_gettid);
}

/// Returns whether a thread belongs to this process, and not to the process that forked this one.
static bool is_in_this_process(uint64_t thread) { return thread >> 32 == (uint64_t)getpid(); }

static void pause_for(long milliseconds) {
  const int saved = errno;
  const struct timespec duration = {.tv_nsec = milliseconds * 1000000};
  nanosleep(&duration, NULL);
  errno = saved;
}

bool lk_claim_analysis(bool is_final) {
  const uint64_t self = this_thread();
  uint64_t other = 0;
  while (!atomic_compare_exchange_strong(&analyzing, &other, self)) {
    if (other == self) return false;
    if (is_in_this_process(other)) {
      pause_for(1);
      other = 0;
    }
  }
  if (is_final) atomic_store(&ending, self);
  return true;
}

bool lk_is_analyzing(void) { return atomic_load(&analyzing) == this_thread(); }

void lk_release_analysis(void) { atomic_store(&analyzing, 0); }

void lk_wait_for_final_analysis(void) {
  const uint64_t other = atomic_load(&ending);
  if (other == 0 || other == this_thread() || !is_in_this_process(other)) return;
  while (atomic_load(&analyzing) == other) pause_for(1);
  for (int count = 0; count < 100; count++) pause_for(10);
}

void lk_forget_claims(void) {
  atomic_store(&analyzing, 0);
  atomic_store(&ending, 0);
}

#else

bool lk_claim_analysis(bool is_final) {
  (void)is_final;
  return true;
}

bool lk_is_analyzing(void) { return false; }

void lk_release_analysis(void) {}

void lk_wait_for_final_analysis(void) {}

void lk_forget_claims(void) {}

#endif
