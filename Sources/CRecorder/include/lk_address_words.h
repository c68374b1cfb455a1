#ifndef LK_ADDRESS_WORDS_H
#define LK_ADDRESS_WORDS_H

#include <stdint.h>

/// Words of memory that may be addresses: a search that looks at every word of a process.

/// The bits of a word that may be an address, flags removed.
static const uintptr_t lk_unflagged = 0x00FFFFFFFFFFFFFF;

/// Where in `[place, end)` the next word stands whose address bits lie in `[low, high)`; `end`
/// or more if there is none.
uintptr_t lk_next_address_word(uintptr_t place, uintptr_t end, uintptr_t low, uintptr_t high);

/// The same, but what the recorder knows of is passed by, given back or not, with the bytes
/// that the allocator adds to it.
uintptr_t lk_next_root_word(uintptr_t place, uintptr_t end, uintptr_t low, uintptr_t high);

#endif
