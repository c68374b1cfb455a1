#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_allocation_table.h"

#include "lk_reserve.h"
#include "lk_system_calls.h"
#include "lk_table_cells.h"
#include "lk_tables.h"
#include "lk_usable_bytes.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const size_t leaf_count = (size_t)1 << (lk_address_bits - lk_leaf_bits);
_Atomic(lk_table_leaf *) lk_table_leaves[(size_t)1 << (lk_address_bits - lk_leaf_bits)];

bool lk_is_glibcs_allocator;

/// The maximum number of leaves: enough for 8 TiB of address space.
enum { max_leaves = 1 << 16 };
/// The existing leaves in order of creation. Each element is a leaf's index in `lk_table_leaves`,
/// plus one. Few of the possible leaves exist. An index is stored before the leaf is used, and more
/// than once if several threads try to create the leaf.
static _Atomic uint32_t made_leaves[max_leaves];
static _Atomic size_t made_count;

/// Returns the number of leaves. If other threads are adding leaves, the last elements of
/// `made_leaves` may still be zero.
static size_t count_of_leaves(void) {
  const size_t count = atomic_load(&made_count);
  return count < max_leaves ? count : max_leaves;
}

static atomic_bool has_lost_block;

void lk_table_lost_block(void) {
  atomic_store_explicit(&has_lost_block, true, memory_order_relaxed);
}

bool lk_table_is_complete(void) {
  return !atomic_load_explicit(&has_lost_block, memory_order_relaxed);
}

/// Returns whether the leaf at `index` describes a part of the first heap. This heap ends at the
/// program break (brk(2)), and the system maps other memory at higher addresses.
static bool is_of_first_heap(size_t index) {
  const uintptr_t end = (uintptr_t)sbrk(0);
  return end != UINTPTR_MAX && ((uintptr_t)index << lk_leaf_bits) < end;
}

lk_table_leaf *lk_make_leaf(uintptr_t address) {
  const size_t index = lk_leaf_of(address);
  if (address == 0 || index >= leaf_count) return NULL;
  lk_table_leaf *fresh = lk_reserve(sizeof *fresh);
  if (fresh == NULL) return NULL;
  // One large page of a leaf contains the entries for eight mebibytes of a heap. With small pages,
  // these entries would take 512 page faults and 512 entries of the processor's translation cache.
  // Other heaps use small pages: the allocator may create many of them for threads, and most of
  // them stay small.
  if (is_of_first_heap(index)) lk_prefer_large_pages(fresh, sizeof *fresh);
  const size_t number = atomic_fetch_add(&made_count, 1);
  if (number >= max_leaves) {
    lk_table_lost_block();
  } else {
    atomic_store(&made_leaves[number], (uint32_t)index + 1);
  }
  lk_table_leaf *expected = NULL;
  if (atomic_compare_exchange_strong(&lk_table_leaves[index], &expected, fresh)) return fresh;
  if (!lk_avoids_system_calls()) munmap(fresh, sizeof *fresh);
  return expected;
}

/// Records that `[start, end)` is free and returns `end`. If a block in use starts at `start`,
/// records nothing and returns the end of that block.
///
/// Another thread may allocate the memory at the same time. It then overwrites this entry.
static uintptr_t note_free(uintptr_t start, uintptr_t end) {
  lk_table_leaf *leaf = lk_leaf_at(start);
  if (leaf == NULL) return end;
  _Atomic uint32_t *const cell = &leaf->blocks[lk_cell_of(start)];
  const uint32_t free_bytes = lk_coded_size(end - start - 8);
  uint32_t known = atomic_load_explicit(cell, memory_order_relaxed);
  while (known >> lk_kind_shift == lk_no_allocation) {
    if (known >= free_bytes ||
        atomic_compare_exchange_weak_explicit(
          cell, &known, free_bytes, memory_order_relaxed, memory_order_relaxed)) {
      return end;
    }
  }
  return start + lk_taken_bytes(lk_size_of((lk_allocation){known, 0}));
}

