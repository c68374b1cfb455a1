#ifndef LK_PROGRAM_NOTE_H
#define LK_PROGRAM_NOTE_H

// The note in which the command finds the programs that a process has run. It is a file in the
// folder of the reports, and its name is the process identifier and `.program`. The functions do
// not allocate.
//
// The note contains the start time of the process, which distinguishes processes that had the same
// identifier, and the programs in the order in which the process ran them. Each entry is a letter
// and the path of the executable. A null character ends the time and each entry.

/// The letters that begin the entries.
typedef enum {
  /// The process started to run a Swift program.
  lk_program_started = 's',
  /// The process was forked while its parent process ran a Swift program.
  lk_program_forked = 'f',
  /// The program is not written in Swift.
  lk_program_foreign = 'n',
  /// The program is a tool of the Swift toolchain or a package manifest, which is never analyzed.
  lk_program_tool = 't',
  /// The program was executed without the recorder. It may be written in any language.
  lk_program_unrecorded = 'u',
} lk_program_origin;

/// Adds this process's program to the process's note.
///
/// - `folder`: The folder of the reports.
void lk_note_program(const char *folder, lk_program_origin origin);

/// Starts noting each program that this process executes or starts without the recorder, because
/// the program is fully static, runs with other rights (setuid), or does not get the environment
/// variables that load the recorder. The entry is added to the note of the process that runs it.
///
/// - `folder`: The folder of the reports. The string must stay valid.
/// - `variable`: The name of an environment variable without which the recorder does nothing. The
///   string must stay valid.
void lk_note_executed_programs(const char *folder, const char *variable);

#endif
