#ifndef LK_LOST_LOCKS_H
#define LK_LOST_LOCKS_H

/// Makes this process, a fork of the program, end when it would have to wait for a lock of the
/// Swift runtime.
///
/// The runtime's locks, and `Mutex`, are priority-inheriting futexes. The runtime makes a system
/// call only if another thread owns the lock. In this process, that thread does not exist, so the
/// system call fails, and the runtime would repeat it forever. Therefore a system call filter
/// (seccomp) ends the process at this call with the status ``lk_lost_lock_status``. On a system
/// without filters, this function does nothing.
///
/// Source: `include/swift/Threading/Impl/Linux/ulock.h` in the Swift repository.
void lk_end_at_lost_locks(void);

#endif
