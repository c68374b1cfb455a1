#ifndef LK_DISPATCH_MAIN_H
#define LK_DISPATCH_MAIN_H

#include <stdbool.h>
#include <stdint.h>

/// Copies the first thread's frames and registers from now on when the program calls dispatch_main.
///
/// That function never returns, so the objects in the local variables of its callers are in use
/// until the program ends. However, libdispatch ends the thread by pthread_exit, and the functions
/// that the thread then executes overwrite these frames.
void lk_keep_frames_at_dispatch_main(void);

/// Sets `start` and `end` to the bounds of the copy. Returns false if there is none.
bool lk_frames_at_dispatch_main(uintptr_t *start, uintptr_t *end);

#endif
