#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_dispatch_main.h"

#include "lk_call_registers.h"
#include "lk_imports.h"
#include "lk_main_frame.h"
#include "lk_system_calls.h"
#include "lk_tables.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/// A copy of the first thread's registers, followed by a copy of its stack from the frame of the
/// caller of dispatch_main to main's frame, inclusive.
static uintptr_t *kept;
static size_t kept_size;
static atomic_bool is_in_dispatch_main;

static void keep(const lk_call_registers *registers) {
  const uintptr_t end = lk_main_frame();
  if (kept != NULL || registers->stack >= end) return;
  const size_t size = sizeof registers->words + (end - registers->stack);
  uintptr_t *words = lk_map_tables(size, false);
  if (words == NULL) return;
  memcpy(words, registers->words, sizeof registers->words);
  memcpy(
    (char *)words + sizeof registers->words, (const void *)registers->stack,
    end - registers->stack);
  kept_size = size;
  kept = words;
}

LK_CALL_WITH_REGISTERS(noticed_dispatch_main, keep_and_dispatch)

static void keep_and_dispatch(int argument, const lk_call_registers *registers) {
  (void)argument;
  if (!lk_avoids_system_calls() && syscall(SYS_gettid) == getpid()) {
    atomic_store(&is_in_dispatch_main, true);
    keep(registers);
  }
  void (*dispatch_main)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "dispatch_main");
  if (dispatch_main != NULL) dispatch_main();
}

void lk_keep_frames_at_dispatch_main(void) {
  const lk_import calls[] = {{"dispatch_main", (void *)noticed_dispatch_main}};
  lk_redirect_imports_everywhere(calls, 1, (const void *)noticed_dispatch_main, NULL, 0);
}

bool lk_first_thread_is_in_dispatch_main(void) { return atomic_load(&is_in_dispatch_main); }

bool lk_frames_at_dispatch_main(uintptr_t *start, uintptr_t *end) {
  if (kept == NULL) return false;
  *start = (uintptr_t)kept;
  *end = (uintptr_t)kept + kept_size;
  return true;
}

#else

void lk_keep_frames_at_dispatch_main(void) {}

bool lk_first_thread_is_in_dispatch_main(void) { return false; }

bool lk_frames_at_dispatch_main(uintptr_t *start, uintptr_t *end) {
  (void)start;
  (void)end;
  return false;
}

#endif
