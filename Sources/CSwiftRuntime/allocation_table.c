#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_allocation_table.h"

#include "lk_reserve.h"
#include "lk_table_cells.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static const size_t leaf_count = (size_t)1 << (lk_address_bits - lk_leaf_bits);
static const size_t leaf_cells = (size_t)1 << (lk_leaf_bits - lk_cell_bits);
_Atomic(lk_table_cell *) lk_table_leaves[(size_t)1 << (lk_address_bits - lk_leaf_bits)];

static lk_table_cell *make_leaf(size_t index) {
  lk_table_cell *fresh = lk_reserve(leaf_cells * sizeof(lk_table_cell));
  if (fresh == NULL) return NULL;
  lk_table_cell *expected = NULL;
  if (atomic_compare_exchange_strong(&lk_table_leaves[index], &expected, fresh)) return fresh;
  munmap(fresh, leaf_cells * sizeof(lk_table_cell));
  return expected;
}

void lk_table_add(const void *block, lk_allocation allocation) {
  const uintptr_t address = (uintptr_t)block;
  if (address == 0 || lk_leaf_of(address) >= leaf_count) return;
  lk_table_cell *leaf = lk_leaf_at(address);
  if (leaf == NULL) leaf = make_leaf(lk_leaf_of(address));
  if (leaf == NULL) return;
  atomic_store_explicit(&leaf[lk_cell_of(address)], allocation, memory_order_relaxed);
}

void lk_table_remove(const void *block) { lk_table_forget(block); }

bool lk_table_includes(uintptr_t address) {
  for (size_t index = 0; index < leaf_count; index++) {
    const uintptr_t leaf =
      (uintptr_t)atomic_load_explicit(&lk_table_leaves[index], memory_order_relaxed);
    if (leaf != 0 && address - leaf < leaf_cells * sizeof(lk_table_cell)) return true;
  }
  return false;
}

lk_allocation lk_table_entry(uintptr_t address) {
  if (address == 0 || address % 16 != 0) return 0;
  lk_table_cell *leaf = lk_leaf_at(address);
  return leaf == NULL ? 0 : atomic_load_explicit(&leaf[lk_cell_of(address)], memory_order_relaxed);
}

static void each_of_page(
  const lk_table_cell *page, size_t count, uintptr_t address,
  void (*body)(uintptr_t address, lk_allocation allocation, void *state), void *state) {
  for (size_t index = 0; index < count; index++) {
    const lk_allocation found = atomic_load_explicit(&page[index], memory_order_relaxed);
    if (found & lk_live) body(address + (index << lk_cell_bits), found, state);
  }
}

void lk_table_each(
  void (*body)(uintptr_t address, lk_allocation allocation, void *state), void *state) {
  const size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
  const size_t per_page = page_bytes / sizeof(lk_table_cell);
  const size_t pages = leaf_cells / per_page;
  unsigned char *resident = malloc(pages);
  if (resident == NULL) return;
  for (size_t index = 0; index < leaf_count; index++) {
    lk_table_cell *leaf = atomic_load_explicit(&lk_table_leaves[index], memory_order_acquire);
    // A page that was never written holds nothing and must not be touched: it would
    // become resident.
    if (leaf == NULL || mincore(leaf, leaf_cells * sizeof(lk_table_cell), (void *)resident) != 0) continue;
    for (size_t page = 0; page < pages; page++) {
      if ((resident[page] & 1) == 0) continue;
      const uintptr_t first =
        ((uintptr_t)index << lk_leaf_bits) + ((page * per_page) << lk_cell_bits);
      each_of_page(leaf + page * per_page, per_page, first, body, state);
    }
  }
  free(resident);
}