void lk_table_note_rest(uintptr_t block, size_t size, size_t size_before) {
  uintptr_t rest = block + lk_taken_bytes(size), end = block + lk_taken_bytes(size_before);
  if (lk_is_mapped((const void *)block, size_before)) {
    // The pages that the smaller block does not need have been returned to the system.
    const uintptr_t page_end = (rest + lk_page - 1) & ~(uintptr_t)(lk_page - 1);
    if (page_end < end) end = page_end;
  }
  while (rest < end) rest = note_free(rest, end);
}

/// Returns the description of a block while realloc is moving it. The size is stored in units of 16
/// bytes, even if it is less than 256 MiB. ``lk_table_end_move`` can therefore distinguish the
/// entry from that of a new block at the same address. The size may include up to 24 bytes of
/// padding.
static uint32_t moving(uint32_t block) {
  if (block & lk_in_pieces) return block;
  return (block & ~lk_size_bits) | lk_in_pieces |
         (uint32_t)(lk_taken_bytes(block & lk_size_bits) / 16);
}

lk_allocation lk_table_begin_move(const void *block) {
  const lk_allocation known = lk_table_entry((uintptr_t)block);
  if (lk_kind_of(known) == lk_no_allocation || lk_is_mapped(block, lk_size_of(known))) {
    lk_table_forget(block);
  } else {
    atomic_store_explicit(
      &lk_leaf_at((uintptr_t)block)->blocks[lk_cell_of((uintptr_t)block)], moving(known.block),
      memory_order_relaxed);
  }
  return known;
}

void lk_table_end_move(const void *block, lk_allocation entry, bool is_freed) {
  if (lk_kind_of(entry) == lk_no_allocation) return;
  _Atomic uint32_t *const cell =
    &lk_leaf_at((uintptr_t)block)->blocks[lk_cell_of((uintptr_t)block)];
  if (is_freed) {
    uint32_t expected = moving(entry.block);
    atomic_compare_exchange_strong_explicit(
      cell, &expected, entry.block & lk_size_bits, memory_order_relaxed, memory_order_relaxed);
  } else {
    atomic_store_explicit(cell, entry.block, memory_order_relaxed);
  }
}

bool lk_table_includes(uintptr_t address) {
  const size_t count = count_of_leaves();
  for (size_t index = 0; index < count; index++) {
    const uint32_t made = atomic_load(&made_leaves[index]);
    if (made == 0) continue;
    const uintptr_t leaf = (uintptr_t)atomic_load(&lk_table_leaves[made - 1]);
    if (leaf == 0) continue;
    if (address - leaf < sizeof(lk_table_leaf)) return true;
  }
  return false;
}

/// Returns the entry of a cell of the table. Reads the number of the scope or stack only if the
/// entry has one, so that unused memory for these numbers is not touched.
static lk_allocation entry_at(const lk_table_leaf *leaf, size_t cell) {
  lk_allocation entry = {atomic_load_explicit(&leaf->blocks[cell], memory_order_acquire), 0};
  if (entry.block & lk_numbered) {
    entry.number = atomic_load_explicit(&leaf->numbers[cell], memory_order_relaxed);
  }
  return entry;
}

lk_allocation lk_table_entry(uintptr_t address) {
  const lk_table_leaf *leaf = address % 16 == 0 ? lk_leaf_at(address) : NULL;
  return leaf == NULL ? (lk_allocation){0, 0} : entry_at(leaf, lk_cell_of(address));
}

/// The number of cells that are examined at once. Most cells of a heap contain no start of a block.
enum { group_cells = 8 };

/// Returns whether a block in use starts in one of the `group_cells` cells starting at index
/// `first`.
static bool has_block(const lk_table_leaf *leaf, size_t first) {
  static const uint32_t kind_bits = UINT32_MAX << lk_kind_shift;
  static const uint64_t kinds = (uint64_t)kind_bits << 32 | kind_bits;
  const _Atomic uint64_t *const pairs = (const _Atomic uint64_t *)&leaf->blocks[first];
  const uint64_t all = atomic_load_explicit(&pairs[0], memory_order_relaxed) |
                       atomic_load_explicit(&pairs[1], memory_order_relaxed) |
                       atomic_load_explicit(&pairs[2], memory_order_relaxed) |
                       atomic_load_explicit(&pairs[3], memory_order_relaxed);
  return (all & kinds) != 0;
}

