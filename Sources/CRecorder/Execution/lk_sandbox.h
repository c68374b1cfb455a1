#ifndef LK_SANDBOX_H
#define LK_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The sandbox in which the program's own deinitializers run when a suggested break is tried. It is
// a child process of the forked process that analyzes the program. The deinitializers have no
// effects outside it:
//
// - Memory: every shared mapping is replaced by a private copy, or by inaccessible memory if it is
//   large or not readable. New shared mappings are refused.
// - System calls: a seccomp filter allows calls that affect only this process, such as those for
//   private anonymous memory, clocks, signal masks and handlers, signals to this process, closing
//   descriptors and exiting. All other calls fail with EPERM, even reads: a read could consume data
//   that the program is waiting for. A call through another architecture's interface kills the
//   process.
// - Locks: no other thread exists, so a wait would never end. The futex call is emulated: a wait
//   without a timeout ends the attempt, and a wait with a timeout times out immediately.
// - Resources: memory and stack are limited, no core file is written, and the system kills this
//   process first if memory runs out.

/// Records this process's shared mappings; returns 0 or an error number.
__attribute__((visibility("hidden"))) int lk_find_shared_mappings(void);

/// Replaces the recorded mappings; returns 0 or an error number.
__attribute__((visibility("hidden"))) int lk_make_mappings_private(void);

/// Limits the memory of this process to its current size plus `memory` bytes, and prevents core
/// files; returns 0 or an error number.
__attribute__((visibility("hidden"))) int lk_limit_resources(size_t memory);

/// Installs the seccomp filter in this process, permanently; returns 0 or an error number.
__attribute__((visibility("hidden"))) int lk_install_filter(void);

/// The functions that ``lk_handle_refused_call`` calls.
typedef struct {
  /// Called if the system call would wait forever.
  void (*waited)(void);
  /// Called if the system call with this number was refused.
  void (*refused)(uint32_t number);
  /// Called if the system call would have woken only a limited number of the waiting threads.
  void (*woke)(void);
} lk_sandbox_observer;

/// Handles the SIGSYS of a refused system call: sets the result that the system call returns.
__attribute__((visibility("hidden"))) void lk_handle_refused_call(
  const void *info, void *context, const lk_sandbox_observer *observer);

#endif
