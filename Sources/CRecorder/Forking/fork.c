#include "lk_fork.h"

#include <signal.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

int lk_fork_single_threaded(void) {
  const int copy = fork();
#if defined(__linux__)
  if (copy == 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  return copy;
}
