#ifndef LK_OPENED_LIBRARIES_H
#define LK_OPENED_LIBRARIES_H

/// Starts recording in a library that the program is about to open, as soon as the program looks up
/// a symbol. Until then, the memory that the library allocates is not recorded.
///
/// Call this if the library cannot be awaited: the C library must find the caller of dlopen when the
/// name of the library contains no slash.
void lk_await_library(void);

#endif
