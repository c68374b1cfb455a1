#ifndef LK_STOP_SIGNAL_H
#define LK_STOP_SIGNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// The signal that stops a thread.
//
// glibc reserves two real-time signals. pthread_sigmask and sigfillset omit them, so a thread that
// blocks all signals still receives them. The stop signal is the second one, which glibc itself
// uses for setuid and related functions. A signal that glibc sent has another `si_code` and is
// passed on to glibc's handler. With another C library, the stop signal is SIGPROF.

/// The signal's number.
int lk_stop_signal(void);

/// Installs the handler; returns whether the system allows it. The handler stays installed until
/// the process ends, because signals may be pending that long.
///
/// `body` receives the value that was sent with the signal, and the interrupted context.
bool lk_handle_stop_signal(void (*body)(uint64_t value, void *context));

/// Sends the signal, with a value, to a thread of a process; returns 0 or an error number.
int lk_send_stop_signal(pid_t process, pid_t thread, uint64_t value);

/// Unblocks the signal in the calling thread.
void lk_unblock_stop_signal(void);

#endif
