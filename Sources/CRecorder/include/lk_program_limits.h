#ifndef LK_PROGRAM_LIMITS_H
#define LK_PROGRAM_LIMITS_H

/// Adds the recorder's own memory to limits on the size of memory that the program sets for itself
/// from now on (`RLIMIT_AS`, `RLIMIT_DATA`), so that the program has the room that it set. The
/// program reads the limits as it set them.
void lk_extend_memory_limits(void);

#endif
