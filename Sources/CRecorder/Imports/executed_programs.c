#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_program_note.h"

#include "lk_filter_count.h"
#include "lk_imports.h"
#include "lk_note_change.h"
#include "lk_program_file.h"
#include "lk_system_calls.h"

#if defined(__linux__) && defined(__LP64__)

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *report_folder, *needed_variable;
/// The number of system call filters that this process had at the beginning. They allow the
/// system calls below. Filters that the program installs later may refuse them.
static int known_filters;

// MARK: Whether a program is recorded

/// Returns the value of a variable; NULL if the environment does not contain it.
static const char *value_of(char *const *environment, const char *name) {
  const size_t length = strlen(name);
  for (; environment != NULL && *environment != NULL; environment++) {
    if (strncmp(*environment, name, length) == 0 && (*environment)[length] == '=') {
      return *environment + length + 1;
    }
  }
  return NULL;
}

/// Returns whether the dynamic loader will load this library into a program. A program may set
/// LD_PRELOAD to another library, such as an allocator.
static bool preloads_this_library(char *const *environment) {
  const char *const libraries = value_of(environment, "LD_PRELOAD");
  Dl_info own;
  if (libraries == NULL || dladdr(&report_folder, &own) == 0) return false;
  const char *const name = strrchr(own.dli_fname, '/');
  return strstr(libraries, name != NULL ? name + 1 : own.dli_fname) != NULL;
}

/// Returns whether the file of a program may give it rights that its user does not have. The
/// dynamic loader preloads no libraries into such a program (see AT_SECURE in getauxval(3)).
static bool gives_rights(const char *path, const struct stat *status) {
  return (status->st_mode & (S_ISUID | S_ISGID)) != 0 || lk_file_gives_capabilities(path);
}

/// Returns whether the dynamic loader starts the program in a file. The result is also true for a
/// script, because the dynamic loader starts its interpreter, and for a file that cannot be read.
static bool has_interpreter(int file) {
  ElfW(Ehdr) header;
  if (pread(file, &header, sizeof header, 0) != (ssize_t)sizeof header) return true;
  if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return true;
  for (unsigned index = 0; index < header.e_phnum; index++) {
    ElfW(Phdr) segment;
    const off_t offset = (off_t)(header.e_phoff + index * header.e_phentsize);
    if (pread(file, &segment, sizeof segment, offset) != (ssize_t)sizeof segment) return true;
    if (segment.p_type == PT_INTERP) return true;
  }
  return false;
}

/// Returns whether a program will run without the recorder and is not a tool of the toolchain. If
/// so, `program` receives the path of its file, without symbolic links.
static bool runs_unrecorded(
  const char *path, char *const *environment, char program[lk_longest_note_path]) {
  if (lk_avoids_system_calls() || path == NULL || lk_filter_count() > known_filters) return false;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  struct stat status;
  const bool is_regular = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  const bool is_recorded =
    has_interpreter(file) && !(is_regular && gives_rights(path, &status)) &&
    preloads_this_library(environment) && value_of(environment, needed_variable) != NULL;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, program, lk_longest_note_path - 1);
  close(file);
  program[length > 0 ? length : 0] = 0;
  return is_regular && !is_recorded && length > 0 && !lk_is_tool(program);
}

/// Searches the folders of `PATH` for a program, as the C library does. Returns NULL if there is
/// none.
static const char *find(const char *name, char path[lk_longest_note_path]) {
  if (name == NULL || strchr(name, '/') != NULL) return name;
  const char *folders = getenv("PATH");
  if (folders == NULL) folders = "/bin:/usr/bin";
  for (;; folders++) {
    const int length = (int)strcspn(folders, ":");
    const int size = snprintf(
      path, lk_longest_note_path, "%.*s%s%s", length, folders, length > 0 ? "/" : "", name);
    if (size > 0 && size < lk_longest_note_path && access(path, X_OK) == 0) return path;
    folders += length;
    if (*folders == 0) return NULL;
  }
}

// MARK: Programs that replace the program of this process

typedef struct {
  bool is_noted;
  lk_former_note former;
} execution;

static void begin(execution *execution, const char *path, char *const *environment) {
  const int saved = errno;
  char program[lk_longest_note_path];
  execution->is_noted = runs_unrecorded(path, environment, program);
  if (execution->is_noted) {
    lk_read_note(report_folder, getpid(), &execution->former);
    lk_add_to_note(&execution->former, getpid(), lk_program_unrecorded, program);
  }
  errno = saved;
}

