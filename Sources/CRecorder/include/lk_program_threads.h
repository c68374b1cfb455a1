#ifndef LK_PROGRAM_THREADS_H
#define LK_PROGRAM_THREADS_H

/// Makes each new thread of the program start with cleared vector registers from now on. Calls
/// `second`, unless it is NULL, before the program starts its second thread.
///
/// A thread begins with the registers of the thread that creates it (clone(2)). The dynamic linker
/// saves the vector registers on the stack when it binds a function. If they were not cleared,
/// addresses of the creating thread's objects would therefore appear on the new thread's stack.
void lk_at_thread_creation(void (*second)(void));

#endif
