#ifndef LK_PROGRAM_FILTERS_H
#define LK_PROGRAM_FILTERS_H

#include <stdbool.h>
#include <stddef.h>

// Filters of system calls (seccomp) that a program installs or inherits.

/// Sets the functions to call when the program installs a filter. Call this before the program
/// starts.
///
/// - `folder`: The folder with the memory for ``lk_has_more_filters()``.
/// - `incompatible`: A function to call before the program installs an incompatible filter. A
///   compatible filter either allows a system call of an analysis or makes it fail. An incompatible
///   filter may, for example, kill the program at such a call. The function receives the number of
///   that system call. After the function has returned, the recorder makes no further system calls.
/// - `compatible`: A function to call after the program has installed a compatible filter.
void lk_at_filters(
  const char *folder, void (*incompatible)(int call), void (*compatible)(void));

/// Returns whether the recorder must not make system calls, because a filter may end the program at
/// one of them. Asks the supervisor whether the program has filters that were not detected. Makes
/// no system call, and may be called in a signal handler.
bool lk_must_avoid_system_calls(void);

/// Make the same system calls as the C library's `prctl` and `syscall`, and examine the filters
/// that the calls install. The preloaded library exports these functions under the C library's
/// names. Therefore look-ups by name find them, and libraries that are loaded later call them.
int lk_noticed_prctl(
  int option, unsigned long first, unsigned long second, unsigned long third, unsigned long fourth);
long lk_noticed_syscall(
  long number, unsigned long first, unsigned long second, unsigned long third,
  unsigned long fourth, unsigned long fifth, unsigned long sixth);

/// Stops examining the filters that this process, a fork of the program, installs. Neither
/// `incompatible` nor `compatible` is called for them, and the supervisor is not asked about
/// filters.
void lk_ignore_filters(void);

#endif
