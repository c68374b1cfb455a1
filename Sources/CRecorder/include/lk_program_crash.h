#ifndef LK_PROGRAM_CRASH_H
#define LK_PROGRAM_CRASH_H

/// Sets a function to call when a memory fault, a trap or an abort crashes the program, unless the
/// program handles the signal itself. After `body` returns, the signal has its usual effect.
///
/// `body` receives the interrupted context, a `ucontext_t`.
void lk_at_crash(void (*body)(const void *context));

/// Restores the signal actions that ``lk_at_crash()`` replaced, except those that the program has
/// replaced since.
void lk_withdraw_at_crash(void);

#endif
