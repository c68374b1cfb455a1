#ifndef LK_GUARDED_FOLDER_H
#define LK_GUARDED_FOLDER_H

#include <sys/types.h>

// A temporary folder that another process removes when this process has ended, even if this process
// was killed.

/// The process that removes a folder.
typedef struct {
  /// The descriptor that keeps the process running; -1 if there is no process. The process ends
  /// when all copies of the descriptor are closed.
  int descriptor;
  pid_t process;
} lk_folder_guard;

/// Creates a folder with mode 0700, and a process that removes the folder with its files; returns 0
/// or an error number.
///
/// A forked process gets a copy of the descriptor, so the folder is not removed before that process
/// ends or executes a program. If no process can be created, the folder has no guard.
///
/// - Parameter path: A path that ends with `XXXXXX`, as for mkdtemp(3). The last six characters are
///   replaced.
int lk_create_guarded_folder(char *path, lk_folder_guard *guard);

/// Removes the folder with its files, and ends the guard. A folder with subfolders is not removed.
void lk_remove_guarded_folder(const char *path, lk_folder_guard guard);

#endif
