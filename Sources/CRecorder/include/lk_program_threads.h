#ifndef LK_PROGRAM_THREADS_H
#define LK_PROGRAM_THREADS_H

/// From now on, each new thread of the program begins with clear vector registers. Before the
/// program starts its second thread, `second` is called, unless it is NULL.
///
/// A thread begins with the registers of the one that creates it (clone(2)). The dynamic linker
/// saves the vector registers on the stack when it binds a function, so that objects of the creating
/// thread would appear on the stack of the new one.
void lk_at_thread_creation(void (*second)(void));

#endif
