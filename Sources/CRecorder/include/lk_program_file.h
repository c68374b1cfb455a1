#ifndef LK_PROGRAM_FILE_H
#define LK_PROGRAM_FILE_H

#include <stdbool.h>

// Facts about the file of this process's program. These functions do not allocate.

/// Returns whether the program contains Swift code or needs a library of Swift. Also returns true if
/// this is unknown.
bool lk_program_is_swift(void);

/// Returns whether the program at `path` is the compiler, the package manager or another tool of a
/// Swift toolchain. The user cannot fix the leaks of such a program.
///
/// Such a program is in `bin` or `libexec` of a folder that also contains the runtime's libraries.
/// The path must not contain symbolic links.
bool lk_is_of_toolchain(const char *path);

/// Returns whether this process's program is a tool of a Swift toolchain, or a package manifest,
/// which such a tool compiles and runs.
bool lk_program_is_of_toolchain(void);

#endif
