#include "lk_freed_memory.h"

#ifdef __GLIBC__

#include <malloc.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/// A byte of which no address consists.
enum { filler = 0xA5 };

/// The allocator's cache for each thread (malloc/malloc.c, "tcache"): it contains blocks of up to
/// `largest_cached` bytes, and by default `cached_of_size` blocks of each size.
enum { smallest_cached = 24, largest_cached = 1032, size_step = 16, cached_of_size = 7 };

static bool is_overwriting;

void lk_begin_overwriting_freed_memory(void) {
  // The user of the program has already chosen what the allocator writes.
  if (getenv("MALLOC_PERTURB_") != NULL || getenv("GLIBC_TUNABLES") != NULL) return;
  is_overwriting = mallopt(M_PERTURB, filler) != 0;
}

void lk_end_overwriting_freed_memory(void) {
  if (is_overwriting) mallopt(M_PERTURB, 0);
  is_overwriting = false;
  for (size_t size = smallest_cached; size <= largest_cached; size += size_step) {
    void *blocks[cached_of_size];
    for (int index = 0; index < cached_of_size; index++) {
      blocks[index] = malloc(size);
      if (blocks[index] != NULL) explicit_bzero(blocks[index], size);
    }
    for (int index = 0; index < cached_of_size; index++) free(blocks[index]);
  }
}

#else

void lk_begin_overwriting_freed_memory(void) {}
void lk_end_overwriting_freed_memory(void) {}

#endif
