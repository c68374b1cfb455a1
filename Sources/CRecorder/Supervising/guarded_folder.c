#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_guarded_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/// The guard's message to the process that created it.
typedef struct {
  int error;
  char path[PATH_MAX];
} created_folder;

static void remove_folder(const char *path) {
  const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  DIR *directory = folder < 0 ? NULL : fdopendir(folder);
  if (directory == NULL) return;
  struct dirent *entry;
  while ((entry = readdir(directory)) != NULL) unlinkat(folder, entry->d_name, 0);
  closedir(directory);
  rmdir(path);
}

#if defined(__linux__)

#include <sys/prctl.h>

/// Redirects the standard streams to /dev/null, because readers of the program's output wait until
/// all other descriptors of the streams are closed.
static void close_streams(int creator) {
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int stream = 0; stream <= 2 && nowhere >= 0; stream++) {
    if (stream != creator) dup2(nowhere, stream);
  }
}

/// Creates the folder and removes it when the connection to the creator is closed. The guard is in
/// a session of its own, so a signal to the creator's process group does not end it.
__attribute__((noreturn)) static void guard_folder(const char *template, int creator) {
  setsid();
  prctl(PR_SET_NAME, "leakcheck-exec");
  close_streams(creator);
  created_folder folder = {0};
  strcpy(folder.path, template);
  if (mkdtemp(folder.path) == NULL) folder.error = errno;
  const int error = folder.error;
  const size_t size = offsetof(created_folder, path) + strlen(folder.path) + 1;
  while (send(creator, &folder, size, MSG_NOSIGNAL) < 0 && errno == EINTR) {}
  if (error != 0) _exit(0);
  char byte;
  ssize_t count;
  while ((count = recv(creator, &byte, 1, 0)) > 0 || (count < 0 && errno == EINTR)) {}
  remove_folder(folder.path);
  _exit(0);
}

/// Starts the guard; returns false if that fails.
static bool start_guard(const char *template, lk_folder_guard *guard) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return false;
  sigset_t all, mask;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &mask);
  const pid_t process = fork();
  if (process == 0) {
    close(ends[0]);
    guard_folder(template, ends[1]);
  }
  sigprocmask(SIG_SETMASK, &mask, NULL);
  close(ends[1]);
  if (process < 0) close(ends[0]);
  if (process > 0) *guard = (lk_folder_guard){.descriptor = ends[0], .process = process};
  return process > 0;
}

#else

static bool start_guard(const char *template, lk_folder_guard *guard) {
  (void)template;
  (void)guard;
  return false;
}

#endif

static void end_guard(lk_folder_guard guard) {
  if (guard.descriptor < 0) return;
  // Other processes may have copies of the descriptor.
  shutdown(guard.descriptor, SHUT_RDWR);
  close(guard.descriptor);
  while (waitpid(guard.process, NULL, 0) < 0 && errno == EINTR) {}
}

int lk_create_guarded_folder(char *path, lk_folder_guard *guard) {
  *guard = (lk_folder_guard){.descriptor = -1};
  if (strlen(path) >= PATH_MAX) return ENAMETOOLONG;
  if (start_guard(path, guard)) {
    created_folder folder = {.error = ECHILD};
    while (recv(guard->descriptor, &folder, sizeof folder, 0) < 0 && errno == EINTR) {}
    if (folder.error == 0) {
      strcpy(path, folder.path);
      return 0;
    }
    end_guard(*guard);
    guard->descriptor = -1;
    // ECHILD: the guard was killed before it sent its message. The folder is then created below.
    if (folder.error != ECHILD) return folder.error;
  }
  return mkdtemp(path) == NULL ? errno : 0;
}

void lk_remove_guarded_folder(const char *path, lk_folder_guard guard) {
  remove_folder(path);
  end_guard(guard);
}
