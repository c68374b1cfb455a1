#ifndef LK_STOP_SIGNAL_H
#define LK_STOP_SIGNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// The signal that stops a thread.
//
// glibc reserves two real-time signals, which pthread_sigmask and sigfillset omit, so that a thread
// that blocks all signals still receives them. The second one is used here. glibc itself uses it
// for setuid and related functions; signals from glibc have another code, and are passed on. With
// another C library, the signal is SIGPROF.

/// The signal's number.
int lk_stop_signal(void);

/// Installs the handler, which remains until the process ends, because signals may stay pending.
///
/// `body` receives the value sent with the signal, and the interrupted context. Returns whether the
/// system allows it.
bool lk_handle_stop_signal(void (*body)(uint64_t value, void *context));

/// Sends the signal to a thread of a process; returns 0 or an error number.
int lk_send_stop_signal(pid_t process, pid_t thread, uint64_t value);

/// Unblocks the signal in the calling thread.
void lk_unblock_stop_signal(void);

#endif
