#ifndef LK_FILTER_COUNT_H
#define LK_FILTER_COUNT_H

/// Returns the number of system call filters (seccomp) that this process inherited or installed; 0
/// if the system does not report it. On Linux before 5.9, the result is at most 1. Allocates
/// nothing.
int lk_filter_count(void);

/// Returns the number of filters that a status file (proc_pid_status(5)) reports; -1 if the file
/// cannot be read. On Linux before 5.9, the result is at most 1. Allocates nothing.
int lk_filter_count_in(const char *path);

#endif
