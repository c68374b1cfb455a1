#ifndef LK_PRIVATE_ARENA_H
#define LK_PRIVATE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The allocator of a process in which a break is executed. Memory comes from an arena of its
// own, and nothing is given back: no lock of the C library's allocator is taken, and memory
// that was freed stays as it was.

/// What the program's code asked of the C library.
typedef struct {
  /// Objects that were freed, among those that the program had allocated.
  uint32_t freed_objects;
  /// Blocks that were freed twice.
  uint32_t double_frees;
  /// The arena has no more memory.
  bool is_exhausted;
  /// Threads that were asked for. They are never scheduled.
  uint32_t threads;
} lk_arena_counts;

/// The counts of this process.
__attribute__((visibility("hidden"))) extern lk_arena_counts lk_arena;

/// Finds every slot through which the loaded images call the allocator, to be redirected by
/// ``lk_enter_arena``; returns 0 or an error number.
///
/// `exited` is called in place of the functions that end the process, `refused` by those that make
/// another one, which then fail.
__attribute__((visibility("hidden"))) int lk_find_arena_slots(
  void (*exited)(int status), void (*refused)(void));

/// Redirects the allocator of every loaded image to an arena of `length` bytes; returns 0 or an
/// error number.
__attribute__((visibility("hidden"))) int lk_enter_arena(size_t length);

/// The block at `address` was freed in this process.
__attribute__((visibility("hidden"))) bool lk_was_freed_in_arena(uintptr_t address);

#endif
