#ifndef LK_SWIFT_LIBRARIES_H
#define LK_SWIFT_LIBRARIES_H

/// Closes a library like dlclose, but keeps all libraries with Swift code in memory.
///
/// The Swift runtime keeps addresses of each library that it has registered, and cannot forget
/// them: it crashes when it searches the types of a library that is not in memory any more. The
/// leaked objects of such a library would have no type either. On Apple's platforms, the loader
/// keeps these libraries for the same reason.
int lk_close_library(void *handle);

#endif
