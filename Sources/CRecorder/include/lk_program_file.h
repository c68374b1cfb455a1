#ifndef LK_PROGRAM_FILE_H
#define LK_PROGRAM_FILE_H

#include <stdbool.h>

/// Returns whether this process's program is a tool of a Swift toolchain, such as the compiler or
/// the package manager, or is a package manifest. (The package manager compiles a manifest and runs
/// it as a program.) The user cannot fix the leaks of these programs. Does not allocate.
bool lk_program_is_of_toolchain(void);

/// Returns whether the program at `path` is the compiler, the package manager or another tool of a
/// toolchain. The path must not contain symbolic links. Does not allocate.
bool lk_is_tool(const char *path);

/// Returns whether a program's file has capabilities that the user of this process does not have
/// (capabilities(7)). The superuser has all capabilities.
bool lk_file_gives_capabilities(const char *path);

#endif
