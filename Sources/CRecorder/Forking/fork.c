#include "lk_fork.h"

#include "lk_frame_rules.h"

#include <signal.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

int lk_fork_single_threaded(void) {
  lk_frame_rules_before_fork();
  const int child = fork();
  if (child == 0) lk_frame_rules_in_child();
#if defined(__linux__)
  if (child == 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  return child;
}
