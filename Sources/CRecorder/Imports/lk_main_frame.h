#ifndef LK_MAIN_FRAME_H
#define LK_MAIN_FRAME_H

#include <stdint.h>

/// Returns an address in the first thread's stack that is above all frames of the program, beginning
/// with main; 0 if it is unknown.
uintptr_t lk_main_frame(void);

#endif
