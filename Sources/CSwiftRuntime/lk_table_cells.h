#ifndef LK_TABLE_CELLS_H
#define LK_TABLE_CELLS_H

#include "lk_allocation_table.h"

#include <stdatomic.h>

// The allocation table's memory, for code that runs at each allocation: a call of another
// function would cost as much as the store itself.

// Shadow memory: eight bytes for each sixteen of address space, in leaves for a gibibyte
// each that are reserved as a whole and filled by the system page by page. Adding and
// removing is one store.
enum { lk_leaf_bits = 30, lk_cell_bits = 4, lk_address_bits = 47 };

typedef _Atomic lk_allocation lk_table_cell;

__attribute__((visibility("hidden"))) extern _Atomic(lk_table_cell *)
  lk_table_leaves[(size_t)1 << (lk_address_bits - lk_leaf_bits)];

static inline size_t lk_leaf_of(uintptr_t address) { return address >> lk_leaf_bits; }

static inline size_t lk_cell_of(uintptr_t address) {
  return (address & (((uintptr_t)1 << lk_leaf_bits) - 1)) >> lk_cell_bits;
}

/// The table's part for an address that blocks may have; NULL where nothing was noted yet.
static inline lk_table_cell *lk_leaf_at(uintptr_t address) {
  if (address >> lk_address_bits != 0) return NULL;
  return atomic_load_explicit(&lk_table_leaves[lk_leaf_of(address)], memory_order_acquire);
}

enum { lk_is_little_endian = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ };

/// What ``lk_table_add`` does, in place.
static inline void lk_table_note(const void *block, lk_allocation allocation) {
  lk_table_cell *leaf = lk_leaf_at((uintptr_t)block);
  if (__builtin_expect(leaf == NULL || block == NULL, 0)) return lk_table_add(block, allocation);
  atomic_store_explicit(&leaf[lk_cell_of((uintptr_t)block)], allocation, memory_order_relaxed);
}

/// What ``lk_table_remove`` does, in place: the size stays.
///
/// Half of the cell is written and nothing read: what is not in the processor's cache need not
/// be waited for. The half of a block that was never noted is zero before and after.
static inline void lk_table_forget(const void *block) {
  lk_table_cell *leaf = lk_leaf_at((uintptr_t)block);
  if (__builtin_expect(leaf == NULL || block == NULL, 0)) return;
  uint32_t *halves = (uint32_t *)&leaf[lk_cell_of((uintptr_t)block)];
  __atomic_store_n(&halves[lk_is_little_endian ? 1 : 0], 0, __ATOMIC_RELAXED);
}

#endif
