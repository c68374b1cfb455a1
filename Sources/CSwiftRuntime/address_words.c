#include "lk_address_words.h"

#include "lk_allocation_table.h"

#if defined(__has_attribute)
#if __has_attribute(no_sanitize)
#define LK_READS_ANYTHING __attribute__((no_sanitize("address", "thread")))
#endif
#endif
#if !defined(LK_READS_ANYTHING)
#define LK_READS_ANYTHING
#endif

/// The bytes that glibc's allocator takes for a block, its own word included
/// (malloc/malloc.c, "request2size"): those that the block leaves over keep what an
/// earlier one wrote there.
static inline uintptr_t piece_of(uintptr_t size) {
  const uintptr_t whole = (size + 8 + 15) & ~(uintptr_t)15;
  return whole < 32 ? 32 : whole;
}

LK_READS_ANYTHING
uintptr_t lk_next_address_word(uintptr_t place, uintptr_t end, uintptr_t low, uintptr_t high) {
  const uintptr_t extent = high - low;
  while (place < end) {
    const uintptr_t word = *(const volatile uintptr_t *)place;
    if ((word & lk_unflagged) - low < extent) return place;
    place += 8;
  }
  return place;
}

LK_READS_ANYTHING
uintptr_t lk_next_root_word(uintptr_t place, uintptr_t end, uintptr_t low, uintptr_t high) {
  const uintptr_t extent = high - low;
  while (place < end) {
    const lk_allocation entry = lk_table_entry(place);
    if (entry.block != 0) {
      place += piece_of(lk_size_of(entry));
      continue;
    }
    const uintptr_t word = *(const volatile uintptr_t *)place;
    if ((word & lk_unflagged) - low < extent) return place;
    place += 8;
  }
  return place;
}
