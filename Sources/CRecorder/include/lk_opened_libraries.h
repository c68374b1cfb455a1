#ifndef LK_OPENED_LIBRARIES_H
#define LK_OPENED_LIBRARIES_H

/// Prepares for a library that the program is about to open: the memory that the library allocates
/// is recorded as soon as the program calls dlsym.
///
/// The replacement for dlopen calls this if it cannot start the recording itself, because it ends
/// with a tail call of the C library's dlopen.
void lk_await_library(void);

#endif
