#ifndef LK_ANALYSIS_CRASH_H
#define LK_ANALYSIS_CRASH_H

#include <stdbool.h>
#include <stdint.h>

/// The last state of an analysis that failed in a child process.
typedef struct {
  /// The signal; 0 where it did not crash.
  int signal;
  /// The error number where the analysis reported a failure, or 0.
  int failure;
  /// What the analysis was doing, zero-terminated.
  char phase[64];
  /// The address that could not be accessed, and the code that accessed it.
  uintptr_t address, code;
} lk_crash_note;

/// Prepares for a crash of the next child process, or forgets the last one's. To be called
/// before the process is forked. Returns false where there is no memory for a note.
bool lk_prepare_crash_note(void);

/// In the child process: a crash from now on is noted and ends the child, and the program's
/// own handlers do not run.
///
/// `folder`, if not NULL, is where a memory dump is left, if the system allows dumps, with the
/// list of the child's mappings in `maps.PID`; it must stay valid.
void lk_note_own_crash(const char *folder);

/// In the child process: what is being done from now on. `phase` may be NULL.
void lk_begin_phase(const char *phase);

/// In the parent, after the child ended: its crash; `signal` is 0 if it did not crash.
lk_crash_note lk_last_crash(void);

/// In the child process: notes that the analysis failed, with an error number.
void lk_note_failure(int failure);

/// Runs `body`, and returns false if it accessed memory that cannot be accessed.
///
/// For C code that only reads: what it was about to do is left undone. Only in a process in
/// which `lk_note_own_crash` was called; elsewhere `body` runs unguarded.
bool lk_guard_reads(void (*body)(void *state), void *state);

#endif
