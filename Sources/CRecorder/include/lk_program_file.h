#ifndef LK_PROGRAM_FILE_H
#define LK_PROGRAM_FILE_H

#include <stdbool.h>

/// Returns whether this process's program is the compiler, the package manager or another tool of a
/// Swift toolchain, or a package manifest, which such a tool compiles and runs. The user cannot fix
/// the leaks of these programs. Does not allocate.
bool lk_program_is_of_toolchain(void);

#endif
