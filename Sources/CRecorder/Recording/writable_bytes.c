#include "lk_writable_bytes.h"

#include "lk_real_allocator.h"

#if defined(__linux__) && defined(__LP64__)

#include <stdatomic.h>
#include <stdbool.h>

/// A Boolean value indicating whether the program has asked for the usable size of a block.
static atomic_bool uses_usable_size;

size_t lk_note_usable_size(void *block) {
  atomic_store_explicit(&uses_usable_size, true, memory_order_relaxed);
  return lk_real.malloc_usable_size(block);
}

size_t lk_writable_bytes(void *block, size_t requested) {
  if (!atomic_load_explicit(&uses_usable_size, memory_order_relaxed)) return requested;
  const size_t usable = lk_real.malloc_usable_size(block);
  return usable > requested ? usable : requested;
}

#endif
