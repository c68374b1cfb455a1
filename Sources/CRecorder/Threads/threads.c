#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_threads.h"

#if defined(__linux__)

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/// An entry as getdents64 writes it.
typedef struct {
  uint64_t inode;
  int64_t offset;
  uint16_t length;
  uint8_t type;
  char name[];
} directory_entry;

bool lk_each_thread(void (*body)(pid_t thread, void *context), void *context) {
  char buffer[4096] __attribute__((aligned(8)));
  const int directory = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return false;
  long length;
  while ((length = syscall(SYS_getdents64, directory, buffer, sizeof buffer)) > 0) {
    for (long place = 0; place < length;) {
      const directory_entry *entry = (const directory_entry *)(buffer + place);
      place += entry->length;
      const pid_t thread = (pid_t)strtol(entry->name, NULL, 10);
      if (thread != 0) body(thread, context);
    }
  }
  close(directory);
  return true;
}

char lk_thread_state(pid_t thread) {
  char path[64], text[128];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)thread);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return 0;
  text[length] = 0;
  // The state stands after the name, which may have any characters but ends the last
  // parenthesis.
  const char *end = strrchr(text, ')');
  return end != NULL && end[1] == ' ' ? end[2] : 0;
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

#endif
