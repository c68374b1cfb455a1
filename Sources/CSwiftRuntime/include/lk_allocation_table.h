#ifndef LK_ALLOCATION_TABLE_H
#define LK_ALLOCATION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What is known of one allocation, in 64 bits; 0 where nothing is allocated.
///
/// From the highest bit: live (1), Swift object (1), made by the concurrency runtime (1),
/// made in a scope (1), number of that scope or else of the epoch, or of the stack where
/// stacks are noted (28), size in bytes (32; larger sizes are stored as the largest). Of a block that was given back only the size is
/// left.
typedef uint64_t lk_allocation;

static const lk_allocation lk_live = 1ull << 63;
static const lk_allocation lk_swift_object = 1ull << 62;
static const lk_allocation lk_concurrency_block = 1ull << 61;
static const lk_allocation lk_scoped = 1ull << 60;
static const lk_allocation lk_size_mask = 0xFFFFFFFF;
enum { lk_epoch_shift = 32, lk_epoch_mask = (1 << 28) - 1 };

/// Notes an allocation. Safe on any thread, takes no lock.
void lk_table_add(const void *block, lk_allocation allocation);

/// Notes that a block is given back.
void lk_table_remove(const void *block);

/// The address is in the table's own memory.
bool lk_table_includes(uintptr_t address);

/// What is known of the allocation that starts at `address`.
lk_allocation lk_table_entry(uintptr_t address);

/// Calls `body` for every allocation that is known, by address.
///
/// Other threads may allocate and free meanwhile; each of their blocks is then met or not.
void lk_table_each(
  void (*body)(uintptr_t address, lk_allocation allocation, void *state), void *state);

#endif
