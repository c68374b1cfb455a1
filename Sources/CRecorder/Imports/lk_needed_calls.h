#ifndef LK_NEEDED_CALLS_H
#define LK_NEEDED_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The system calls that the program's own process makes for an analysis.

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define LK_HAS_NEEDED_CALLS 1

#include "lk_filter_result.h"

/// Finds a needed system call for which the filter may return a result that `accepts` rejects.
/// Returns the number of the call; -1 if there is none.
int lk_violation_of(const struct sock_fprog *filter, bool (*accepts)(uint32_t result));

#endif

/// Returns the number of the needed system call at `index`, counted from 0; -1 if the index is too
/// large. A system call that is made with different arguments is listed more than once.
int lk_needed_call(size_t index);

#endif
