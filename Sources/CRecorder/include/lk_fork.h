#ifndef LK_FORK_H
#define LK_FORK_H

/// Forks this process, which must have only one thread; returns 0 in the child process, the child's
/// identifier in the parent process, or -1 on failure.
///
/// The C library's fork handlers run. They can take their locks, because no other thread can hold a
/// lock during the fork. On Linux, the child process is killed when the thread that forked it ends.
/// For programs with several threads, see ``lk_start_child``.
int lk_fork_single_threaded(void);

#endif
