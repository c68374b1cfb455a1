#ifndef LK_PROGRAM_THREADS_H
#define LK_PROGRAM_THREADS_H

/// Lets each new thread of the program begin with clear vector registers, and sets a function to
/// call before the program starts its second thread, or NULL.
///
/// A thread begins with the registers of the one that creates it (clone(2)). The dynamic linker
/// saves the vector registers on the stack when it binds a function, so that objects of the creating
/// thread would appear on the stack of the new one.
void lk_at_thread_creation(void (*second)(void));

#endif
