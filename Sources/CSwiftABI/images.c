#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CSwiftABI.h"

#include <dlfcn.h>

const void *lk_exported_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

#if defined(__linux__)

#include <link.h>

typedef struct {
  void (*body)(const lk_image *image, void *state);
  void *state;
} visit;

static int visit_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  const visit *visitor = context;
  lk_image image = {info->dlpi_name ? info->dlpi_name : "", info->dlpi_addr, UINTPTR_MAX, 0};
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD) continue;
    uintptr_t low = info->dlpi_addr + segment->p_vaddr;
    uintptr_t high = low + segment->p_memsz;
    if (low < image.low) image.low = low;
    if (high > image.high) image.high = high;
  }
  if (image.low < image.high) visitor->body(&image, visitor->state);
  return 0;
}

void lk_each_image(void (*body)(const lk_image *image, void *state), void *state) {
  visit visitor = {body, state};
  dl_iterate_phdr(visit_image, &visitor);
}

#else

void lk_each_image(void (*body)(const lk_image *image, void *state), void *state) {
  (void)body;
  (void)state;
}

#endif
