#include "lk_spawn.h"

#include <stddef.h>

#if defined(__linux__)

extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first)
  __attribute__((weak));

bool lk_add_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np != NULL
    && posix_spawn_file_actions_addclosefrom_np(actions, first) == 0;
}

#else

bool lk_add_close_from(posix_spawn_file_actions_t *actions, int first) {
  (void)actions;
  (void)first;
  return false;
}

#endif
