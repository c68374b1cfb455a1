#ifndef LK_INHERITED_BLOCK_H
#define LK_INHERITED_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Finds the blocks runtime; returns false if it is missing.
///
/// - `create_item`: dispatch_block_create, with which a work item is created to learn its code.
bool lk_prepare_inherited_blocks(void *(*create_item)(unsigned long flags, void *block));

/// Returns a copy of a block, in the heap, that runs as code with the given number. Returns NULL if
/// the block must be used unchanged: a work item (DispatchWorkItem), with which libdispatch does
/// more than to call its code, and a block that is already such a copy.
void *lk_inherited_block(void *block, uint32_t number);

/// Releases the block in a variable, unless it is NULL.
void lk_release_inherited_block(void **variable);

/// Returns whether a block is a work item.
bool lk_is_work_item(const void *block);

/// Returns the address of a block's code.
const void *lk_code_of_block(const void *block);

/// Calls a block as code with the given number. `argument` is the block's argument, if it has one.
void lk_run_block(void *block, uint32_t number, uintptr_t argument);

#endif
