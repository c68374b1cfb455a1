#include "lk_allocation_counter.h"

#include "lk_imports.h"

#include <stdatomic.h>
#include <stdlib.h>

#if defined(__linux__)
#include <malloc.h>
#endif

static _Atomic uint64_t lk_allocations;

static void *lk_counting_malloc(size_t size) {
  atomic_fetch_add_explicit(&lk_allocations, 1, memory_order_relaxed);
  return malloc(size);
}

static int lk_counting_posix_memalign(void **result, size_t alignment, size_t size) {
  atomic_fetch_add_explicit(&lk_allocations, 1, memory_order_relaxed);
  return posix_memalign(result, alignment, size);
}

bool lk_allocation_counter_install(void) {
  const lk_import imports[] = {
    {"malloc", (void *)lk_counting_malloc},
    {"posix_memalign", (void *)lk_counting_posix_memalign},
  };
  return lk_redirect_imports("libswiftCore.so", imports, 2) > 0;
}

uint64_t lk_allocation_counter_value(void) {
  return atomic_load_explicit(&lk_allocations, memory_order_relaxed);
}

uint64_t lk_allocated_bytes(void) {
#if defined(__GLIBC__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 33)
  // A large block is a separate mapping, which "uordblks" does not include.
  struct mallinfo2 usage = mallinfo2();
  return usage.uordblks + usage.hblkhd;
#else
  return 0;
#endif
#else
  return 0;
#endif
}
