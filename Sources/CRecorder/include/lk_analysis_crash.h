#ifndef LK_ANALYSIS_CRASH_H
#define LK_ANALYSIS_CRASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The maximum size of a phase's name, with the null character.
enum { lk_phase_size = 64 };

/// The maximum number of entries in the list of objects that an analysis leaves out.
enum { lk_max_unread = 8 };

/// An object that an analysis reads: its address and its first word, both with all bits inverted.
/// They are inverted because ``lk_crash_note``, which contains them, is in memory that the analysis
/// searches for addresses of objects.
///
/// In the list of objects that an analysis leaves out, an `object` of 0 stands for all objects with
/// the metadata.
typedef struct {
  uintptr_t object, metadata;
} lk_object_read;

/// The note that an analysis in a child process leaves when it crashes or fails.
///
/// The parent process may start several child processes, one after another, with the same note.
typedef struct {
  /// The signal of the crash; 0 if the analysis did not crash.
  int signal;
  /// The error number that was passed to ``lk_note_failure``, or 0.
  int failure;
  /// The name of the analysis's current phase, null-terminated.
  char phase[lk_phase_size];
  /// `address` is the address that could not be accessed. `code` is the address of the instruction
  /// that tried to access it.
  uintptr_t address, code;
  /// The object that the analysis reads, or read last; zeros if it has read none.
  lk_object_read reading;
  /// The object that the previous child process was reading when it crashed.
  lk_object_read crashed;
  /// The objects that the analysis leaves out, because two earlier analyses crashed while they read
  /// them.
  lk_object_read unread[lk_max_unread];
  uint32_t unread_count;
  /// The number of earlier child processes that crashed.
  uint32_t crashes;
  /// The signal and the phase of the last of these crashes.
  int earlier_signal;
  char earlier_phase[lk_phase_size];
} lk_crash_note;

/// Returns an empty note in memory that this process shares with its child processes; NULL if the
/// memory cannot be mapped. Free it with ``lk_free_crash_note()``. Only one child process at a time
/// may use a note.
lk_crash_note *lk_new_crash_note(void);

/// Frees a note of ``lk_new_crash_note()``; does nothing if it is NULL.
void lk_free_crash_note(lk_crash_note *note);

/// Prepares the note for the next child process. The list of objects that the analysis leaves out
/// is kept.
void lk_renew_crash_note(lk_crash_note *note);

/// Returns whether to start another child process after one has crashed, and updates the list of
/// objects that the analysis leaves out. Call this at most once for each crash.
///
/// The first crash may be due to memory that another thread was changing. If two successive child
/// processes crash at the same object, the object is added to the list of objects that the analysis
/// leaves out. If two successive child processes later crash at another object with the same
/// metadata, all objects with that metadata are left out.
///
/// Returns false in these cases: a crash repeats, and no further object can be left out; a crash
/// after the first is not a memory access error, or occurs before any object was read; there were
/// too many crashes.
bool lk_should_retry_after_crash(lk_crash_note *note);

/// Writes the name of the function that contains an instruction of this process, and the library
/// with the instruction's offset, as text; an empty text if both are unknown.
///
/// - `length`: The size of `text`, which must not be 0. A longer name is shortened.
void lk_name_code(uintptr_t code, char *text, size_t length);

/// Makes this child process write to the note; to none if the note is NULL.
void lk_use_crash_note(lk_crash_note *note);

/// Returns the note of this child process; NULL if there is none.
lk_crash_note *lk_own_crash_note(void);

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

/// Stores the error number of a failed analysis in the note. Call this in the child process.
void lk_note_failure(int failure);

/// Runs `body`; returns false if `body` accessed memory that cannot be read.
///
/// Such an access ends `body` immediately, so `body` must be C code that only reads. Accesses are
/// caught only in a process that called `lk_note_own_crash`.
bool lk_guard_reads(void (*body)(void *state), void *state);

#endif
