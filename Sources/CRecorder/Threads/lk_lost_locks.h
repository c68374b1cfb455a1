#ifndef LK_LOST_LOCKS_H
#define LK_LOST_LOCKS_H

/// Ends the process, a copy of one with threads, when it waits for a lock of the Swift runtime.
///
/// The runtime's locks, and `Mutex`, are priority-inheriting futexes, for which the system is
/// asked only where another thread holds them: one that the copy does not have. The system
/// refuses to wait for it, and the runtime asks again for ever. So the question itself ends
/// the process, with status 1. Does nothing where the system has no filters of system calls.
///
/// Source: `include/swift/Threading/Impl/Linux/ulock.h` in the Swift repository.
void lk_end_at_lost_locks(void);

#endif
