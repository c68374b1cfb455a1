#ifndef LK_PROGRAM_CRASH_H
#define LK_PROGRAM_CRASH_H

/// Has `body` called when the program crashes: at the signals of a memory fault, a trap or an
/// abort, unless the program handles them itself. The signal then takes its course.
///
/// `body` receives the interrupted context, an `ucontext_t`.
void lk_at_crash(void (*body)(const void *context));

/// Has `body` called before the program starts its second thread.
void lk_before_second_thread(void (*body)(void));

#endif
