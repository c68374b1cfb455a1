#ifndef LK_FORK_H
#define LK_FORK_H

/// Forks a process that has one thread; returns 0 in the child, the child's identifier in the
/// parent, -1 on failure.
///
/// The C library's fork handlers run. They can take their locks, because there is no other thread
/// that could hold a lock during the fork. On Linux the child process is killed when the thread
/// that forked it ends. See ``lk_start_copy`` for programs with several threads.
int lk_fork_single_threaded(void);

#endif
