#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_swift_libraries.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "lk_imports.h"

typedef struct {
  /// The number of libraries with Swift code that the search has to skip.
  size_t skipped;
  char path[PATH_MAX];
} lk_search;

static int lk_visit_library(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  lk_search *search = context;
  const size_t length = info->dlpi_name == NULL ? 0 : strlen(info->dlpi_name);
  if (length == 0 || length >= sizeof search->path) return 0;
  if (!lk_image_needs(info, "libswiftCore")) return 0;
  if (search->skipped > 0) {
    search->skipped--;
    return 0;
  }
  memcpy(search->path, info->dlpi_name, length + 1);
  return 1;
}

typedef int (*close_function)(void *);

/// Returns the C library's dlclose.
static close_function lk_dlclose(void) { return (close_function)dlsym(RTLD_NEXT, "dlclose"); }

/// Keeps all loaded libraries with Swift code in memory until the program ends.
static void lk_keep_swift_libraries(close_function close) {
  lk_search search = {0};
  // dlopen must not be called during dl_iterate_phdr, so each search returns one library.
  for (size_t index = 0; search.skipped = index, dl_iterate_phdr(lk_visit_library, &search) != 0;
       index++) {
    void *handle = dlopen(search.path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    if (handle != NULL) close(handle);
  }
}

int lk_close_library(void *handle) {
  const close_function close = lk_dlclose();
  lk_keep_swift_libraries(close);
  // A failed dlopen would change the message that dlerror returns.
  dlerror();
  return close(handle);
}

#else

#include <dlfcn.h>

int lk_close_library(void *handle) { return dlclose(handle); }

#endif
