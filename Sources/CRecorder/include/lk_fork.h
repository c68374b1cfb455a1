#ifndef LK_FORK_H
#define LK_FORK_H


/// Copies the process; 0 in the copy, the copy's id in the original, -1 on failure.
///
/// Swift hides fork because little may be done in the copy of a program with threads: only
/// the calling thread exists there, and a lock that another one held stays locked. glibc
/// sees to its allocator's locks. On Linux the copy does not outlive the thread that made it.
int lk_fork(void);

/// Copies a process that has a single thread; the result is that of lk_fork.
///
/// The copy may do whatever the original may: start threads, wait for locks.
int lk_fork_single_threaded(void);

#endif
