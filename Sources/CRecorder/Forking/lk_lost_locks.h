#ifndef LK_LOST_LOCKS_H
#define LK_LOST_LOCKS_H

/// Makes this process, a fork of the program, end when it would have to wait for a lock of the
/// Swift runtime.
///
/// The runtime's locks, and `Mutex`, are priority-inheriting futexes. The runtime makes a system
/// call only if another thread owns the lock, and that thread exists only in the parent process.
/// The system refuses to wait for it, and the runtime would retry forever. Therefore a system call
/// filter (seccomp) makes the call end the process with ``lk_lost_lock_status``. On a system
/// without filters, this function does nothing.
///
/// Source: `include/swift/Threading/Impl/Linux/ulock.h` in the Swift repository.
void lk_end_at_lost_locks(void);

#endif
