#include "lk_address_words.h"

#include "lk_allocation_table.h"
#include "lk_analysis_crash.h"
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

/// The bytes that glibc's allocator takes for a block, its own word included
/// (malloc/malloc.c, "request2size"): those that the block leaves over keep what an
/// earlier one wrote there.
static inline uintptr_t piece_of(uintptr_t size) {
  const uintptr_t whole = (size + 8 + 15) & ~(uintptr_t)15;
  return whole < 32 ? 32 : whole;
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
  while (place < search->end) {
    if (search->passes_blocks) {
      const lk_allocation entry = lk_table_entry(place);
      if (entry.block != 0) {
        place += piece_of(lk_size_of(entry));
        continue;
      }
    }
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
