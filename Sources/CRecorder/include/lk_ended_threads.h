#ifndef LK_ENDED_THREADS_H
#define LK_ENDED_THREADS_H

#include <stddef.h>
#include <stdint.h>

/// Finds the results of the threads that have ended and wait to be joined. Such a result is the
/// word that the thread's function returned, or that the thread passed to pthread_exit. The C
/// library keeps it until the thread is joined or detached.
///
/// Stores up to `limit` results, and returns their number. Returns 0 if the C library does not
/// describe its data about threads.
///
/// Call this while the other threads of the process are stopped, or in a process that was forked
/// while they were.
size_t lk_results_of_ended_threads(uintptr_t *results, size_t limit);

#endif
