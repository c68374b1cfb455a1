#ifndef LK_ADDRESS_WORDS_H
#define LK_ADDRESS_WORDS_H

#include <stdint.h>

// Functions that search a range of memory for words that may be addresses. In a process that called
// `lk_note_own_crash`, they skip pages that cannot be read.

/// The mask of a word's address bits. The other bits may contain flags.
static const uintptr_t lk_unflagged = 0x00FFFFFFFFFFFFFF;

/// Returns the address of the first word in `[address, end)` whose address bits are at least `low`
/// and less than `high`. If there is no such word, returns `end` or a larger value.
///
/// `*page` is the last page that a search of this range found in memory; initially 0. Determining
/// the state of a page is slow, so a search of the rest of the range does not repeat it for this
/// page.
uintptr_t lk_next_address_word(
  uintptr_t address, uintptr_t end, uintptr_t low, uintptr_t high, uintptr_t *page);

/// Searches like `lk_next_address_word`, but skips every block that has an entry in the allocation
/// table, whether it is in use or freed. The bytes that the allocator adds to a block are skipped
/// as well.
uintptr_t lk_next_root_word(
  uintptr_t address, uintptr_t end, uintptr_t low, uintptr_t high, uintptr_t *page);

/// Searches like `lk_next_root_word` in shared memory (MAP_SHARED), but also skips pages that are
/// not in memory, because reading such a page would allocate it for all processes.
uintptr_t lk_next_shared_word(
  uintptr_t address, uintptr_t end, uintptr_t low, uintptr_t high, uintptr_t *page);

#endif
