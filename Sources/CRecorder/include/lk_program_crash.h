#ifndef LK_PROGRAM_CRASH_H
#define LK_PROGRAM_CRASH_H

/// Sets a function to call when the program crashes with a signal for a memory fault, a trap or an
/// abort, unless the program handles the signal itself. Afterwards the signal has its usual effect.
///
/// `body` receives the interrupted context, a `ucontext_t`.
void lk_at_crash(void (*body)(const void *context));

/// Restores the signals' actions from before ``lk_at_crash()``, unless the program replaced them.
void lk_withdraw_at_crash(void);

#endif
