#ifndef LK_MAIN_FRAME_H
#define LK_MAIN_FRAME_H

#include <stdint.h>

/// Returns an address on the first thread's stack that is above the frames of main and of all
/// functions that main calls; 0 if it is unknown.
uintptr_t lk_main_frame(void);

#endif
