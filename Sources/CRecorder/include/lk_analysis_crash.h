#ifndef LK_ANALYSIS_CRASH_H
#define LK_ANALYSIS_CRASH_H

#include <stdbool.h>
#include <stdint.h>

/// The last state of an analysis that failed in a child process.
typedef struct {
  /// The signal; 0 if the analysis did not crash.
  int signal;
  /// The error number of a reported failure, or 0.
  int failure;
  /// The phase of the analysis, zero-terminated.
  char phase[64];
  /// The address that could not be accessed, and the code that accessed it.
  uintptr_t address, code;
} lk_crash_note;

/// Prepares for a crash of the next child process and clears the note on the last one. Call this
/// before forking. Returns false if there is no memory for a note.
bool lk_prepare_crash_note(void);

/// In the child process: records a crash from now on. The crash ends the child process without the
/// program's own handlers.
///
/// `folder` may be NULL. Otherwise it is a folder that receives a memory dump, if the system allows
/// dumps, and the list of the child's mappings in `maps.PID`; the string must stay valid.
void lk_note_own_crash(const char *folder);

/// In the child process: records the current phase. `phase` may be NULL.
void lk_begin_phase(const char *phase);

/// In the parent process, after the child has ended: returns the note on its crash; `signal` is 0
/// if it did not crash.
lk_crash_note lk_last_crash(void);

/// In the child process: records that the analysis failed, with an error number.
void lk_note_failure(int failure);

/// Runs `body`, and returns false if it accessed inaccessible memory.
///
/// After such an access the rest of `body` is not executed, so `body` must be C code that only
/// reads. Accesses are caught only in a process that called `lk_note_own_crash`.
bool lk_guard_reads(void (*body)(void *state), void *state);

#endif
