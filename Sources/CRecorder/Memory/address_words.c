#include "lk_address_words.h"

#include "lk_allocation_table.h"
#include "lk_analysis_crash.h"
#include "lk_reads_anything.h"
#include "lk_table_cells.h"
#include "lk_touched_pages.h"

#include <stdbool.h>

/// The minimum size of a page.
static const uintptr_t page_size = 4096;

/// The maximum size of a freed block that starts inside a newer block and ends after the newer
/// block. glibc's allocator maps separate pages for larger blocks (malloc/malloc.c,
/// DEFAULT_MMAP_THRESHOLD_MAX).
static const uintptr_t max_overlap = 32 << 20;

/// A cursor over the blocks in the allocation table, in ascending order of their addresses.
///
/// The allocator may merge the memory of two freed blocks and allocate a new block from it. The
/// second freed block then starts inside the new block, and may end after the new block. Therefore
/// entries for addresses inside a block are examined as well.
typedef struct {
  /// The end of the memory that is known to have belonged to blocks.
  uintptr_t end;
} skipped_blocks;

/// Returns whether the 16 bytes at `address` belong to a block in the table, in use or freed. If
/// so, `next` receives the address at which to continue.
static inline bool skips(skipped_blocks *skipped, uintptr_t address, uintptr_t *next) {
  const lk_table_leaf *const leaf = address % 16 == 0 ? lk_leaf_at(address) : NULL;
  const lk_allocation entry = {
    leaf == NULL
      ? 0
      : atomic_load_explicit(&leaf->blocks[lk_cell_of(address)], memory_order_relaxed),
    0};
  if (__builtin_expect(entry.block != 0, 0)) {
    const uintptr_t end = address + lk_taken_bytes(lk_size_of(entry));
    if (end > skipped->end) skipped->end = end;
  }
  if (address >= skipped->end) return false;
  *next = skipped->end - address > max_overlap ? skipped->end - max_overlap : address + 16;
  return true;
}

typedef struct {
  volatile uintptr_t address;
  const uintptr_t end, low, extent;
  bool skips_blocks;
  /// The function that finds the next page to read; NULL if all pages are read.
  uintptr_t (*next_page)(uintptr_t address, uintptr_t end);
  /// The last page that was found in memory; 0 if none was.
  uintptr_t page;
} word_search;

/// The minimum size of a range of private memory in which untouched pages are skipped. Finding them
/// is worth the effort only in a large range.
static const uintptr_t skipping_length = 65536;

LK_READS_ANYTHING
static void search(void *state) {
  word_search *search = state;
  uintptr_t address = search->address, page = search->page;
  skipped_blocks skipped = {0};
  while (address < search->end) {
    if (search->skips_blocks && skips(&skipped, address, &address)) continue;
    if ((address & ~(page_size - 1)) != page) {
      // If this page cannot be read, `next_word` needs the address to continue at the next page.
      search->address = address;
      if (search->next_page != NULL) {
        const uintptr_t next = search->next_page(address, search->end);
        if (next != address) {
          address = next;
          continue;
        }
      }
      page = address & ~(page_size - 1);
    }
    const uintptr_t word = *(const volatile uintptr_t *)address;
    if ((word & lk_unflagged) - search->low < search->extent) break;
    address += 8;
  }
  search->address = address;
  search->page = page;
}

/// Continues a search to the next word that it finds, or to its end. Skips pages that cannot be
/// read: the analysis may have unmapped memory after the list of mappings was read, and a shared
/// file may have been truncated.
static uintptr_t next_word(word_search *state, uintptr_t *page) {
  while (state->address < state->end && !lk_guard_reads(search, state)) {
    state->address = (state->address & ~(page_size - 1)) + page_size;
  }
  *page = state->page;
  return state->address;
}

static word_search new_search(
  uintptr_t address, uintptr_t end, uintptr_t low, uintptr_t high, uintptr_t page) {
  const bool is_large = end > address && end - address >= skipping_length;
  return (word_search){
    .address = address, .end = end, .low = low, .extent = high - low,
    .next_page = is_large ? lk_next_touched : NULL, .page = page};
}

uintptr_t lk_next_address_word(
  uintptr_t address, uintptr_t end, uintptr_t low, uintptr_t high, uintptr_t *page) {
  word_search state = new_search(address, end, low, high, *page);
  return next_word(&state, page);
}

uintptr_t lk_next_root_word(
  uintptr_t address, uintptr_t end, uintptr_t low, uintptr_t high, uintptr_t *page) {
  word_search state = new_search(address, end, low, high, *page);
  state.skips_blocks = true;
  return next_word(&state, page);
}

uintptr_t lk_next_shared_word(
  uintptr_t address, uintptr_t end, uintptr_t low, uintptr_t high, uintptr_t *page) {
  word_search state = new_search(address, end, low, high, *page);
  state.skips_blocks = true;
  state.next_page = lk_next_shared;
  return next_word(&state, page);
}
