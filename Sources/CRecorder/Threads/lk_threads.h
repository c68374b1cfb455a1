#ifndef LK_THREADS_H
#define LK_THREADS_H

#include <stdbool.h>
#include <sys/types.h>

/// Calls `body` with each thread of the process; false where they cannot be listed.
///
/// Allocates nothing and is safe in a signal's handler.
bool lk_each_thread(void (*body)(pid_t thread, void *context), void *context);

/// What a thread does, by the letter of proc_pid_stat(5): R runs, S waits, Z has ended; 0 where
/// the system does not tell.
char lk_thread_state(pid_t thread);

#endif
