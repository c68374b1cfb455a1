#ifndef LK_TICKS_H
#define LK_TICKS_H

#include <stdint.h>

/// Returns the time of the monotonic clock in milliseconds.
int64_t lk_milliseconds(void);

/// Waits for 0.2 milliseconds. Callers use this between two checks of another thread's state.
void lk_wait_a_tick(void);

#endif
