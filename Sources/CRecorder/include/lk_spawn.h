#ifndef LK_SPAWN_H
#define LK_SPAWN_H

#include <spawn.h>
#include <stdbool.h>

/// Adds an action that closes, in the new process, the descriptor `first` and all larger ones.
/// Returns false if the C library does not support this. glibc has supported it since version 2.34.
///
/// The C library's function is a weak import. It is not looked up with `dlsym`, because `dlsym` may
/// wait for a lock that a stopped thread holds.
bool lk_add_close_from(posix_spawn_file_actions_t *actions, int first);

#endif
