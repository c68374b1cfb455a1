#ifndef LK_FORK_H
#define LK_FORK_H

/// Forks a process that has one thread; returns 0 in the child, the child's identifier in the
/// parent, -1 on failure.
///
/// With one thread no lock can be lost, so the C library's fork handlers run. On Linux the child
/// does not outlive the thread that forked it. See ``lk_start_copy`` for programs with threads.
int lk_fork_single_threaded(void);

#endif
