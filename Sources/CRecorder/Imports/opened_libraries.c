#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_opened_libraries.h"

#include "lk_allocation_recorder.h"
#include "lk_imports.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>

#if defined(__has_attribute)
#if __has_attribute(musttail)
#define TAIL_CALL __attribute__((musttail))
#endif
#endif
#ifndef TAIL_CALL
#define TAIL_CALL
#endif

static atomic_bool is_awaiting;

/// Replaces dlsym, and starts recording in the libraries that were opened before this call.
///
/// The C library evaluates RTLD_NEXT and RTLD_DEFAULT for the image that calls dlsym. The tail call
/// makes the C library find that image.
static void *noticed_dlsym(void *library, const char *name) {
  if (atomic_load_explicit(&is_awaiting, memory_order_relaxed)
      && atomic_exchange(&is_awaiting, false)) {
    lk_recorder_install_in_new_images();
  }
  TAIL_CALL return dlsym(library, name);
}

void lk_await_library(void) {
  static atomic_flag is_redirected = ATOMIC_FLAG_INIT;
  if (!atomic_flag_test_and_set(&is_redirected)) {
    const lk_import calls[] = {{"dlsym", (void *)noticed_dlsym}};
    lk_redirect_imports_everywhere(calls, 1, (const void *)noticed_dlsym, NULL, 0);
  }
  atomic_store(&is_awaiting, true);
}

#else

void lk_await_library(void) {}

#endif
