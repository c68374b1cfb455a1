#ifndef LK_PROGRAM_LIMITS_H
#define LK_PROGRAM_LIMITS_H

/// Adds the recorder's own memory to limits on the size of memory that the program sets for itself
/// from now on (`RLIMIT_AS`, `RLIMIT_DATA`), so that the program can use the memory that it
/// requested. When the program reads the limits, it gets the values that it set.
void lk_extend_memory_limits(void);

#endif
