#include "checks.h"

#include "lk_copy.h"
#include "lk_fork.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

static int value = 5;

/// Changes a number in the forked process. The number in the parent process must not change.
static int change(void *state) {
  int *number = state;
  *number += 2;
  return *number;
}

static void test_copy(void) {
  const pid_t copy = lk_start_copy(change, &value, -1, NULL);
  if (copy < 0 && errno == EINVAL && getenv("RECORDER_IS_EMULATED") != NULL) {
    // The emulator (qemu-user) cannot fork a process that does not send SIGCHLD when it ends.
    puts("recorder: forking without a signal is skipped: the emulator refuses it");
    return;
  }
  CHECK(copy > 0);
  const lk_copy_end end = lk_reap_copy(copy, true);
  CHECK(end.has_ended && end.signal == 0 && end.status == 7);
  CHECK(value == 5);
}

void test_copies(void) {
  test_copy();
  const int child = lk_fork_single_threaded();
  if (child == 0) _exit(9);
  int status = 0;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 9);
}
