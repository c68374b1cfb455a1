#ifndef LK_PROGRAM_FILTERS_H
#define LK_PROGRAM_FILTERS_H

#include <stddef.h>

// Filters of system calls (seccomp), which a program installs or was started under.

/// Has `hostile` called before the program installs a filter that would end it at a call that an
/// analysis needs, and `tolerated` after it installed another one. To be called before the program
/// starts.
void lk_at_filters(void (*hostile)(void), void (*tolerated)(void));

/// The number of filters of this process, which it inherited or installed; 0 where the system does
/// not tell. Allocates nothing.
int lk_filter_count(void);

/// The numbers of the system calls that the program's own process needs for an analysis.
const int *lk_needed_calls(size_t *count);

#endif
