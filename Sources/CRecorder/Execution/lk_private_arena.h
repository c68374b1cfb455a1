#ifndef LK_PRIVATE_ARENA_H
#define LK_PRIVATE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The allocator of the child process that tries a suggested break (see ``lk_break``). It allocates
// from an arena, so it takes no lock of the C library's allocator. It never reuses memory, so freed
// memory keeps its contents.

/// A summary of the requests that the program's code made to the C library.
typedef struct {
  /// The number of objects freed in this process. Only objects that the program had allocated
  /// before the fork are counted.
  uint32_t freed_objects;
  /// The number of times that a freed block was freed again. Only blocks that the program had
  /// allocated before the fork are counted.
  uint32_t double_frees;
  /// A Boolean value indicating whether an allocation failed because the arena was full.
  bool is_exhausted;
  /// The number of threads that the program's code tried to create. They are never created.
  uint32_t threads;
} lk_arena_counts;

/// The counts of this process.
__attribute__((visibility("hidden"))) extern lk_arena_counts lk_arena;

/// Finds the import slots (GOT entries) that ``lk_enter_arena`` redirects. Through them, the loaded
/// images call the allocator, the functions that create a thread or a process, and the functions
/// that end the process. Returns 0 or an error number.
///
/// `exited` replaces the functions that end the process. Each function that creates a process is
/// replaced with one that calls `refused` and then fails.
__attribute__((visibility("hidden"))) int lk_find_arena_slots(
  void (*exited)(int status), void (*refused)(void));

/// Redirects the import slots that ``lk_find_arena_slots`` found, so that allocations use an arena
/// of `length` bytes. Returns 0 or an error number.
__attribute__((visibility("hidden"))) int lk_enter_arena(size_t length);

/// Makes ``lk_was_freed_in_arena`` work for the object at `address` even if its allocation was not
/// recorded, for example because the process has no recorder. Call this before ``lk_enter_arena``.
__attribute__((visibility("hidden"))) void lk_expect_in_arena(uintptr_t address);

/// Returns whether the block at `address` was freed in this process.
__attribute__((visibility("hidden"))) bool lk_was_freed_in_arena(uintptr_t address);

#endif
