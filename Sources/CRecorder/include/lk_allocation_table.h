#ifndef LK_ALLOCATION_TABLE_H
#define LK_ALLOCATION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The record of one allocation.
typedef struct {
  /// The description of the block; 0 if there is no entry at the address. From the highest bit: the
  /// kind (2 bits, see `lk_allocation_kind`), whether the allocation has a number (1 bit, see
  /// `number`), and the size (29 bits, see `lk_coded_size`).
  ///
  /// For a freed block, only the size remains. If a smaller block is then allocated at the same
  /// address, the rest of the freed block gets its own entry. Therefore entries cover all memory
  /// that ever belonged to a block, except for pages that were returned to the system.
  uint32_t block;
  /// The number that identifies the allocation's scope (in which case the highest bit is set) or
  /// the allocation's call stack; 0 if neither is recorded.
  uint32_t number;
} lk_allocation;

/// The kind of an allocation.
typedef enum {
  /// Freed, or never allocated.
  lk_no_allocation = 0,
  lk_plain_memory = 1,
  lk_swift_object = 2,
  /// Allocated by the concurrency runtime.
  lk_concurrency_block = 3,
} lk_allocation_kind;

/// `lk_kind_shift` is the position of the kind's lowest bit. `lk_numbered` is the flag that
/// indicates that the number of a scope or stack is recorded for the allocation.
enum { lk_kind_shift = 30, lk_numbered = 1 << 29 };

/// The flag that is set in the number of a scope but not in the number of a stack.
static const uint32_t lk_scoped = 1u << 31;
/// The largest number of a scope or stack, without the flag `lk_scoped`.
static const uint32_t lk_largest_number = (1u << 31) - 1;

/// `lk_in_pieces` is the flag that indicates that a size is stored in units of 16 bytes.
/// `lk_max_coded` is the maximum value of the other bits of the size.
enum { lk_in_pieces = 1 << 28, lk_max_coded = lk_in_pieces - 1 };

/// Encodes a size in 29 bits. A size below 256 MiB is stored in bytes. A larger size is stored as
/// the number of 16-byte units that glibc's allocator uses for the block, including the allocator's
/// own word (malloc/malloc.c, "request2size").
///
/// For a large block, `lk_size_of` therefore returns up to 15 bytes more than requested. These
/// bytes are usable and belong to the block. A size above 4 GiB is stored as the maximum.
static inline uint32_t lk_coded_size(size_t size) {
  if (__builtin_expect(size <= lk_max_coded, 1)) return (uint32_t)size;
  const size_t pieces = size / 16 + (size % 16 + 8 + 15) / 16;
  return lk_in_pieces | (pieces < lk_max_coded ? (uint32_t)pieces : lk_max_coded);
}

/// Returns the size of a block that is in use or freed.
static inline size_t lk_size_of(lk_allocation allocation) {
  const size_t coded = allocation.block & lk_max_coded;
  return allocation.block & lk_in_pieces ? coded * 16 - 8 : coded;
}

static inline lk_allocation_kind lk_kind_of(lk_allocation allocation) {
  return (lk_allocation_kind)(allocation.block >> lk_kind_shift);
}

/// Returns the number of bytes that glibc's allocator uses for a block of `size` bytes, including
/// the allocator's own word (malloc/malloc.c, "request2size"). It is a multiple of 16; the next
/// block may start at this distance.
static inline uintptr_t lk_taken_bytes(uintptr_t size) {
  const uintptr_t whole = (size + 8 + 15) & ~(uintptr_t)15;
  return whole < 32 ? 32 : whole;
}

/// Returns the number that identifies the scope in which the block was allocated; 0 for none.
static inline uint32_t lk_scope_of(lk_allocation allocation) {
  return allocation.number & lk_scoped ? allocation.number & lk_largest_number : 0;
}

/// Returns the number that identifies the allocation's call stack; 0 if unknown.
static inline uint32_t lk_stack_of(lk_allocation allocation) {
  return allocation.number & lk_scoped ? 0 : allocation.number;
}

/// Returns whether the table contains every block that should be recorded. Blocks may be missing,
/// for example, because a limit on the address space (`RLIMIT_AS`) leaves no room for the table.
bool lk_table_is_complete(void);

/// Returns whether the address is in the table's own memory.
bool lk_table_includes(uintptr_t address);

/// Returns the entry of the block that starts at `address`, in use or freed; zeros if there is
/// none.
///
/// If another thread frees the block and allocates the memory again during the call, the entry's
/// number may belong to the new block.
lk_allocation lk_table_entry(uintptr_t address);

/// Calls `body` for every recorded block in use, in ascending order of addresses, until `body`
/// returns false. If there is no memory for sorting, ends the process with SIGABRT.
///
/// Blocks that other threads allocate or free during the call may or may not be included.
void lk_table_each(
  bool (*body)(uintptr_t address, lk_allocation allocation, void *state), void *state);

#endif
