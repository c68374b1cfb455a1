#ifndef LK_PROGRAM_FILTERS_H
#define LK_PROGRAM_FILTERS_H

#include <stddef.h>

// Filters of system calls (seccomp) that a program installs or inherits.

/// Sets two functions: `hostile` is called before the program installs a filter that would kill it
/// at a call that an analysis needs, with the number of the call, and `tolerated` after it
/// installed another one. Call this before the program starts.
///
/// After `hostile` the recorder makes no further system calls.
void lk_at_filters(void (*hostile)(int call), void (*tolerated)(void));

/// Makes the calls that the C library's `prctl` and `syscall` make, and looks at the filters that
/// they install. A library that is loaded before the C library exports them by these names: then
/// libraries that the program loads later, and functions that it finds by name, call these
/// functions as well.
int lk_noticed_prctl(
  int option, unsigned long first, unsigned long second, unsigned long third, unsigned long fourth);
long lk_noticed_syscall(
  long number, unsigned long first, unsigned long second, unsigned long third,
  unsigned long fourth, unsigned long fifth, unsigned long sixth);

/// Allows this process, a fork of the program, to install filters without calling `hostile` or
/// `tolerated`.
void lk_ignore_filters(void);

/// Returns the number of filters of this process, inherited or installed; 0 if the system does not
/// report it. Allocates nothing.
int lk_filter_count(void);

#endif
