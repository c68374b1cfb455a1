#ifndef LK_NOTE_CHANGE_H
#define LK_NOTE_CHANGE_H

#include "lk_program_note.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// Changes to the file that ``lk_note_program`` writes.

enum { lk_longest_note_path = 4096, lk_longest_note = 8192 };

/// A note as it was before a change.
typedef struct {
  char path[lk_longest_note_path];
  char contents[lk_longest_note];
  /// The number of bytes in `contents`; 0 if the process had no note.
  size_t length;
} lk_former_note;

/// Returns whether a process has a note. `former` receives the note.
__attribute__((visibility("hidden"))) bool lk_read_note(
  const char *folder, pid_t process, lk_former_note *former);

/// Adds an entry to a note that was just read. The first entry follows the start time of the
/// process.
__attribute__((visibility("hidden"))) void lk_add_to_note(
  const lk_former_note *former, pid_t process, lk_program_origin origin, const char *program);

/// Restores a note; removes the file if the process had no note.
__attribute__((visibility("hidden"))) void lk_restore_note(const lk_former_note *former);

#endif
