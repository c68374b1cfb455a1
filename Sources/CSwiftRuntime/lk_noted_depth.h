#ifndef LK_NOTED_DEPTH_H
#define LK_NOTED_DEPTH_H

#include <stdatomic.h>
#include <stdint.h>

/// What `lk_stack_depth` tells, for code that runs at each allocation.
__attribute__((visibility("hidden"))) extern _Atomic uint32_t lk_noted_depth;

#endif
