#ifndef LK_PROGRAM_FILTERS_H
#define LK_PROGRAM_FILTERS_H

#include <stddef.h>

// Filters of system calls (seccomp) that a program installs or inherits.

/// Sets two functions: `hostile` is called before the program installs a filter that would kill it
/// at a call that an analysis needs, `tolerated` after it installed another one. Call this before
/// the program starts.
void lk_at_filters(void (*hostile)(void), void (*tolerated)(void));

/// Returns the number of filters of this process, inherited or installed; 0 if the system does not
/// report it. Allocates nothing.
int lk_filter_count(void);

/// Returns the numbers of the system calls that the program's own process needs for an analysis.
const int *lk_needed_calls(size_t *count);

#endif
