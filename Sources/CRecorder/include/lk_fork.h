#ifndef LK_FORK_H
#define LK_FORK_H

/// Forks a process that has one thread; returns 0 in the child, the child's identifier in the
/// parent, -1 on failure.
///
/// With one thread, no other thread can hold a lock during the fork, so the C library's fork
/// handlers run. On Linux the child process ends when the thread that forked it ends. See
/// ``lk_start_copy`` for programs with threads.
int lk_fork_single_threaded(void);

#endif
