#ifndef LK_NOTE_REGISTERS_H
#define LK_NOTE_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Threads whose registers can be noted beside that of the one that ends the program.
enum { lk_most_noted = 1024 };

/// Makes room for them and forgets those of other threads; returns false where there is none.
bool lk_prepare_registers(void);

/// Notes those of the thread that ends the program.
///
/// `context` is a `ucontext_t`. Where it was taken in a function that the thread called, only
/// those are noted that a function keeps of its caller's. Safe in a signal's handler.
void lk_note_last_registers(const void *context, bool is_call);

/// Notes those of another thread, which calls this in a signal's handler. `place` is below
/// `lk_most_noted`, and all places before it are noted too. Of a thread that waits in a call of
/// the system only those are noted that the call leaves alone.
void lk_note_registers(size_t place, const void *context, bool is_waiting);

/// The registers of another thread as `mcontext_t` has them; NULL where they were not noted.
uintptr_t *lk_noted_at(size_t place);

#endif
