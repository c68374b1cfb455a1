#ifndef LK_PROGRAM_END_H
#define LK_PROGRAM_END_H

#include <stdbool.h>
#include <stdint.h>

/// Sets a function to call when the program ends. After exit, quick_exit or a return from main, the
/// function is called after the functions that the program registered. It is also called when the
/// program ends by _exit.
///
/// The program uses the ending thread's stack from `stack` upwards. Below are the frames of the
/// functions that end the program, and stale words of other functions. Call this before main.
void lk_at_program_end(void (*body)(uintptr_t stack));

/// Sets a function to call first in each process that the program forks.
void lk_in_forked_processes(void (*body)(void));

/// Sets a function to call when the first thread ends by pthread_exit while others run. The program
/// ends with the last thread.
void lk_at_first_thread_exit(void (*body)(void));

/// Returns whether the first thread has ended; false if ``lk_at_first_thread_exit()`` was not
/// called. The system lists this thread as long as the process exists.
bool lk_first_thread_is_over(void);

/// Returns whether the first thread has ended and the calling thread is the only one.
bool lk_is_only_thread(void);

#endif
