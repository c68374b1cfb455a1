#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_report_file.h"

#include "lk_analysis_crash.h"
#include "lk_filter_count.h"
#include "lk_program_note.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { longest_path = 4096, longest_reason = 400 };

static int write_bytes(int file, const void *bytes, size_t length) {
  for (size_t written = 0; written < length;) {
    const ssize_t count = write(file, (const char *)bytes + written, length - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 ? errno : ENOSPC;
    written += (size_t)count;
  }
  return 0;
}

/// Writes bytes; returns 0 or an error number. If the file would exceed a size limit, returns an
/// error and consumes the signal SIGXFSZ, which would end the program.
static int write_all(int file, const void *bytes, size_t length) {
  sigset_t limit, before, pending;
  sigemptyset(&limit);
  sigaddset(&limit, SIGXFSZ);
  sigpending(&pending);
  const bool was_pending = sigismember(&pending, SIGXFSZ) == 1;
  pthread_sigmask(SIG_BLOCK, &limit, &before);
  const int failure = write_bytes(file, bytes, length);
#if defined(__linux__)
  const struct timespec now = {0, 0};
  if (failure == EFBIG && !was_pending) sigtimedwait(&limit, NULL, &now);
#endif
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return failure;
}

int lk_write_report(const char *path, const void *bytes, size_t length) {
  char partial[longest_path];
  if ((size_t)snprintf(partial, sizeof partial, "%s.partial", path) >= sizeof partial) {
    return ENAMETOOLONG;
  }
  const int file = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return errno;
  int failure = write_all(file, bytes, length);
  if (close(file) != 0 && failure == 0) failure = errno;
  if (failure == 0 && rename(partial, path) != 0) failure = errno;
  if (failure != 0) unlink(partial);
  return failure;
}

const char *lk_report_path(const char *folder) {
  static char path[longest_path];
  const int length = snprintf(path, sizeof path, "%s/%d.json", folder, (int)getpid());
  return length > 0 && (size_t)length < sizeof path ? path : NULL;
}

/// Creates an empty file beside the report.
static void create_mark(const char *path, const char *suffix) {
  char mark[longest_path];
  if ((size_t)snprintf(mark, sizeof mark, "%s%s", path, suffix) >= sizeof mark) return;
  const int file = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file >= 0) close(file);
}

void lk_mark_analysis(const char *path) { create_mark(path, ".analyzing"); }

void lk_mark_tool(const char *path) { create_mark(path, ".tool"); }

int lk_write_reason(const char *path, const char *reason) {
  char text[longest_reason + 16];
  const int length = snprintf(text, sizeof text, LK_FAILURE_PREFIX "%.*s\n", longest_reason, reason);
  return length > 0 ? lk_write_report(path, text, (size_t)length) : EINVAL;
}

/// Writes a file; makes only the system calls open, write and close.
static int write_plainly(const char *path, const void *bytes, size_t length) {
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return errno;
  const int failure = write_bytes(file, bytes, length);
  close(file);
  return failure;
}

int lk_write_refusal(const char *path, const char *reason) {
  // A note (see lk_program_note.h) with an empty start time and one entry.
  char note[longest_path], program[longest_path] = {0, lk_program_unrecorded};
  const ssize_t length = readlink("/proc/self/exe", program + 2, sizeof program - 3);
  const int base = (int)(strlen(path) - strlen(".json"));
  const int count = snprintf(note, sizeof note, "%.*s.program", base, path);
  if (length > 0 && count > 0) write_plainly(note, program, (size_t)length + 3);
  char text[longest_reason + 16];
  const int size = snprintf(text, sizeof text, LK_FAILURE_PREFIX "%.*s\n", longest_reason, reason);
  return size > 0 ? write_plainly(path, text, (size_t)size) : EINVAL;
}

static const char *error_text(int number) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 32)
  const char *text = strerrordesc_np(number);
  if (text != NULL) return text;
#endif
  return number == ENOMEM ? "Cannot allocate memory" : "unknown error";
}

/// Returns a text that names a limit on this process's memory as a possible cause of a failure, to
/// be printed after the failure; an empty text if there is no limit.
static const char *memory_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_max != RLIM_INFINITY) {
    return "; possible cause: a limit on its address space (RLIMIT_AS) leaves no room for the "
      "analysis";
  }
  if (getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_max != RLIM_INFINITY) {
    return "; possible cause: a limit on its data (RLIMIT_DATA) leaves no room for the analysis";
  }
  return "";
}

int lk_write_analysis_failure(const char *path, lk_analysis_result result, int seconds) {
  char text[longest_reason];
  const char *const limit = memory_limit();
  switch (result.state) {
    case lk_analysis_finished: return 0;
    case lk_analysis_not_forked:
      snprintf(
        text, sizeof text, "the process cannot be forked for the analysis: %s",
        error_text(result.detail));
      break;
    case lk_analysis_crashed:
      // If the process runs out of memory, the runtime aborts it. A memory limit may be the cause.
      snprintf(
        text, sizeof text, "the analysis crashed with signal %d while %s%s "
        "(set LEAKCHECK_KEEP=DIR to keep a memory dump)", result.detail,
        result.phase[0] != 0 ? result.phase : "starting", limit);
      break;
    case lk_analysis_killed:
      snprintf(
        text, sizeof text, result.detail == SIGSYS
          ? "a system call filter (seccomp) ended the analysis with signal %d"
          : result.detail == SIGKILL
            ? "the analysis was killed with signal %d: memory may have run out"
            : "the analysis was killed with signal %d", result.detail);
      break;
    case lk_analysis_late:
      snprintf(text, sizeof text, "the analysis took longer than %d s", seconds);
      break;
    case lk_analysis_locked_out:
      snprintf(
        text, sizeof text,
        "in every attempt, another thread held a lock that the analysis needs, or a stopped thread "
        "continued during the fork");
      break;
    case lk_analysis_not_written:
      if (result.detail == 0) {
        snprintf(
          text, sizeof text, "the analysis ended early%s", limit[0] != 0 ? limit
            : lk_filter_count() > 0
              ? ": a system call filter (seccomp) may have refused a call"
              : ": memory may have run out");
        break;
      }
      snprintf(
        text, sizeof text, "the analysis cannot write its report: %s%s", error_text(result.detail),
        result.detail == ENOMEM ? limit : "");
      break;
  }
  return lk_write_reason(path, text);
}