/// Calls `body` for each block in use whose entry is in the `count` cells starting at index
/// `first`. Returns false as soon as `body` does.
static bool each_of_cells(
  const lk_table_leaf *leaf, size_t first, size_t count, uintptr_t start,
  bool (*body)(uintptr_t address, lk_allocation allocation, void *state), void *state) {
  for (size_t group = first; group < first + count; group += group_cells) {
    if (!has_block(leaf, group)) continue;
    for (size_t cell = group; cell < group + group_cells; cell++) {
      const lk_allocation found = entry_at(leaf, cell);
      if (lk_kind_of(found) == lk_no_allocation) continue;
      if (!body(start + (cell << lk_cell_bits), found, state)) return false;
    }
  }
  return true;
}

static int order(const void *left, const void *right) {
  const uint32_t first = *(const uint32_t *)left, second = *(const uint32_t *)right;
  return (first > second) - (first < second);
}

/// Sets each element of `states` to whether the page with that index contains data.
///
/// A page that was never written contains no entries. It must not be read, because it would become
/// resident. mincore(2) does not distinguish such a page from one that is swapped out, but the page
/// map of the process does (proc_pid_pagemap(5), bits 62 and 63). If neither is available, every
/// page counts as containing data.
///
/// - `pagemap`: The descriptor of the page map; -1 if it cannot be opened.
static void find_written_pages(
  const void *start, size_t count, size_t page_size, int pagemap, unsigned char *states) {
  uint64_t entries[512];
  size_t known = 0;
  while (known < count) {
    const size_t wanted = count - known < 512 ? count - known : 512;
    const off_t offset = (off_t)(((uintptr_t)start / page_size + known) * sizeof *entries);
    const ssize_t length = pread(pagemap, entries, wanted * sizeof *entries, offset);
    if (length < (ssize_t)sizeof *entries) break;
    const size_t found = (size_t)length / sizeof *entries;
    for (size_t page = 0; page < found; page++) states[known + page] = entries[page] >> 62 != 0;
    known += found;
  }
  if (known == count || mincore((void *)start, count * page_size, states) == 0) return;
  memset(states, 1, count);
}

void lk_table_each(
  bool (*body)(uintptr_t address, lk_allocation allocation, void *state), void *state) {
  const size_t page_size = (size_t)sysconf(_SC_PAGESIZE), per_page = page_size / sizeof(uint32_t);
  const size_t pages = lk_leaf_cells / per_page, count = count_of_leaves();
  unsigned char *has_data = malloc(pages);
  uint32_t *indices = malloc((count + 1) * sizeof *indices);
  // Without the blocks, an analysis would find no leaks. A crash is reported.
  if (has_data == NULL || indices == NULL) abort();
  for (size_t index = 0; index < count; index++) indices[index] = atomic_load(&made_leaves[index]);
  qsort(indices, count, sizeof *indices, order);
  const int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  bool goes_on = true;
  for (size_t index = 0; index < count && goes_on; index++) {
    if (indices[index] == 0 || (index > 0 && indices[index] == indices[index - 1])) continue;
    const size_t leaf_index = indices[index] - 1;
    lk_table_leaf *leaf = atomic_load_explicit(&lk_table_leaves[leaf_index], memory_order_acquire);
    if (leaf == NULL) continue;
    // The pages of `numbers` need not be examined, because each block in use has an entry in
    // `blocks`.
    find_written_pages(leaf, pages, page_size, pagemap, has_data);
    for (size_t page = 0; page < pages && goes_on; page++) {
      if (!has_data[page]) continue;
      goes_on = each_of_cells(
        leaf, page * per_page, per_page, (uintptr_t)leaf_index << lk_leaf_bits, body, state);
    }
  }
  if (pagemap >= 0) close(pagemap);
  free(indices);
  free(has_data);
}
