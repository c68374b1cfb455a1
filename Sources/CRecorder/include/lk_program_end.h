#ifndef LK_PROGRAM_END_H
#define LK_PROGRAM_END_H

#include <stdbool.h>
#include <stdint.h>

/// Sets a function to call when the program ends. If the program ends by exit, quick_exit or a
/// return from main, the function is called after the program's own exit handlers. It is also
/// called if the program ends by _exit, or by sending itself SIGTERM, SIGINT or SIGHUP while that
/// signal has its default action.
///
/// `stack` is the lowest address that the program uses on the stack of the thread that ends the
/// program. Lower addresses contain only stale words, and frames of functions that end the program.
///
/// Call this before main.
void lk_at_program_end(void (*body)(uintptr_t stack));

/// Sets a function to call at the start of each process that the program forks.
void lk_in_forked_processes(void (*body)(void));

/// Sets a function to call when the first thread calls pthread_exit. After that call, the program
/// ends when its last thread ends.
void lk_at_first_thread_exit(void (*body)(void));

/// Returns whether the first thread has ended; false if ``lk_at_first_thread_exit()`` was not
/// called. The system lists the first thread as long as the process exists, even after the thread
/// has ended.
bool lk_first_thread_has_ended(void);

/// Returns whether the first thread has ended and the calling thread is the only one that is left.
bool lk_is_only_thread(void);

#endif
