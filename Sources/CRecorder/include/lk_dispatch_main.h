#ifndef LK_DISPATCH_MAIN_H
#define LK_DISPATCH_MAIN_H

#include <stdbool.h>
#include <stdint.h>

/// Arranges for a copy of the first thread's frames and registers to be made when that thread calls
/// dispatch_main.
///
/// dispatch_main never returns, so the objects in its callers' local variables are in use until the
/// program ends. But libdispatch calls pthread_exit on the thread, which runs functions that
/// overwrite the callers' frames.
void lk_keep_frames_at_dispatch_main(void);

/// Returns whether the first thread has called dispatch_main. On Linux, libdispatch then keeps the
/// thread waiting in a destructor of thread-specific data, so the thread never ends.
bool lk_first_thread_is_in_dispatch_main(void);

/// Sets `start` and `end` to the bounds of the copy of the first thread's registers and frames.
/// Returns false if there is no copy.
bool lk_frames_at_dispatch_main(uintptr_t *start, uintptr_t *end);

#endif
