#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_supervisor.h"

#include "lk_filter_question.h"

#include <errno.h>

#if defined(__linux__)

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// The command's requests to the supervisor. Any smaller number is a request to send the signal
/// with that number to the program.
enum { request_kill = 1000, request_release = 1001 };
enum { question_interval_milliseconds = 10, idle_interval_milliseconds = 1000 };
enum { killing_attempts = 200, killing_pause_milliseconds = 10, longest_status = 8192 };
/// The maximum number of processes between the supervisor and a descendant. Signals are not sent to
/// descendants at a greater depth.
enum { max_process_depth = 64 };
/// The time for which the command waits until the supervisor has killed all processes.
enum { killing_milliseconds = 5000 };

// MARK: The supervisor

static const lk_supervised_program *program;
static int command;
static pid_t program_process;
/// The command's original actions for SIGCHLD and SIGXFSZ. They are restored for the program.
static struct sigaction action_at_child_end, action_at_size_limit;

static void report(int kind, int value) {
  const lk_supervisor_event event = {.kind = kind, .value = value};
  while (send(command, &event, sizeof event, MSG_NOSIGNAL) < 0 && errno == EINTR) {}
}

/// Executes the program in this process, with the command's original signal mask and actions. If
/// that fails, writes the error number to `failures`.
static void run_program(const sigset_t *mask, int failures) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigaction(SIGCHLD, &action_at_child_end, NULL);
  sigaction(SIGXFSZ, &action_at_size_limit, NULL);
  sigprocmask(SIG_SETMASK, mask, NULL);
  execve(program->path, program->arguments, program->environment);
  const int code = errno;
  const ssize_t written = write(failures, &code, sizeof code);
  (void)written;
  _exit(127);
}

/// Starts the program; returns 0 or an error number.
static int start_program(const sigset_t *mask) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  program_process = fork();
  if (program_process < 0) return errno;
  if (program_process == 0) run_program(mask, ends[1]);
  close(ends[1]);
  int failure = 0;
  ssize_t count;
  while ((count = read(ends[0], &failure, sizeof failure)) < 0 && errno == EINTR) {}
  close(ends[0]);
  return count == (ssize_t)sizeof failure ? failure : 0;
}

/// Reads the start of a file in /proc about a process; returns whether that was possible. Ends the
/// text with a zero.
static bool read_about(pid_t process, const char *file, char *text, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)process, file);
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const ssize_t count = read(descriptor, text, size - 1);
  close(descriptor);
  text[count > 0 ? count : 0] = 0;
  return count > 0;
}

/// Returns the parent of a process; 0 if it is unknown.
static pid_t parent_of(pid_t process) {
  char text[512];
  if (!read_about(process, "stat", text, sizeof text)) return 0;
  int parent = 0;
  const char *end = strrchr(text, ')');
  return end != NULL && sscanf(end, ") %*c %d", &parent) == 1 ? parent : 0;
}

/// Sends a signal to the children of this process, or to all its descendants. If /proc is not
/// available, sends it only to the program.
static void signal_processes(int signal, bool is_for_descendants) {
  DIR *directory = opendir("/proc");
  if (directory == NULL) {
    if (program_process > 0) kill(program_process, signal);
    return;
  }
  const pid_t self = getpid();
  struct dirent *entry;
  while ((entry = readdir(directory)) != NULL) {
    const pid_t process = atoi(entry->d_name);
    if (process <= 0) continue;
    pid_t ancestor = parent_of(process);
    for (int level = 0; is_for_descendants && ancestor > 1 && ancestor != self; level++) {
      if (level == max_process_depth) break;
      ancestor = parent_of(ancestor);
    }
    if (ancestor == self) kill(process, signal);
  }
  closedir(directory);
}

/// Kills each backtracer of the Swift runtime whose program has ended.
///
/// Such a backtracer is a child of this process. It would wait forever for the program's answers,
/// because it holds the program's end of the connection open itself.
static void kill_left_backtracers(void) {
  char children[longest_status], file[64], name[32];
  snprintf(file, sizeof file, "task/%d/children", (int)getpid());
  if (!read_about(getpid(), file, children, sizeof children)) return;
  char *rest = children, *number;
  while ((number = strtok_r(rest, " ", &rest)) != NULL) {
    const pid_t process = atoi(number);
    if (!read_about(process, "comm", name, sizeof name)) continue;
    if (strcmp(name, "swift-backtrace\n") == 0) kill(process, SIGKILL);
  }
}

/// Reaps the child processes that have ended, and reports the end of the program if it is one of
/// them; returns whether other child processes are left.
static bool reap(void) {
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(-1, &status, WNOHANG | __WALL);
    if (ended < 0 && errno == EINTR) continue;
    if (ended <= 0) return ended == 0;
    if (ended != program_process) continue;
    program_process = 0;
    report(lk_supervisor_program_ended, status);
  }
}

/// Kills the program and all processes that it started. When a process is killed, its children
/// become children of this process, and the next attempt kills them.
static void kill_all(void) {
  const struct timespec pause = {0, killing_pause_milliseconds * 1000000L};
  for (int attempt = 0; attempt < killing_attempts; attempt++) {
    signal_processes(SIGKILL, false);
    nanosleep(&pause, NULL);
    if (!reap()) return;
  }
}

/// Returns whether a process ignores a signal, so that the signal cannot end it.
static bool ignores(pid_t process, int signal) {
  char text[longest_status];
  if (!read_about(process, "status", text, sizeof text)) return false;
  const char *ignored = strstr(text, "\nSigIgn:");
  return ignored != NULL && (strtoull(ignored + 8, NULL, 16) >> (signal - 1) & 1) != 0;
}

