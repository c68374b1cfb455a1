#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_filter_question.h"

#include "lk_filter_count.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <dirent.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { question_capacity = 256, longest_path = 4096 };

typedef struct {
  pid_t process;
  int detected;
  _Atomic enum { question_empty = 0, question_asked, question_no, question_yes } state;
} filter_question;

typedef struct {
  /// The number of questions that were asked so far, which may exceed the capacity. It is also the
  /// index of the next question.
  _Atomic uint32_t count;
  filter_question questions[question_capacity];
} filter_questions;

static filter_questions *shared;

static void map_questions(const char *folder, int flags) {
  char path[longest_path];
  const int length = snprintf(path, sizeof path, "%s/filters", folder);
  if (length < 0 || (size_t)length >= sizeof path) return;
  const int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
  if (file < 0) return;
  struct stat status;
  // A limit on the size of files (RLIMIT_FSIZE) or a full file system may prevent the supervisor
  // from reserving the memory. An access to memory that is not reserved would end the process.
  const bool is_reserved =
    (flags & O_CREAT) == 0 || posix_fallocate(file, 0, (off_t)sizeof *shared) == 0;
  if (is_reserved && fstat(file, &status) == 0 && (size_t)status.st_size >= sizeof *shared) {
    void *memory = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) shared = memory;
  }
  close(file);
}

// MARK: The supervisor

bool lk_open_filter_questions(const char *folder) {
  map_questions(folder, O_CREAT | O_EXCL);
  return shared != NULL;
}

/// Returns the largest number of filters that any thread of `process` has; -1 if /proc does not
/// report it.
static int filters_of(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  DIR *threads = opendir(path);
  if (threads == NULL) return -1;
  int filters = -1;
  struct dirent *thread;
  while ((thread = readdir(threads)) != NULL) {
    char status[384];
    if (thread->d_name[0] == '.') continue;
    snprintf(status, sizeof status, "%s/%s/status", path, thread->d_name);
    const int count = lk_filter_count_in(status);
    if (count > filters) filters = count;
  }
  closedir(threads);
  return filters;
}

void lk_answer_filter_questions(void (*found)(pid_t process)) {
  if (shared == NULL) return;
  const uint32_t count = atomic_load(&shared->count);
  for (uint32_t index = 0; index < count && index < question_capacity; index++) {
    filter_question *question = &shared->questions[index];
    if (atomic_load(&question->state) != question_asked) continue;
    const pid_t process = question->process;
    const bool has_more = filters_of(process) > question->detected;
    atomic_store(&question->state, has_more ? question_yes : question_no);
    if (has_more) found(process);
  }
}

// MARK: The program

void lk_join_filter_questions(const char *folder) { map_questions(folder, 0); }

/// Returns a number that increases at 1 to 5 GHz on x86-64, and at 1 GHz or less on aarch64. Unlike
/// clock_gettime(2), this never makes a system call.
static uint64_t ticks(void) {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  uint64_t value;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
  return value;
#endif
}

/// Returns the number of ticks in about one second.
static uint64_t ticks_per_second(void) {
#if defined(__x86_64__)
  return 3000000000;
#else
  uint64_t value;
  __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(value));
  return value;
#endif
}

bool lk_has_more_filters(pid_t process, int detected) {
  if (shared == NULL) return false;
  const uint32_t index = atomic_fetch_add(&shared->count, 1);
  if (index >= question_capacity) return false;
  filter_question *question = &shared->questions[index];
  question->process = process;
  question->detected = detected;
  atomic_store(&question->state, question_asked);
  const uint64_t start = ticks();
  while (ticks() - start < ticks_per_second()) {
    const int state = atomic_load(&question->state);
    if (state != question_asked) return state == question_yes;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    __asm__ volatile("yield");
#endif
  }
  return false;
}

#else

bool lk_open_filter_questions(const char *folder) {
  (void)folder;
  return false;
}

void lk_answer_filter_questions(void (*found)(pid_t process)) { (void)found; }

void lk_join_filter_questions(const char *folder) { (void)folder; }

bool lk_has_more_filters(pid_t process, int detected) {
  (void)process;
  (void)detected;
  return false;
}

#endif
