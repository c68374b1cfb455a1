#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_filter_count.h"

#if defined(__linux__)

#include <fcntl.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Returns the number after a field's name in a status file; -1 if there is none.
static int number_of(const char *field, const char *status) {
  const char *start = strstr(status, field);
  return start != NULL ? atoi(start + strlen(field)) : -1;
}

int lk_filter_count_in(const char *path) {
  char text[8192];
  // The dynamic loader makes the same system calls to read libraries. A filter that ends the
  // process at one of them would have ended it earlier.
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  const ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count > 0 ? count : 0] = 0;
  const int filters = number_of("\nSeccomp_filters:", text);
  // Linux before 5.9 reports only whether there are filters.
  return filters >= 0 ? filters : number_of("\nSeccomp:", text) == SECCOMP_MODE_FILTER;
}

#else

int lk_filter_count_in(const char *path) {
  (void)path;
  return -1;
}

#endif

int lk_filter_count(void) {
  const int count = lk_filter_count_in("/proc/self/status");
  return count > 0 ? count : 0;
}
