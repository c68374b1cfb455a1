#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_program_note.h"

#include "lk_note_change.h"
#include "lk_report_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// A system call filter that is compatible with an analysis may still end the process at a call
// that an analysis does not make (see needed_calls.c). Therefore, these functions make only calls
// that an analysis makes as well. The only exception is the first call of ``lk_note_program``,
// which precedes the program.

/// `spaces_before_start_time` is the number of spaces between the program's name and the start time
/// in /proc/PID/stat (proc_pid_stat(5)). `longest_time` is the size of the start time as text, with
/// the null character.
enum { spaces_before_start_time = 20, longest_time = 24 };

/// Writes the start time of a process to `time`: digits, which end with a null character. The text
/// is empty if the time cannot be read.
static void read_start_time(pid_t process, char time[longest_time]) {
  char path[64], text[512];
  time[0] = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  const ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count > 0 ? count : 0] = 0;
  const char *position = strrchr(text, ')');
  for (int space = 0; position != NULL && space < spaces_before_start_time; space++) {
    position = strchr(position + 1, ' ');
  }
  if (position == NULL) return;
  const size_t length = strspn(position + 1, "0123456789");
  if (length >= longest_time) return;
  memcpy(time, position + 1, length);
  time[length] = 0;
}

bool lk_read_note(const char *folder, pid_t process, lk_former_note *former) {
  former->length = 0;
  const int length = snprintf(
    former->path, sizeof former->path, "%s/%d.program", folder, (int)process);
  if (length < 0 || (size_t)length >= sizeof former->path) {
    former->path[0] = 0;
    return false;
  }
  const int file = open(former->path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const ssize_t count = read(file, former->contents, sizeof former->contents);
  close(file);
  // Another process may have had the same identifier.
  char time[longest_time];
  read_start_time(process, time);
  const size_t time_length = strlen(time) + 1;
  const bool is_own = time_length > 1 && count > (ssize_t)time_length &&
                      memcmp(former->contents, time, time_length) == 0;
  former->length = is_own ? (size_t)count : 0;
  return is_own;
}

void lk_add_to_note(
  const lk_former_note *former, pid_t process, lk_program_origin origin, const char *program) {
  if (former->path[0] == 0) return;
  char contents[lk_longest_note];
  size_t length = former->length;
  memcpy(contents, former->contents, length);
  if (length == 0) {
    read_start_time(process, contents);
    length = strlen(contents) + 1;
  }
  const size_t room = lk_longest_note - length;
  const int size = snprintf(contents + length, room, "%c%s", (int)origin, program);
  if (size < 0 || (size_t)size >= room) return;
  lk_write_report(former->path, contents, length + (size_t)size + 1);
}

void lk_restore_note(const lk_former_note *former) {
  if (former->path[0] == 0) return;
  const int saved = errno;
  if (former->length == 0) {
    unlink(former->path);
  } else {
    lk_write_report(former->path, former->contents, former->length);
  }
  errno = saved;
}

void lk_note_program(const char *folder, lk_program_origin origin) {
  static char program[lk_longest_note_path];
  if (program[0] == 0) {
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = 0;
  }
  lk_former_note former;
  lk_read_note(folder, getpid(), &former);
  lk_add_to_note(&former, getpid(), origin, program);
}
