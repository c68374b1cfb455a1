#ifndef LK_TICKS_H
#define LK_TICKS_H

#include <stdint.h>

/// Returns the time of the monotonic clock in milliseconds.
int64_t lk_milliseconds(void);

/// Waits for a fraction of a millisecond, while another thread reaches a state.
void lk_wait_a_tick(void);

#endif
