#include "lk_fork.h"

#include "lk_lost_locks.h"

#include <signal.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#endif

int lk_fork(void) {
  const int copy = fork();
#if defined(__linux__)
  if (copy == 0) {
    // Nobody is left to read the answer.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    lk_end_at_lost_locks();
  }
#endif
  return copy;
}

int lk_fork_single_threaded(void) {
  const int copy = fork();
#if defined(__linux__)
  if (copy == 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  return copy;
}
