#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "PreloadExports.h"

#include "lk_allocation_recorder.h"
#include "lk_opened_libraries.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

typedef void *(*opener)(const char *file, int mode);

/// Opens a library, and starts recording the memory that it allocates.
///
/// The C library searches for a file by the rules of the image that calls dlopen if the name
/// contains no slash or contains `$ORIGIN`. For such a name, this function ends with a tail call,
/// so that the C library finds that image. The memory of the new library is then recorded from the
/// next call of dlsym or dlopen on.
void *dlopen(const char *file, int mode) {
  const opener next = (opener)dlsym(RTLD_NEXT, "dlopen");
  if (file == NULL || strchr(file, '/') == NULL || strchr(file, '$') != NULL) {
    lk_recorder_install_in_new_images();
    if (file != NULL) lk_await_library();
    __attribute__((musttail)) return next(file, mode);
  }
  void *const library = next(file, mode);
  if (library != NULL) lk_recorder_install_in_new_images();
  return library;
}

#endif
