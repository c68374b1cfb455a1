#ifndef LK_TABLE_CELLS_H
#define LK_TABLE_CELLS_H

#include "lk_allocation_table.h"

#include <stdatomic.h>
#include <stdbool.h>

// The memory of the allocation table. The functions that run at each allocation are inline, because
// a function call would cost as much as the store itself.

// The table is shadow memory. For each 16 bytes of address space (a cell), 4 bytes describe the
// block that starts there, and 4 bytes elsewhere contain the number of the scope or of the call
// stack in which the block was allocated (see ``lk_allocation``). The table is divided into leaves,
// each for 128 MiB of address space. A leaf is reserved as a whole, and the system provides its
// memory page by page. Leaves are small because reserved memory counts towards a limit on the
// address space (RLIMIT_AS).
//
// If neither scopes nor stacks are recorded, the memory for their numbers is never touched, and
// entries use half as much of the processor's cache. The use of the cache is the main cost of
// recording.
//
// The addresses of a process have 47 bits on x86-64 and 48 bits on aarch64 (Linux,
// Documentation/arch/x86/x86_64/mm.rst and Documentation/arch/arm64/memory.rst).
enum { lk_leaf_bits = 27, lk_cell_bits = 4, lk_address_bits = 48 };
enum { lk_cell_bytes = 1 << lk_cell_bits };
enum { lk_leaf_cells = 1 << (lk_leaf_bits - lk_cell_bits) };

/// A leaf: the entries of the blocks in one part of the address space. `blocks` contains the member
/// `block` of each ``lk_allocation``, and `numbers` contains its member `number`.
typedef struct {
  _Atomic uint32_t blocks[lk_leaf_cells];
  _Atomic uint32_t numbers[lk_leaf_cells];
} lk_table_leaf;

__attribute__((visibility("hidden"))) extern _Atomic(lk_table_leaf *)
  lk_table_leaves[(size_t)1 << (lk_address_bits - lk_leaf_bits)];

/// Creates the leaf for an address and returns it; NULL if it cannot be created. If another thread
/// creates the leaf at the same time, returns that leaf.
__attribute__((visibility("hidden"))) lk_table_leaf *lk_make_leaf(uintptr_t address);

/// Records that a block is missing from the table, for example because there is no memory for its
/// leaf.
__attribute__((visibility("hidden"), cold)) void lk_table_lost_block(void);

static inline size_t lk_leaf_of(uintptr_t address) { return address >> lk_leaf_bits; }

static inline size_t lk_cell_of(uintptr_t address) {
  return (address & (((uintptr_t)1 << lk_leaf_bits) - 1)) >> lk_cell_bits;
}

/// Returns the leaf for an address; NULL if it does not exist yet.
static inline lk_table_leaf *lk_leaf_at(uintptr_t address) {
  if (address >> lk_address_bits != 0) return NULL;
  return atomic_load_explicit(&lk_table_leaves[lk_leaf_of(address)], memory_order_acquire);
}

/// A Boolean value indicating whether the C library's own allocator, that of glibc, allocates the
/// blocks.
extern __attribute__((visibility("hidden"))) bool lk_is_glibcs_allocator;

#if __has_attribute(no_sanitize)
#define LK_READS_BEFORE_BLOCK __attribute__((no_sanitize("address")))
#else
#define LK_READS_BEFORE_BLOCK
#endif

/// Values of glibc's allocator (malloc/malloc.c, DEFAULT_MMAP_THRESHOLD_MIN and IS_MMAPPED):
///
/// - `lk_min_mapped`: The minimum size of a block for which it maps separate pages, unless the
///   program changes this threshold or requests an aligned block.
/// - `lk_mapped_flag`: The flag in the word before such a block.
/// - `lk_mapped_offset`: The offset of such a block from the start of a page. A block with a
///   requested alignment may be at the start of a page.
/// - `lk_page`: The size of a page.
enum { lk_min_mapped = 128 * 1024, lk_mapped_flag = 2, lk_mapped_offset = 16, lk_page = 4096 };

