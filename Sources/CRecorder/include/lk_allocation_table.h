#ifndef LK_ALLOCATION_TABLE_H
#define LK_ALLOCATION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What is known of one allocation.
typedef struct {
  /// 0 where nothing was ever allocated. From the highest bit: what it is (2, see
  /// `lk_allocation_kind`), it has a number (1), the size (29, see `lk_coded_size`). Of a block
  /// that was given back only the size remains. Where its start is allocated again with a
  /// smaller size, the rest has an entry of its own: all memory of the heap that ever belonged
  /// to a block lies within the size of some entry. Of pages that were returned to the system
  /// nothing is known.
  uint32_t block;
  /// Who made it: the highest bit tells a scope's number from that of a stack. 0 where that was
  /// not wanted.
  uint32_t number;
} lk_allocation;

/// What memory was allocated for.
typedef enum {
  /// It was given back, or never allocated.
  lk_no_allocation = 0,
  lk_plain_memory = 1,
  lk_swift_object = 2,
  /// Made by the concurrency runtime.
  lk_concurrency_block = 3,
} lk_allocation_kind;

/// The shift of the kind, and the flag of an allocation with a number.
enum { lk_kind_shift = 30, lk_numbered = 1 << 29 };

/// The flag of the number of a scope, and the largest number.
static const uint32_t lk_scoped = 1u << 31;
static const uint32_t lk_largest_number = (1u << 31) - 1;

/// The flag of a size that is stored in pieces, and the largest size that both ways can store.
enum { lk_in_pieces = 1 << 28, lk_most_coded = lk_in_pieces - 1 };

/// The 29 bits of a size: bytes below 256 MiB; above, the 16 bytes' pieces that glibc's
/// allocator takes for it, its own word included (malloc/malloc.c, "request2size").
///
/// So a large block is reported with up to 15 bytes that it may use beyond those that were
/// asked for: never too little, and never a byte that is not its own. More than 4 GiB is stored
/// as the largest.
static inline uint32_t lk_coded_size(size_t size) {
  if (__builtin_expect(size <= lk_most_coded, 1)) return (uint32_t)size;
  const size_t pieces = size / 16 + (size % 16 + 8 + 15) / 16;
  return lk_in_pieces | (pieces < lk_most_coded ? (uint32_t)pieces : lk_most_coded);
}

/// The bytes of the block, also of one that was given back.
static inline size_t lk_size_of(lk_allocation allocation) {
  const size_t coded = allocation.block & lk_most_coded;
  return allocation.block & lk_in_pieces ? coded * 16 - 8 : coded;
}

static inline lk_allocation_kind lk_kind_of(lk_allocation allocation) {
  return (lk_allocation_kind)(allocation.block >> lk_kind_shift);
}

/// The bytes that glibc's allocator takes for a block of `size` bytes, its own word included
/// (malloc/malloc.c, "request2size"): a multiple of 16, so that the next block may start behind
/// them.
static inline uintptr_t lk_taken_bytes(uintptr_t size) {
  const uintptr_t whole = (size + 8 + 15) & ~(uintptr_t)15;
  return whole < 32 ? 32 : whole;
}

/// The scope that it was allocated in; 0 for none.
static inline uint32_t lk_scope_of(lk_allocation allocation) {
  return allocation.number & lk_scoped ? allocation.number & lk_largest_number : 0;
}

/// The stack that it was allocated by; 0 for none that is known.
static inline uint32_t lk_stack_of(lk_allocation allocation) {
  return allocation.number & lk_scoped ? 0 : allocation.number;
}

/// Every block that was to be recorded is in the table: there was room for it, which a limit on
/// the address space (`RLIMIT_AS`) may deny.
bool lk_table_is_complete(void);

/// The address is in the table's own memory.
bool lk_table_includes(uintptr_t address);

/// What is known of the allocation that starts at `address`.
///
/// Where another thread frees the block meanwhile and allocates it again, the number may be
/// the new block's.
lk_allocation lk_table_entry(uintptr_t address);

/// Calls `body` for every allocation that is known, by address.
///
/// Other threads may allocate and free meanwhile; each of their blocks is then met or not.
void lk_table_each(
  void (*body)(uintptr_t address, lk_allocation allocation, void *state), void *state);

#endif
