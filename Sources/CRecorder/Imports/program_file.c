#include "lk_program_file.h"

#include "lk_program_runtime.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Returns the start of the last component of a path that consists of `length` bytes.
static const char *last_component(const char *path, size_t length) {
  while (length > 0 && path[length - 1] != '/') length--;
  return path + length;
}

// A tool of a toolchain is in the folder `bin` or `libexec`, or in one of their subfolders. The
// parent folder of `bin` and `libexec` also contains the runtime's libraries, in `lib/swift`.
bool lk_is_tool(const char *path) {
  static const char *const others[] = {"docc", "sourcekit-lsp"};
  static const char *const folders[] = {"bin", "libexec"};
  static const char libraries[] = "lib/swift";
  const char *name = last_component(path, strlen(path));
  bool is_named_so = strncmp(name, "swift", strlen("swift")) == 0;
  for (size_t index = 0; index < sizeof others / sizeof *others; index++) {
    is_named_so = is_named_so || strcmp(name, others[index]) == 0;
  }
  // `end` is the start of a component of the path, so a slash precedes it.
  for (const char *end = name; is_named_so && end > path + 1;) {
    const size_t length = (size_t)(end - path) - 1;
    const char *folder = last_component(path, length);
    const size_t size = length - (size_t)(folder - path);
    for (size_t index = 0; index < sizeof folders / sizeof *folders; index++) {
      if (size != strlen(folders[index]) || memcmp(folder, folders[index], size) != 0) continue;
      char other[PATH_MAX];
      const size_t above = (size_t)(folder - path);
      if (above + sizeof libraries > sizeof other) return false;
      memcpy(other, path, above);
      memcpy(other + above, libraries, sizeof libraries);
      struct stat status;
      return stat(other, &status) == 0 && S_ISDIR(status.st_mode);
    }
    end = folder;
  }
  return false;
}

bool lk_program_is_of_toolchain(void) {
  if (lk_program_needs("libPackageDescription")) return true;
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return false;
  path[length] = 0;
  return lk_is_tool(path);
}

#if defined(__linux__)

#include <sys/xattr.h>

bool lk_file_gives_capabilities(const char *path) {
  return getuid() != 0 && getxattr(path, "security.capability", NULL, 0) > 0;
}

#else

bool lk_file_gives_capabilities(const char *path) {
  (void)path;
  return false;
}

#endif