/// Returns whether a block in use has separate pages. These pages are returned to the system when
/// the block is freed. Memory that is later mapped at their addresses does not belong to the heap.
///
/// The result comes from the word that glibc's allocator writes before each block. Other allocators
/// have no such word. They may place a block at the start of a page, and the word before the block
/// may then be inaccessible. Therefore, for a block of another allocator that is small or at the
/// start of a page, the result is false. The address sanitizer is switched off for this function,
/// because it would report the read as an error.
LK_READS_BEFORE_BLOCK
static inline bool lk_is_mapped(const void *block, size_t size) {
  const uintptr_t offset = (uintptr_t)block % lk_page;
  const bool is_small = size < lk_min_mapped;
  if (__builtin_expect(is_small && (offset & ~(uintptr_t)lk_mapped_offset) != 0, 1)) return false;
  if ((is_small || offset == 0) && !lk_is_glibcs_allocator) return false;
  return ((const uintptr_t *)block)[-1] & lk_mapped_flag;
}

/// Records that the memory after `block` is free, up to the end of the larger block that was at the
/// same address before.
__attribute__((visibility("hidden"), noinline, cold)) void lk_table_note_rest(
  uintptr_t block, size_t size, size_t size_before);

/// The size bits of an entry.
static const uint32_t lk_size_bits = lk_numbered - 1;

/// Records an allocation. Any thread may call this; it takes no lock.
///
/// `number` is stored before the rest of the entry. A thread that reads the entry therefore reads
/// the number of this block or of a later one.
static inline void lk_table_note(
  const void *block, size_t size, lk_allocation_kind kind, uint32_t number) {
  lk_table_leaf *leaf = lk_leaf_at((uintptr_t)block);
  if (__builtin_expect(leaf == NULL || block == NULL, 0)) {
    leaf = lk_make_leaf((uintptr_t)block);
    if (leaf == NULL) {
      if (block != NULL) lk_table_lost_block();
      return;
    }
  }
  const size_t cell = lk_cell_of((uintptr_t)block);
  uint32_t known = lk_coded_size(size);
  const lk_allocation before = {
    atomic_load_explicit(&leaf->blocks[cell], memory_order_relaxed) & lk_size_bits, 0};
  if (__builtin_expect(before.block > known, 0)) {
    lk_table_note_rest((uintptr_t)block, size, lk_size_of(before));
  }
  known |= (uint32_t)kind << lk_kind_shift;
  if (number != 0) {
    known |= lk_numbered;
    atomic_store_explicit(&leaf->numbers[cell], number, memory_order_relaxed);
  }
  atomic_store_explicit(&leaf->blocks[cell], known, memory_order_release);
}

/// Records that a block is about to be freed. The size remains in the entry, unless the block's
/// pages are returned to the system.
///
/// No other thread writes this entry, because no thread can get the block before it is freed.
static inline void lk_table_forget(const void *block) {
  lk_table_leaf *leaf = lk_leaf_at((uintptr_t)block);
  if (__builtin_expect(leaf == NULL || block == NULL, 0)) return;
  _Atomic uint32_t *const cell = &leaf->blocks[lk_cell_of((uintptr_t)block)];
  const uint32_t known = atomic_load_explicit(cell, memory_order_relaxed);
  const lk_allocation freed = {known & lk_size_bits, 0};
  const bool stays = !lk_is_mapped(block, lk_size_of(freed));
  atomic_store_explicit(cell, stays ? freed.block : 0, memory_order_relaxed);
}

/// Records that realloc is about to be called for a block, and returns the block's entry. The block
/// remains in the table, because a thread may be stopped while the allocator copies the block.
/// A block with separate pages is an exception: the system moves its pages, and until the end of
/// the call they count as memory that does not belong to the heap.
__attribute__((visibility("hidden"))) lk_allocation lk_table_begin_move(const void *block);

/// Records the result of realloc for the old block.
///
/// - `entry`: The result of ``lk_table_begin_move``.
/// - `is_freed`: Whether the allocator has freed the old block. Another thread may already have got
///   its memory; that thread's entry is not changed.
__attribute__((visibility("hidden"))) void lk_table_end_move(
  const void *block, lk_allocation entry, bool is_freed);

#endif
