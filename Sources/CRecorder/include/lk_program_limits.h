#ifndef LK_PROGRAM_LIMITS_H
#define LK_PROGRAM_LIMITS_H

/// Starts adding the size of the recorder's own memory to each limit that the program sets on its
/// memory (`RLIMIT_AS`, `RLIMIT_DATA`). If the hard limit allows it, the program can then use as
/// much memory as it requested. When the program reads the limit, it gets the value that it set.
void lk_extend_memory_limits(void);

#endif
