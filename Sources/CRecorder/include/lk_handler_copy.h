#ifndef LK_HANDLER_COPY_H
#define LK_HANDLER_COPY_H

#include <stdbool.h>
#include <stdint.h>

/// Runs `body` in a copy of the process that is made within a signal's handler; returns whether
/// it said that it did what it had to.
///
/// `context` is what the handler was given of the interrupted code. `body` gets the lowest
/// address that this code uses of its stack, and whether the other threads stood still
/// meanwhile. What was interrupted may have been the allocator: the copy may crash or wait for
/// ever, which is noticed, and does no harm to the process: see `lk_last_crash`, and
/// `lk_note_own_crash` for `dump_folder`.
bool lk_run_in_copy(
  const void *context, const char *dump_folder, bool (*body)(uintptr_t stack, bool is_still));

/// Has `body` called when the program crashes: at the signals of a memory fault, a trap or an
/// abort, unless the program handles them itself. The program then dies, or is handled by who
/// was there before, as if nothing had been.
void lk_at_crash(void (*body)(const void *context));

/// Has `body` called before the program starts its second thread.
void lk_before_second_thread(void (*body)(void));

#endif
