#ifndef LK_PROGRAM_END_H
#define LK_PROGRAM_END_H

#include <stdbool.h>
#include <stdint.h>

/// Has `body` called when the program ends by exit or by returning from main, after what the
/// program itself registers, and when it ends by _exit.
///
/// The program uses the ending thread's stack from `stack` up: below lie the functions that
/// end it, among what was left by others that have returned. To be called before main.
void lk_at_program_end(void (*body)(uintptr_t stack));

/// Has `body` called in each process that the program forks, before anything else runs there.
void lk_in_forked_processes(void (*body)(void));

/// Has `body` called when the first thread ends and leaves the program to the others, by
/// pthread_exit. The program ends with the last of them.
void lk_at_first_thread_exit(void (*body)(void));

/// The first thread has ended, though the system lists it as long as the process lives.
bool lk_first_thread_is_over(void);

/// The first thread has ended, and no thread lives beside the calling one.
bool lk_is_only_thread(void);

#endif
