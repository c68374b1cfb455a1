#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_readable.h"

#if defined(__linux__)

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

// rt_sigprocmask copies the new mask from memory before it checks `how`. With an invalid `how`, the
// call changes nothing: it fails with EINVAL if the mask can be read, and with EFAULT if it cannot.
// Sandboxes refuse this call less often than process_vm_readv.
bool lk_is_readable(const void *address) {
  const int saved = errno;
  const long status = syscall(SYS_rt_sigprocmask, ~0, address, NULL, 8);
  const bool readable = status != 0 && errno == EINVAL;
  errno = saved;
  return readable;
}

#else

bool lk_is_readable(const void *address) { return address != NULL; }

#endif
