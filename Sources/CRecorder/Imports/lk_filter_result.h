#ifndef LK_FILTER_RESULT_H
#define LK_FILTER_RESULT_H

#include <stdbool.h>

// The possible results of a system call filter (seccomp) for a system call that is partly unknown.

#if defined(__linux__)

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>

/// A system call of which some words may be unknown.
typedef struct {
  struct seccomp_data data;
  /// A bit mask of the 32-bit words of `data` whose value is unknown.
  uint16_t unknown;
} lk_uncertain_call;

/// Returns whether `accepts` returns true for every result that the filter can have for the call.
/// If all words of the call are known, there is exactly one result.
///
/// Also returns false if there are too many paths through the filter, or if a path ends without a
/// result.
bool lk_filter_always(
  const struct sock_fprog *filter, const lk_uncertain_call *call, bool (*accepts)(uint32_t result));

#endif

#endif
