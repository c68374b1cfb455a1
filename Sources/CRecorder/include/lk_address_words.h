#ifndef LK_ADDRESS_WORDS_H
#define LK_ADDRESS_WORDS_H

#include <stdint.h>

/// The words of memory that may be addresses, for a search of all words of a process.

/// The address bits of a word, without flags.
static const uintptr_t lk_unflagged = 0x00FFFFFFFFFFFFFF;

/// Returns the next address in `[address, end)` of a word whose address bits are in `[low, high)`;
/// `end` or more if there is none.
uintptr_t lk_next_address_word(uintptr_t address, uintptr_t end, uintptr_t low, uintptr_t high);

/// Returns the next such word outside blocks that the recorder knows, freed or not, and outside the
/// allocator's overhead.
uintptr_t lk_next_root_word(uintptr_t address, uintptr_t end, uintptr_t low, uintptr_t high);

#endif
