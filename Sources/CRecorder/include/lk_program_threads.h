#ifndef LK_PROGRAM_THREADS_H
#define LK_PROGRAM_THREADS_H

/// Makes each thread that the program creates start with cleared vector registers. Calls `second`,
/// unless it is NULL, before the program creates its second thread.
///
/// A thread begins with the register values of the thread that creates it (clone(2)), and the
/// dynamic linker saves the vector registers on the stack when it binds a function. Without the
/// clearing, addresses of the creating thread's objects could appear on the new thread's stack.
void lk_at_thread_creation(void (*second)(void));

#endif
