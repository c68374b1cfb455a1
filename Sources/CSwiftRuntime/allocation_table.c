#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_allocation_table.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// Shadow memory: eight bytes for each sixteen of address space, in leaves for a gibibyte
// each that are reserved as a whole and filled by the system page by page. Adding and
// removing is one store.
enum { leaf_bits = 30, entry_bits = 4 };
static const size_t leaf_count = (size_t)1 << (47 - leaf_bits);
static const size_t leaf_entries = (size_t)1 << (leaf_bits - entry_bits);

typedef _Atomic lk_allocation entry;
static _Atomic(entry *) leaves[(size_t)1 << (47 - leaf_bits)];

static entry *make_leaf(size_t index) {
  const size_t length = leaf_entries * sizeof(entry);
  entry *fresh =
    mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (fresh == MAP_FAILED) return NULL;
  entry *expected = NULL;
  if (atomic_compare_exchange_strong(&leaves[index], &expected, fresh)) return fresh;
  munmap(fresh, length);
  return expected;
}

static inline size_t leaf_of(uintptr_t address) { return address >> leaf_bits; }

static inline size_t place_of(uintptr_t address) {
  return (address & (((uintptr_t)1 << leaf_bits) - 1)) >> entry_bits;
}

void lk_table_add(const void *block, lk_allocation allocation) {
  const uintptr_t address = (uintptr_t)block;
  if (address == 0 || leaf_of(address) >= leaf_count) return;
  entry *leaf = atomic_load_explicit(&leaves[leaf_of(address)], memory_order_acquire);
  if (leaf == NULL) leaf = make_leaf(leaf_of(address));
  if (leaf == NULL) return;
  atomic_store_explicit(&leaf[place_of(address)], allocation, memory_order_relaxed);
}

void lk_table_remove(const void *block) {
  const uintptr_t address = (uintptr_t)block;
  if (address == 0 || leaf_of(address) >= leaf_count) return;
  entry *leaf = atomic_load_explicit(&leaves[leaf_of(address)], memory_order_acquire);
  if (leaf == NULL) return;
  entry *place = &leaf[place_of(address)];
  const lk_allocation found = atomic_load_explicit(place, memory_order_relaxed);
  if (found != 0) atomic_store_explicit(place, found & lk_size_mask, memory_order_relaxed);
}

bool lk_table_includes(uintptr_t address) {
  for (size_t index = 0; index < leaf_count; index++) {
    const uintptr_t leaf = (uintptr_t)atomic_load_explicit(&leaves[index], memory_order_relaxed);
    if (leaf != 0 && address - leaf < leaf_entries * sizeof(entry)) return true;
  }
  return false;
}

lk_allocation lk_table_entry(uintptr_t address) {
  if (address == 0 || address % 16 != 0 || leaf_of(address) >= leaf_count) return 0;
  entry *leaf = atomic_load_explicit(&leaves[leaf_of(address)], memory_order_acquire);
  return leaf == NULL ? 0 : atomic_load_explicit(&leaf[place_of(address)], memory_order_relaxed);
}

static void each_of_page(
  const entry *page, size_t count, uintptr_t address,
  void (*body)(uintptr_t address, lk_allocation allocation, void *state), void *state) {
  for (size_t index = 0; index < count; index++) {
    const lk_allocation found = atomic_load_explicit(&page[index], memory_order_relaxed);
    if (found & lk_live) body(address + (index << entry_bits), found, state);
  }
}

void lk_table_each(
  void (*body)(uintptr_t address, lk_allocation allocation, void *state), void *state) {
  const size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
  const size_t per_page = page_bytes / sizeof(entry);
  const size_t pages = leaf_entries / per_page;
  unsigned char *resident = malloc(pages);
  if (resident == NULL) return;
  for (size_t index = 0; index < leaf_count; index++) {
    entry *leaf = atomic_load_explicit(&leaves[index], memory_order_acquire);
    // A page that was never written holds nothing and must not be touched: it would
    // become resident.
    if (leaf == NULL || mincore(leaf, leaf_entries * sizeof(entry), (void *)resident) != 0) continue;
    for (size_t page = 0; page < pages; page++) {
      if ((resident[page] & 1) == 0) continue;
      const uintptr_t first =
        ((uintptr_t)index << leaf_bits) + ((page * per_page) << entry_bits);
      each_of_page(leaf + page * per_page, per_page, first, body, state);
    }
  }
  free(resident);
}
