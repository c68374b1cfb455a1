#ifndef LK_FORK_H
#define LK_FORK_H

/// Copies a process that has one thread; 0 in the copy, the copy's id in the original, -1 on
/// failure.
///
/// With one thread no lock can be lost, so what the C library does at a fork is wanted. On Linux
/// the copy does not outlive the thread that made it. See ``lk_start_copy`` for programs with
/// threads.
int lk_fork_single_threaded(void);

#endif
