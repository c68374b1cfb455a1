#ifndef LK_SWIFT_LIBRARIES_H
#define LK_SWIFT_LIBRARIES_H

#include <stdbool.h>

/// Returns whether the program, or a library that is not part of the toolchain, needs the Swift
/// runtime's library.
bool lk_uses_swift_library(void);

/// Closes a library like dlclose, but keeps all libraries with Swift code in memory.
///
/// The Swift runtime stores pointers into each registered library and never removes them, so it
/// crashes when it searches the types of an unloaded library. In addition, the types of leaked
/// objects from such a library could not be read. On Apple's platforms, the loader keeps these
/// libraries for the same reason.
int lk_close_library(void *handle);

#endif