/// Handles the command's request; returns false if the supervision has ended.
static bool handle_request(void) {
  int request = 0;
  const ssize_t count = recv(command, &request, sizeof request, 0);
  if (count < 0 && errno == EINTR) return true;
  if (count != (ssize_t)sizeof request) {
    // The connection was closed, so the command was killed. The temporary folder, in which
    // processes of the program may still create files, is removed only after this process has
    // ended.
    kill_all();
    return false;
  }
  if (request == request_release) return false;
  const bool is_ineffective =
    request != request_kill && program_process > 0 && ignores(program_process, request);
  if (request == request_kill || is_ineffective) {
    kill_all();
    report(lk_supervisor_all_ended, 0);
  } else if (program->signals_descendants) {
    signal_processes(request, true);
  } else if (program_process > 0) {
    kill(program_process, request);
  }
  return true;
}

static void report_undetected_filters(pid_t process) {
  report(lk_supervisor_undetected_filters, (int)process);
}

__attribute__((noreturn)) static void supervise(const sigset_t *mask) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_NAME, "leakcheck-exec");
  const struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(SIGCHLD, &standard, &action_at_child_end);
  const bool is_asked = program->folder != NULL && lk_open_filter_questions(program->folder);
  const int failure = start_program(mask);
  if (failure != 0) {
    report(lk_supervisor_not_started, failure);
    _exit(0);
  }
  // This process replaces its standard streams, because readers of the program's output wait until
  // all descriptors of the streams are closed.
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int stream = 0; stream <= 2 && nowhere >= 0; stream++) {
    if (stream != command) dup2(nowhere, stream);
  }
  sigset_t ended;
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  const int children = signalfd(-1, &ended, SFD_CLOEXEC | SFD_NONBLOCK);
  const bool is_polling = is_asked || children < 0;
  const int interval = is_polling ? question_interval_milliseconds : idle_interval_milliseconds;
  bool has_children = true;
  for (;;) {
    struct pollfd sources[] = {{command, POLLIN, 0}, {children, POLLIN, 0}};
    const int timeout = has_children ? interval : idle_interval_milliseconds;
    if (poll(sources, 2, timeout) < 0 && errno != EINTR) _exit(1);
    if (sources[1].revents != 0) {
      struct signalfd_siginfo info;
      while (read(children, &info, sizeof info) > 0) {}
    }
    lk_answer_filter_questions(report_undetected_filters);
    if (has_children && !reap()) {
      has_children = false;
      report(lk_supervisor_all_ended, 0);
    }
    if (has_children) kill_left_backtracers();
    if (sources[0].revents != 0 && !handle_request()) _exit(0);
  }
}

// MARK: The command

int lk_supervise(const lk_supervised_program *what) {
  int ends[2];
  // If the command exceeds a file size limit, it must get an error that it can report, rather than
  // a signal that kills it.
  const struct sigaction ignored = {.sa_handler = SIG_IGN};
  sigaction(SIGXFSZ, &ignored, &action_at_size_limit);
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  sigset_t all, mask;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &mask);
  const pid_t process = fork();
  if (process == 0) {
    program = what;
    command = ends[1];
    close(ends[0]);
    supervise(&mask);
  }
  const int code = errno;
  // Signals that end the command must reach it, even if its original mask blocks them. The program
  // inherits the original mask.
  static const int endings[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  for (size_t index = 0; index < sizeof endings / sizeof *endings; index++) {
    sigdelset(&mask, endings[index]);
  }
  sigprocmask(SIG_SETMASK, &mask, NULL);
  close(ends[1]);
  if (process > 0) return ends[0];
  close(ends[0]);
  errno = code;
  return -1;
}

lk_supervisor_event lk_supervisor_next(int supervisor, int milliseconds) {
  lk_supervisor_event event = {.kind = lk_supervisor_nothing};
  struct pollfd source = {supervisor, POLLIN, 0};
  if (poll(&source, 1, milliseconds) <= 0) return event;
  const ssize_t count = recv(supervisor, &event, sizeof event, MSG_DONTWAIT);
  if (count == (ssize_t)sizeof event) return event;
  const bool is_lost = count >= 0 || (errno != EINTR && errno != EAGAIN);
  return (lk_supervisor_event){
    .kind = is_lost ? lk_supervisor_lost : lk_supervisor_nothing};
}

static void ask(int supervisor, int request) {
  while (send(supervisor, &request, sizeof request, MSG_NOSIGNAL) < 0 && errno == EINTR) {}
}

void lk_supervisor_signal(int supervisor, int signal) {
  const int saved = errno;
  ask(supervisor, signal);
  errno = saved;
}

static int64_t milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void lk_supervisor_kill(int supervisor) {
  ask(supervisor, request_kill);
  const int64_t end = milliseconds_now() + killing_milliseconds;
  for (int64_t rest; (rest = end - milliseconds_now()) > 0;) {
    const lk_supervisor_event event = lk_supervisor_next(supervisor, (int)rest);
    if (event.kind == lk_supervisor_all_ended || event.kind == lk_supervisor_lost) return;
  }
}

void lk_supervisor_release(int supervisor) {
  ask(supervisor, request_release);
  close(supervisor);
}

#else

int lk_supervise(const lk_supervised_program *what) {
  (void)what;
  errno = ENOSYS;
  return -1;
}

lk_supervisor_event lk_supervisor_next(int supervisor, int milliseconds) {
  (void)supervisor;
  (void)milliseconds;
  return (lk_supervisor_event){.kind = lk_supervisor_lost};
}

void lk_supervisor_signal(int supervisor, int signal) {
  (void)supervisor;
  (void)signal;
}

void lk_supervisor_kill(int supervisor) { (void)supervisor; }

void lk_supervisor_release(int supervisor) { (void)supervisor; }

#endif
