#ifndef LK_LOST_LOCKS_H
#define LK_LOST_LOCKS_H

/// Ends a forked process when it waits for a lock of the Swift runtime.
///
/// The runtime's locks, and `Mutex`, are priority-inheriting futexes. A system call is made only if
/// another thread owns the lock: a thread that the forked process does not have. The system refuses
/// to wait for it, and the runtime retries forever. Therefore a filter of system calls makes the
/// call end the process, with ``lk_lost_lock_status``. Does nothing if the system has no such
/// filters.
///
/// Source: `include/swift/Threading/Impl/Linux/ulock.h` in the Swift repository.
void lk_end_at_lost_locks(void);

#endif
