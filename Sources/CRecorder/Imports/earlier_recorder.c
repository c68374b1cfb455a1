#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_earlier_recorder.h"

#if defined(__linux__)

#include <dlfcn.h>

const lk_recorder_service *lk_earlier_recorder(void) {
  // If the first image with the symbol is this image, the next one is used.
  void *const handles[] = {RTLD_DEFAULT, RTLD_NEXT};
  for (size_t index = 0; index < sizeof handles / sizeof *handles; index++) {
    lk_recorder_service *found = dlsym(handles[index], "lk_recorder_service_entry");
    if (found == NULL || found == &lk_recorder_service_entry) continue;
    if (atomic_load(&found->is_installed)) return found;
  }
  return NULL;
}

#else

const lk_recorder_service *lk_earlier_recorder(void) { return NULL; }

#endif
