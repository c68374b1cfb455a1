#ifndef LK_PROGRAM_FILTERS_H
#define LK_PROGRAM_FILTERS_H

/// Has `body` called before the program installs a filter of system calls (seccomp) that would
/// end the program at a call that an analysis needs. To be called before the program starts.
void lk_at_hostile_filter(void (*body)(void));

#endif
