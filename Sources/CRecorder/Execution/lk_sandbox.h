#ifndef LK_SANDBOX_H
#define LK_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The sandbox in which the program's own deinitializers run, in a child process of a copy of
// the program. Nothing that they do may be seen outside this process:
//
// - Memory: every shared mapping is replaced by a private copy, or by inaccessible memory where
//   it is large. New shared mappings are refused.
// - System calls: a seccomp filter allows what changes nothing but this process: private
//   anonymous memory, clocks, signal masks and handlers, signals to itself, closing descriptors,
//   ending. Everything else fails with EPERM, reading included, which would take data away from
//   the program. A call of another architecture kills the process.
// - Locks: no other thread exists, so a wait would never end. futex is emulated: a wait without
//   a timeout ends the execution, one with a timeout times out at once.
// - Resources: memory and stack are limited, no core file is written, and the system ends this
//   process first where memory runs out.

/// Records which mappings are shared; returns 0 or an error number.
__attribute__((visibility("hidden"))) int lk_find_shared_mappings(void);

/// Replaces the mappings that were found; returns 0 or an error number.
__attribute__((visibility("hidden"))) int lk_make_mappings_private(void);

/// Limits what this process may use to `memory` more bytes than now; returns 0 or an error number.
__attribute__((visibility("hidden"))) int lk_limit_resources(size_t memory);

/// Installs the filter in this process, for good; returns 0 or an error number.
__attribute__((visibility("hidden"))) int lk_install_filter(void);

/// What the handler of a refused call reports.
typedef struct {
  /// The call would wait for ever.
  void (*waited)(void);
  /// The call was refused.
  void (*refused)(uint32_t number);
  /// The call was to wake another thread.
  void (*woke)(void);
} lk_sandbox_observer;

/// Handles SIGSYS: gives a refused call its result.
__attribute__((visibility("hidden"))) void lk_handle_refused_call(
  const void *info, void *context, const lk_sandbox_observer *observer);

#endif
