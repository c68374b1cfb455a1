#ifndef LK_PROGRAM_LIMITS_H
#define LK_PROGRAM_LIMITS_H

/// Increases the memory limits that the program sets for itself from now on (`RLIMIT_AS`,
/// `RLIMIT_DATA`) by the size of the recorder's own memory, so that the program can use as much
/// memory as it requested. When the program reads the limits, it gets the values that it set.
void lk_extend_memory_limits(void);

#endif
