#ifndef LK_PROGRAM_FILTERS_H
#define LK_PROGRAM_FILTERS_H

#include <stddef.h>

// Filters of system calls (seccomp) that a program installs or inherits.

/// Sets the functions to call when the program installs a filter. Call this before the program
/// starts.
///
/// - `hostile`: A function to call before the program installs a filter that may do more than
///   refuse a system call of an analysis, such as kill the program. The function receives the
///   number of the system call. After it has returned, the recorder makes no further system calls.
/// - `tolerated`: A function to call after the program has installed any other filter.
void lk_at_filters(void (*hostile)(int call), void (*tolerated)(void));

/// Make the same system calls as the C library's `prctl` and `syscall`, and examine the filters
/// that the calls install. The preloaded library exports these functions under the C library's
/// names, so that libraries that are loaded later, and look-ups by name, find them.
int lk_noticed_prctl(
  int option, unsigned long first, unsigned long second, unsigned long third, unsigned long fourth);
long lk_noticed_syscall(
  long number, unsigned long first, unsigned long second, unsigned long third,
  unsigned long fourth, unsigned long fifth, unsigned long sixth);

/// Allows this process, a fork of the program, to install filters without calling `hostile` or
/// `tolerated`.
void lk_ignore_filters(void);

/// Returns the number of filters of this process, inherited or installed; 0 if the system does not
/// report it. On Linux before 5.9, the result is at most 1. Allocates nothing.
int lk_filter_count(void);

#endif
