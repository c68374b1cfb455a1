#ifndef LK_ANALYSIS_CRASH_H
#define LK_ANALYSIS_CRASH_H

#include <stdbool.h>
#include <stdint.h>

/// The note that an analysis in a child process leaves when it crashes or fails.
typedef struct {
  /// The signal of the crash; 0 if the analysis did not crash.
  int signal;
  /// The error number that was passed to ``lk_note_failure``, or 0.
  int failure;
  /// The name of the analysis's current phase, null-terminated.
  char phase[64];
  /// `address` is the address that could not be accessed. `code` is the address of the instruction
  /// that tried to access it.
  uintptr_t address, code;
} lk_crash_note;

/// Clears the note for the next child process. Call this before forking. Returns false if there is
/// no memory for the note.
bool lk_prepare_crash_note(void);

/// Makes this child process write the note and end when it crashes. The program's own signal
/// handlers do not run.
///
/// Reading a page that the program made inaccessible is not a crash: the page becomes readable in
/// this process.
///
/// - `folder`: The folder that receives a memory dump, if the system allows dumps, and the child's
///   list of mappings (`maps.PID`); NULL for none. The string must stay valid.
void lk_note_own_crash(const char *folder);

/// Stores the current phase in the note. Call this in the child process. `phase` may be NULL.
void lk_begin_phase(const char *phase);

/// Returns the note of the child process. Call this in the parent process after the child has
/// ended.
lk_crash_note lk_last_crash(void);

/// Stores the error number of a failed analysis in the note. Call this in the child process.
void lk_note_failure(int failure);

/// Runs `body`; returns false if `body` accessed unmapped memory.
///
/// Such an access ends `body` immediately, so `body` must be C code that only reads. Accesses are
/// caught only in a process that called `lk_note_own_crash`.
bool lk_guard_reads(void (*body)(void *state), void *state);

#endif
