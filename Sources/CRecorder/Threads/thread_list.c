#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_thread_list.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/// A directory entry in the format of getdents64.
typedef struct {
  uint64_t inode;
  int64_t offset;
  uint16_t length;
  uint8_t type;
  char name[];
} directory_entry;

/// The process whose threads are observed; 0 denotes the calling process.
static pid_t observed;

void lk_observe_threads_of(pid_t process) { observed = process; }

static pid_t observed_process(void) { return observed != 0 ? observed : getpid(); }

bool lk_each_thread(void (*body)(pid_t thread, void *context), void *context) {
  char buffer[4096] __attribute__((aligned(8))), path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)observed_process());
  const int directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return false;
  long length;
  while ((length = syscall(SYS_getdents64, directory, buffer, sizeof buffer)) > 0) {
    for (long offset = 0; offset < length;) {
      const directory_entry *entry = (const directory_entry *)(buffer + offset);
      offset += entry->length;
      const pid_t thread = (pid_t)strtol(entry->name, NULL, 10);
      if (thread != 0) body(thread, context);
    }
  }
  close(directory);
  return length == 0;
}

/// Reads the start of a thread's file in /proc as text; returns false if the file cannot be read.
static bool read_start(pid_t thread, const char *name, char *text, size_t length) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/%s", (int)observed_process(), (int)thread, name);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count;
  while ((count = read(file, text, length - 1)) < 0 && errno == EINTR) {}
  close(file);
  if (count <= 0) return false;
  text[count] = 0;
  return true;
}

/// Reads the fields of a thread's state that follow its name, and returns the first of them; NULL
/// if they cannot be read. The name may contain any character and ends at the last parenthesis.
static const char *read_state(pid_t thread, char *text, size_t length) {
  if (!read_start(thread, "stat", text, length)) return NULL;
  const char *end = strrchr(text, ')');
  return end != NULL && end[1] == ' ' ? end + 2 : NULL;
}

char lk_thread_state(pid_t thread) {
  char text[128];
  const char *state = read_state(thread, text, sizeof text);
  return state != NULL ? *state : 0;
}

bool lk_thread_is_kernel_worker(pid_t thread) {
  // Linux, include/linux/sched.h.
  static const unsigned io_worker = 0x10;
  char text[256];
  unsigned flags = 0;
  const char *state = read_state(thread, text, sizeof text);
  return state != NULL && sscanf(state, "%*c %*d %*d %*d %*d %*d %u", &flags) == 1 &&
         (flags & io_worker) != 0;
}

bool lk_thread_has_ended(pid_t thread) {
  // The link to the program has no target as soon as the thread does not use the program's memory
  // any more.
  char path[64], program[1];
  struct stat link;
  snprintf(path, sizeof path, "/proc/%d/task/%d/exe", (int)observed_process(), (int)thread);
  return lstat(path, &link) == 0 && readlink(path, program, sizeof program) < 0 && errno == ENOENT;
}

size_t lk_thread_count(void) {
  // A directory has two links, and one more for each directory in it: here, for each thread.
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)observed_process());
  struct stat directory;
  return stat(path, &directory) == 0 && directory.st_nlink > 2 ? directory.st_nlink - 2 : 0;
}

bool lk_thread_wait(pid_t thread, lk_kernel_wait *result) {
  char text[256];
  // The first word of the text is the number of the system call, followed by the arguments of the
  // call. The last two words are the stack pointer and the program counter (proc_pid_syscall(5)).
  if (!read_start(thread, "syscall", text, sizeof text) || strncmp(text, "running", 7) == 0) {
    return false;
  }
  char *code = strrchr(text, ' ');
  if (code == NULL) return false;
  *code++ = 0;
  const char *stack = strrchr(text, ' ');
  if (stack == NULL) return false;
  result->stack = strtoull(stack + 1, NULL, 16);
  result->code = strtoull(code, NULL, 16);
  char *argument;
  result->call = strtol(text, &argument, 10);
  result->argument = strtoull(argument, NULL, 16);
  return result->stack != 0;
}

uint64_t lk_thread_switches(pid_t thread) {
  char text[128];
  if (!read_start(thread, "schedstat", text, sizeof text)) return 0;
  const char *count = strrchr(text, ' ');
  return count != NULL ? strtoull(count + 1, NULL, 10) : 0;
}

bool lk_thread_blocks(pid_t thread, int signal) {
  char text[4096];
  if (!read_start(thread, "status", text, sizeof text)) return false;
  const char *blocked = strstr(text, "\nSigBlk:");
  if (blocked == NULL) return false;
  return (strtoull(blocked + 8, NULL, 16) >> (signal - 1) & 1) != 0;
}

#else

bool lk_each_thread(void (*body)(pid_t thread, void *context), void *context) {
  (void)body;
  (void)context;
  return false;
}

char lk_thread_state(pid_t thread) {
  (void)thread;
  return 0;
}

bool lk_thread_is_kernel_worker(pid_t thread) {
  (void)thread;
  return false;
}

bool lk_thread_has_ended(pid_t thread) {
  (void)thread;
  return false;
}

size_t lk_thread_count(void) { return 0; }

bool lk_thread_wait(pid_t thread, lk_kernel_wait *result) {
  (void)thread;
  (void)result;
  return false;
}

uint64_t lk_thread_switches(pid_t thread) {
  (void)thread;
  return 0;
}

bool lk_thread_blocks(pid_t thread, int signal) {
  (void)thread;
  (void)signal;
  return false;
}

#endif
