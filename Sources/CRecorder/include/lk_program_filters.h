#ifndef LK_PROGRAM_FILTERS_H
#define LK_PROGRAM_FILTERS_H

/// Sets a function to call before the program installs a filter of system calls (seccomp) that
/// would kill it at a call that an analysis needs. Call this before the program starts.
void lk_at_hostile_filter(void (*body)(void));

#endif
