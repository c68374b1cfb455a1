#ifndef LK_PROGRAM_END_H
#define LK_PROGRAM_END_H

#include <stdint.h>

/// Has `body` called when the program ends by exit or by returning from main, after what the
/// program itself registers.
///
/// The program uses the ending thread's stack from `stack` up: below lie the functions that
/// end it, among what was left by others that have returned. To be called before main.
void lk_at_program_end(void (*body)(uintptr_t stack));

#endif
