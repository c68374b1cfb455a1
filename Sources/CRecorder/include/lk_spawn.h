#ifndef LK_SPAWN_H
#define LK_SPAWN_H

#include <spawn.h>
#include <stdbool.h>

/// Adds an action that closes all descriptors from `first` on in the new process. Returns false if
/// the C library does not support this: glibc does since version 2.34.
///
/// The dynamic loader finds the C library's function for this. `dlsym` is not used, because it may
/// wait for a lock that a stopped thread holds.
bool lk_add_close_from(posix_spawn_file_actions_t *actions, int first);

#endif
