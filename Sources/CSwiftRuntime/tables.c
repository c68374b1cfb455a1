#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CSwiftRuntime.h"

#include <sys/mman.h>

void *lk_map_tables(size_t length, bool large) {
  void *memory =
    mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return NULL;
#if defined(MADV_HUGEPAGE)
  madvise(memory, length, large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#endif
  return memory;
}

void lk_unmap_tables(void *memory, size_t length) { munmap(memory, length); }
