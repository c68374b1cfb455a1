#ifndef LK_ADDRESS_WORDS_H
#define LK_ADDRESS_WORDS_H

#include <stdint.h>

// A search for words that may be addresses in a range of memory. Pages that cannot be read are
// skipped in a process that called `lk_note_own_crash`.

/// The mask of a word's address bits. The other bits may contain flags.
static const uintptr_t lk_unflagged = 0x00FFFFFFFFFFFFFF;

/// Returns the address of the first word in `[address, end)` whose address bits are in `[low,
/// high)`; `end` or more if there is no such word.
uintptr_t lk_next_address_word(uintptr_t address, uintptr_t end, uintptr_t low, uintptr_t high);

/// Returns the same as `lk_next_address_word`, but skips blocks with an entry in the allocation
/// table, freed or not, and the allocator's overhead.
uintptr_t lk_next_root_word(uintptr_t address, uintptr_t end, uintptr_t low, uintptr_t high);

#endif
