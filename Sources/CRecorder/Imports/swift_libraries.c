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

/// Returns whether an image belongs to the toolchain or is the preloaded library.
static bool lk_is_toolchains(const char *path) {
  static const char *const names[] = {"libswift", "libFoundation", "lib_", "libLeakPreload"};
  const char *const slash = strrchr(path, '/');
  const char *const name = slash != NULL ? slash + 1 : path;
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    if (strncmp(name, names[index], strlen(names[index])) == 0) return true;
  }
  return false;
}

static int lk_visit_own_library(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  bool *const is_found = context;
  const bool is_own = info->dlpi_name != NULL && !lk_is_toolchains(info->dlpi_name);
  *is_found = is_own && lk_image_needs(info, "libswiftCore");
  return *is_found;
}

bool lk_uses_swift_library(void) {
  bool is_found = false;
  dl_iterate_phdr(lk_visit_own_library, &is_found);
  return is_found;
}

typedef void *(*open_function)(const char *, int);
typedef int (*close_function)(void *);

/// Keeps all loaded libraries with Swift code in memory until the program ends.
static void lk_keep_swift_libraries(close_function close) {
  // This function must not call the preloaded library's dlopen, which also looks for new libraries.
  const open_function open = (open_function)dlsym(RTLD_NEXT, "dlopen");
  lk_search search = {0};
  // dlopen must not be called during dl_iterate_phdr, so each search returns one library.
  for (size_t index = 0; search.skipped = index, dl_iterate_phdr(lk_visit_library, &search) != 0;
       index++) {
    void *handle = open(search.path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    if (handle != NULL) close(handle);
  }
}

int lk_close_library(void *handle) {
  const close_function close = (close_function)dlsym(RTLD_NEXT, "dlclose");
  lk_keep_swift_libraries(close);
  // Discards the message of a failed dlopen, which dlerror would otherwise return.
  dlerror();
  return close(handle);
}

#else

#include <dlfcn.h>

bool lk_uses_swift_library(void) { return false; }

int lk_close_library(void *handle) { return dlclose(handle); }

#endif
