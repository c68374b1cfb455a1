#ifndef LK_BLOCK_CODE_H
#define LK_BLOCK_CODE_H

#include <stdint.h>

/// The mark of a block's copy that runs in the scope of the code that passed the block to
/// libdispatch. The mark and the address of the original block's code are the two words before the
/// descriptor of the copy.
static const uintptr_t lk_inherited_mark = 0x6C6B2D696E686572;

#endif