/// Restores the note after a failed call, and returns -1. (A successful call does not return.)
static int end(const execution *execution) {
  if (execution->is_noted) lk_restore_note(&execution->former);
  return -1;
}

static int noting_execve(const char *path, char *const *arguments, char *const *environment) {
  execution execution;
  begin(&execution, path, environment);
  execve(path, arguments, environment);
  return end(&execution);
}

static int noting_execv(const char *path, char *const *arguments) {
  return noting_execve(path, arguments, environ);
}

static int noting_execvpe(const char *name, char *const *arguments, char *const *environment) {
  execution execution;
  char path[lk_longest_note_path];
  begin(&execution, lk_avoids_system_calls() ? NULL : find(name, path), environment);
  execvpe(name, arguments, environment);
  return end(&execution);
}

static int noting_execvp(const char *name, char *const *arguments) {
  return noting_execvpe(name, arguments, environ);
}

/// Calls `body` with the arguments of a function such as `execl`, and with the environment that
/// follows them if `has_environment` is true.
static int call_with_list(
  int (*body)(const char *name, char *const *arguments, char *const *environment),
  const char *name, const char *first, va_list *list, bool has_environment) {
  va_list copy;
  va_copy(copy, *list);
  size_t count = first != NULL ? 1 : 0;
  for (; count > 0 && va_arg(copy, char *) != NULL; count++) {}
  va_end(copy);
  char *arguments[count + 1];
  arguments[0] = (char *)first;
  for (size_t index = 1; index <= count; index++) arguments[index] = va_arg(*list, char *);
  char *const *environment = has_environment ? va_arg(*list, char *const *) : environ;
  return body(name, arguments, environment);
}

static int noting_execl(const char *path, const char *first, ...) {
  va_list list;
  va_start(list, first);
  const int result = call_with_list(noting_execve, path, first, &list, false);
  va_end(list);
  return result;
}

static int noting_execlp(const char *name, const char *first, ...) {
  va_list list;
  va_start(list, first);
  const int result = call_with_list(noting_execvpe, name, first, &list, false);
  va_end(list);
  return result;
}

static int noting_execle(const char *path, const char *first, ...) {
  va_list list;
  va_start(list, first);
  const int result = call_with_list(noting_execve, path, first, &list, true);
  va_end(list);
  return result;
}

// MARK: Programs in new processes

/// Records the program of a process that was just created, if the program runs without the
/// recorder. If the process already has a note, it recorded its program itself, and this function
/// does nothing.
static void note_new(const char *path, char *const *environment, pid_t process) {
  const int saved = errno;
  char program[lk_longest_note_path];
  lk_former_note former;
  if (runs_unrecorded(path, environment, program) &&
      !lk_read_note(report_folder, process, &former)) {
    lk_add_to_note(&former, process, lk_program_unrecorded, program);
  }
  errno = saved;
}

static int noting_spawn(
  pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
  const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment) {
  pid_t new_process = 0;
  const int failure = posix_spawn(&new_process, path, actions, attributes, arguments, environment);
  if (failure != 0) return failure;
  if (process != NULL) *process = new_process;
  note_new(path, environment, new_process);
  return failure;
}

static int noting_spawnp(
  pid_t *process, const char *name, const posix_spawn_file_actions_t *actions,
  const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment) {
  pid_t new_process = 0;
  const int failure = posix_spawnp(&new_process, name, actions, attributes, arguments, environment);
  if (failure != 0) return failure;
  if (process != NULL) *process = new_process;
  char path[lk_longest_note_path];
  note_new(lk_avoids_system_calls() ? NULL : find(name, path), environment, new_process);
  return failure;
}

void lk_note_executed_programs(const char *folder, const char *variable) {
  report_folder = folder;
  needed_variable = variable;
  known_filters = (int)lk_filter_count();
  const lk_import imports[] = {
    {"execve", (void *)noting_execve},      {"execv", (void *)noting_execv},
    {"execvpe", (void *)noting_execvpe},    {"execvp", (void *)noting_execvp},
    {"execl", (void *)noting_execl},        {"execlp", (void *)noting_execlp},
    {"execle", (void *)noting_execle},      {"posix_spawn", (void *)noting_spawn},
    {"posix_spawnp", (void *)noting_spawnp},
  };
  lk_redirect_imports_everywhere(
    imports, sizeof imports / sizeof *imports, (const void *)noting_execve, NULL, 0);
}

#else

void lk_note_executed_programs(const char *folder, const char *variable) {
  (void)folder;
  (void)variable;
}

#endif
