#ifndef LK_SWIFT_LIBRARIES_H
#define LK_SWIFT_LIBRARIES_H

/// Closes a library like dlclose, but keeps all libraries with Swift code in memory.
///
/// The Swift runtime keeps addresses in each registered library and never removes them, so it
/// crashes when it searches the types of an unloaded library. In addition, the types of leaked
/// objects from such a library could not be read. On Apple's platforms, the loader keeps these
/// libraries for the same reason.
int lk_close_library(void *handle);

#endif
