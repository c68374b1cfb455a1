#include "lk_address_words.h"

#include "lk_allocation_table.h"
#include "lk_analysis_crash.h"
#include "lk_table_cells.h"
#include "lk_touched_pages.h"

#include <stdbool.h>

#if defined(__has_attribute)
#if __has_attribute(no_sanitize)
#define LK_READS_ANYTHING __attribute__((no_sanitize("address", "thread")))
#endif
#endif
#if !defined(LK_READS_ANYTHING)
#define LK_READS_ANYTHING
#endif

/// The least size of a page.
static const uintptr_t page = 4096;

/// As far before the end of a block as a freed block that ends behind it can start: glibc's
/// allocator gives larger ones pages of their own (malloc/malloc.c, DEFAULT_MMAP_THRESHOLD_MAX).
static const uintptr_t largest_overlap = 32 << 20;

/// The blocks that the recorder knows of, passed in ascending order of their addresses.
///
/// Memory that two freed blocks left may have been allocated as one, of which the second one's
/// entry is a part. So the entries within a block are looked at as well: a block that was freed
/// may end behind it.
typedef struct {
  /// The end of the memory that blocks are known to have had.
  uintptr_t end;
} passed_blocks;

/// Whether a block is known to include the 16 bytes at `place`; `next` is then where to go on.
static inline bool passes(passed_blocks *passed, uintptr_t place, uintptr_t *next) {
  const lk_table_leaf *const leaf = place % 16 == 0 ? lk_leaf_at(place) : NULL;
  const lk_allocation entry = {
    leaf == NULL ? 0 : atomic_load_explicit(&leaf->blocks[lk_cell_of(place)], memory_order_relaxed),
    0};
  if (__builtin_expect(entry.block != 0, 0)) {
    const uintptr_t end = place + lk_taken_bytes(lk_size_of(entry));
    if (end > passed->end) passed->end = end;
  }
  if (place >= passed->end) return false;
  *next = passed->end - place > largest_overlap ? passed->end - largest_overlap : place + 16;
  return true;
}

typedef struct {
  volatile uintptr_t place;
  const uintptr_t end, low, extent;
  const bool passes_blocks;
  /// The memory is large enough for a part of it never to have been touched.
  const bool skips_pages;
} word_search;

/// Memory of less than this is read without asking for the state of its pages.
static const uintptr_t skipping_length = 65536;

LK_READS_ANYTHING
static void search(void *state) {
  word_search *search = state;
  uintptr_t place = search->place, current_page = 0;
  passed_blocks passed = {0};
  while (place < search->end) {
    if (search->passes_blocks && passes(&passed, place, &place)) continue;
    if ((place & ~(page - 1)) != current_page) {
      // Where the search goes on if this page cannot be read.
      search->place = place;
      if (search->skips_pages) {
        const uintptr_t touched = lk_next_touched(place, search->end);
        if (touched != place) {
          place = touched;
          continue;
        }
      }
      current_page = place & ~(page - 1);
    }
    const uintptr_t word = *(const volatile uintptr_t *)place;
    if ((word & lk_unflagged) - search->low < search->extent) break;
    place += 8;
  }
  search->place = place;
}

/// Pages that cannot be read are skipped: the list of mappings is older than the search, and
/// what the analysis itself freed may be gone.
static uintptr_t next_word(
  uintptr_t place, uintptr_t end, uintptr_t low, uintptr_t high, bool passes_blocks) {
  word_search state = {
    .place = place, .end = end, .low = low, .extent = high - low, .passes_blocks = passes_blocks,
    .skips_pages = end > place && end - place >= skipping_length};
  while (state.place < end && !lk_guard_reads(search, &state)) {
    state.place = (state.place & ~(page - 1)) + page;
  }
  return state.place;
}

uintptr_t lk_next_address_word(uintptr_t place, uintptr_t end, uintptr_t low, uintptr_t high) {
  return next_word(place, end, low, high, false);
}

uintptr_t lk_next_root_word(uintptr_t place, uintptr_t end, uintptr_t low, uintptr_t high) {
  return next_word(place, end, low, high, true);
}
