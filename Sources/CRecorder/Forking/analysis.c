#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_child.h"

#include "lk_analysis_crash.h"
#include "lk_stopped_thread_table.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#if defined(__linux__)

#include <ucontext.h>

/// Limits:
///
/// - `max_attempts`: The maximum number of attempts to analyze.
/// - `max_stops`: The maximum number of attempts to stop all threads.
/// - `max_pause_milliseconds`: The maximum pause between two attempts to analyze. The first pause
///   is one millisecond. Each further pause is twice as long, up to this maximum.
enum { max_attempts = 12, max_stops = 3, max_pause_milliseconds = 64 };
/// Intervals:
///
/// - `poll_interval_milliseconds`: The time between two checks of whether the analysis has ended.
/// - `check_interval_milliseconds`: The minimum time between two checks of whether the analysis is
///   stuck.
enum { poll_interval_milliseconds = 2, check_interval_milliseconds = 10 };

/// The number of bytes below the stack pointer that a function may use (System V ABI).
enum { red_zone = 128 };

#if defined(__x86_64__)
#define STACK_POINTER(context) ((uintptr_t)(context)->uc_mcontext.gregs[REG_RSP])
#elif defined(__aarch64__)
#define STACK_POINTER(context) ((uintptr_t)(context)->uc_mcontext.sp)
#else
#define STACK_POINTER(context) ((uintptr_t)(context))
#endif

/// The arguments of the forked process.
typedef struct {
  const lk_analysis *what;
  uintptr_t stack;
  lk_stop_result stop;
  lk_crash_note *note;
} child_request;

static void pause_for(int milliseconds) {
  const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&time, NULL);
}

static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int run_request(void *state) {
  const child_request *request = state;
  const int failure = request->what->body(request->stack, request->stop);
  if (failure == 0) return 0;
  lk_note_failure(failure);
  return 1;
}

static lk_analysis_result killed(pid_t child, lk_analysis_state state) {
  kill(child, SIGKILL);
  lk_reap_child(child, true);
  return (lk_analysis_result){.state = state};
}

static lk_analysis_result result_of(lk_child_end end, const lk_crash_note *given) {
  static const lk_crash_note none;
  const lk_crash_note *const note = given != NULL ? given : &none;
  if (note->signal != 0) {
    lk_analysis_result crash = {lk_analysis_crashed, note->signal, ""};
    memcpy(crash.phase, note->phase, sizeof crash.phase);
    return crash;
  }
  if (end.signal != 0) return (lk_analysis_result){lk_analysis_killed, end.signal, ""};
  if (end.status == 0) return (lk_analysis_result){.state = lk_analysis_finished};
  if (end.status == lk_lost_lock_status) {
    return (lk_analysis_result){.state = lk_analysis_locked_out};
  }
  return (lk_analysis_result){lk_analysis_not_written, note->failure, ""};
}

/// Waits until the analysis ends, and returns its result. Kills the child process if the analysis
/// takes too long or is stuck.
static lk_analysis_result wait_for(pid_t child, int seconds, const lk_crash_note *note) {
  const int64_t end = milliseconds() + (int64_t)seconds * 1000;
  int64_t next_check = milliseconds() + check_interval_milliseconds;
  lk_child_progress progress = {0};
  for (;;) {
    const lk_child_end ending = lk_reap_child(child, false);
    if (ending.has_ended) return result_of(ending, note);
    const int64_t now = milliseconds();
    if (now >= end) return killed(child, lk_analysis_late);
    if (now >= next_check) {
      if (lk_child_is_stuck(child, &progress)) return killed(child, lk_analysis_locked_out);
      next_check = now + check_interval_milliseconds;
    }
    pause_for(poll_interval_milliseconds);
  }
}

/// Stops the threads. Tries several times, because a thread may be temporarily uninterruptible.
static lk_stop_result stop_threads(void) {
  lk_stop_result stop = lk_stop_threads();
  for (int attempt = 1; attempt < max_stops && stop.unstopped > 0; attempt++) {
    lk_resume_threads();
    pause_for(attempt * 10);
    stop = lk_stop_threads();
  }
  return stop;
}

/// Makes one attempt to analyze. Sets `*stays` to false if a stopped thread that waited in the
/// kernel left the kernel during the fork.
static lk_analysis_result attempt(child_request *request, bool *stays) {
  if (request->note != NULL) lk_renew_crash_note(request->note);
  const lk_child_task task = {
    run_request, request, -1, request->what->dump_folder, request->note};
  const pid_t child = lk_start_child(&task);
  if (child < 0) return (lk_analysis_result){lk_analysis_not_forked, errno, ""};
  *stays = !request->what->stops_threads || lk_threads_are_still();
  if (!*stays && request->stop.unstopped == 0) return killed(child, lk_analysis_locked_out);
  return wait_for(child, request->what->seconds, request->note);
}

static lk_analysis_result analyze(const lk_analysis *what, lk_crash_note *note) {
  child_request request = {.what = what, .stack = what->stack, .note = note};
  const ucontext_t *context = what->context;
  if (context != NULL) {
    lk_note_last_registers(context);
    request.stack = STACK_POINTER(context) - red_zone;
  }
  request.stop = (lk_stop_result){.is_running = !what->stops_threads};
  lk_analysis_result result = {.state = lk_analysis_locked_out};
  uint32_t moved = 0;
  for (int number = 0, pause = 1; number < max_attempts;) {
    bool stays = true;
    if (what->stops_threads) request.stop = stop_threads();
    // In more than `max_stops` attempts, some thread left the kernel during the fork. From now on,
    // count one thread as not stopped: the analysis then runs, but does not search for roots.
    if (moved > max_stops) request.stop.unstopped += 1;
    result = attempt(&request, &stays);
    if (what->stops_threads) lk_resume_threads();
    if (!stays) moved++;
    if (result.state == lk_analysis_crashed && lk_should_retry_after_crash(note)) continue;
    if (result.state != lk_analysis_locked_out) return result;
    number++;
    pause_for(pause);
    if (pause < max_pause_milliseconds) pause *= 2;
  }
  return result;
}

lk_analysis_result lk_analyze(const lk_analysis *what) {
  lk_crash_note *const note = lk_new_crash_note();
  const lk_analysis_result result = analyze(what, note);
  lk_free_crash_note(note);
  return result;
}

#else

lk_analysis_result lk_analyze(const lk_analysis *what) {
  (void)what;
  return (lk_analysis_result){lk_analysis_not_forked, ENOSYS, ""};
}

#endif
