#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_interrupted_code.h"

#include "lk_thread_list.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <string.h>
#include <ucontext.h>

#if defined(__x86_64__)
static const uint8_t system_call[] = {0x0F, 0x05};

uintptr_t lk_interrupted_code(const void *context) {
  return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
}

uintptr_t lk_interrupted_stack(const void *context) {
  return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
}

static int64_t result(const void *context) {
  return ((const ucontext_t *)context)->uc_mcontext.gregs[REG_RAX];
}

void lk_repeat_call(void *context, long number, uintptr_t argument) {
  (void)argument;
  ucontext_t *interrupted = context;
  interrupted->uc_mcontext.gregs[REG_RAX] = number;
  interrupted->uc_mcontext.gregs[REG_RIP] -= sizeof system_call;
}
#else
static const uint8_t system_call[] = {0x01, 0x00, 0x00, 0xD4};

uintptr_t lk_interrupted_code(const void *context) {
  return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.pc;
}

uintptr_t lk_interrupted_stack(const void *context) {
  return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.sp;
}

static int64_t result(const void *context) {
  return (int64_t)((const ucontext_t *)context)->uc_mcontext.regs[0];
}

void lk_repeat_call(void *context, long number, uintptr_t argument) {
  (void)number;  // The number is still in its register, x8.
  ucontext_t *interrupted = context;
  interrupted->uc_mcontext.regs[0] = argument;
  interrupted->uc_mcontext.pc -= sizeof system_call;
}
#endif

bool lk_is_at_system_call(uintptr_t code) {
  const uintptr_t page = 4096;
  const size_t length = sizeof system_call;
  const bool has_before = code % page >= length, has_here = code % page <= page - length;
  return (has_before && memcmp((const void *)(code - length), system_call, length) == 0) ||
         (has_here && memcmp((const void *)code, system_call, length) == 0);
}

/// The maximum number of times that the system may have scheduled a thread since its system call
/// was observed. It schedules the thread once for the signal, and again if other threads preempt
/// the thread before it reaches the handler.
enum { max_starts = 4 };

bool lk_has_interrupted_call(const lk_stopped_thread *own, const void *context) {
  return own->call >= 0 && lk_interrupted_code(context) == own->code &&
         result(context) == -EINTR && lk_thread_switches(own->thread) - own->switches <= max_starts;
}

#else

uintptr_t lk_interrupted_code(const void *context) {
  (void)context;
  return 0;
}

uintptr_t lk_interrupted_stack(const void *context) { return (uintptr_t)context; }

bool lk_is_at_system_call(uintptr_t code) {
  (void)code;
  return false;
}

bool lk_has_interrupted_call(const lk_stopped_thread *own, const void *context) {
  (void)own;
  (void)context;
  return false;
}

void lk_repeat_call(void *context, long number, uintptr_t argument) {
  (void)context;
  (void)number;
  (void)argument;
}

#endif
