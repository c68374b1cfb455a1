#include "checks.h"

#include "lk_child.h"
#include "lk_fork.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int value = 5;

/// Changes a number in the forked process. The number in the parent process must not change.
static int change(void *state) {
  int *number = state;
  *number += 2;
  return *number;
}

/// Crashes in a phase whose name is `state`.
static int crash(void *state) {
  lk_begin_phase(state);
  raise(SIGSEGV);
  return 0;
}

/// Returns whether processes can be forked with `lk_start_child`.
static bool can_fork(pid_t child) {
  if (child < 0 && errno == EINVAL && getenv("RECORDER_IS_EMULATED") != NULL) {
    // The emulator (qemu-user) cannot fork a process that does not send SIGCHLD when it ends.
    puts("recorder: forking without a signal is skipped: the emulator refuses it");
    return false;
  }
  CHECK(child > 0);
  return true;
}

static void test_child(void) {
  const lk_child_task task = {.body = change, .state = &value, .kept = -1};
  const pid_t child = lk_start_child(&task);
  if (!can_fork(child)) return;
  const lk_child_end end = lk_reap_child(child, true);
  CHECK(end.has_ended && end.signal == 0 && end.status == 7);
  CHECK(value == 5);
}

/// Each of two forked processes that run at the same time writes its own note.
static void test_crash_notes(void) {
  lk_crash_note *const notes[2] = {lk_new_crash_note(), lk_new_crash_note()};
  CHECK(notes[0] != NULL && notes[1] != NULL);
  const lk_child_task crashing = {crash, "walking", -1, NULL, notes[0]};
  const lk_child_task changing = {change, &value, -1, NULL, notes[1]};
  const pid_t children[2] = {lk_start_child(&crashing), lk_start_child(&changing)};
  if (!can_fork(children[0])) return;
  CHECK(lk_reap_child(children[0], true).status == 1);
  CHECK(lk_reap_child(children[1], true).status == 7);
  CHECK(notes[0]->signal == SIGSEGV && strcmp(notes[0]->phase, "walking") == 0);
  CHECK(notes[1]->signal == 0 && notes[1]->phase[0] == 0);
  lk_free_crash_note(notes[0]);
  lk_free_crash_note(notes[1]);
}

/// Makes a note of a crash that happened while an object was read, and returns whether another
/// child process should be started.
static bool should_retry(lk_crash_note *note, int signal, uintptr_t object, uintptr_t metadata) {
  note->signal = signal;
  note->reading = (lk_object_read){object, metadata};
  const bool result = lk_should_retry_after_crash(note);
  lk_renew_crash_note(note);
  CHECK(note->signal == 0 && note->reading.object == 0);
  return result;
}

static void test_retries_after_crashes(void) {
  lk_crash_note note = {0};
  // After the first crash, which might not repeat, no object is left out.
  CHECK(should_retry(&note, SIGSEGV, 16, 1) && note.unread_count == 0);
  CHECK(should_retry(&note, SIGSEGV, 16, 1) && note.unread_count == 1);
  CHECK(note.unread[0].object == 16 && note.unread[0].metadata == 1);
  // Another object with the same metadata.
  CHECK(should_retry(&note, SIGBUS, 32, 1) && note.unread_count == 1);
  CHECK(should_retry(&note, SIGBUS, 32, 1) && note.unread_count == 1 && note.unread[0].object == 0);
  // Crashes at an object that is already left out, because all objects with its metadata are.
  CHECK(should_retry(&note, SIGSEGV, 48, 1) && !should_retry(&note, SIGSEGV, 48, 1));
  CHECK(note.earlier_signal == SIGSEGV);

  lk_crash_note other = {0};
  CHECK(should_retry(&other, SIGABRT, 16, 1) && !should_retry(&other, SIGABRT, 16, 1));
  CHECK(other.unread_count == 0);
  lk_crash_note outside = {0};
  CHECK(should_retry(&outside, SIGSEGV, 0, 0) && !should_retry(&outside, SIGSEGV, 0, 0));

  // Crashes at two objects in turn do not repeat endlessly.
  lk_crash_note turns = {0};
  int count = 0;
  while (count < 1000) {
    const uintptr_t object = 16u + 16u * (unsigned)(count % 2);
    if (!should_retry(&turns, SIGSEGV, object, 1)) break;
    count++;
  }
  CHECK(count < 100);
}

void test_children(void) {
  test_child();
  test_crash_notes();
  test_retries_after_crashes();
  const int child = lk_fork_single_threaded();
  if (child == 0) _exit(9);
  int status = 0;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 9);
}
