// The C library declares memmem only if this is defined before its headers are included.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_program_file.h"

#include "lk_program_runtime.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__) && defined(__LP64__)

#include <elf.h>
#include <fcntl.h>
#include <link.h>

/// Returns whether a part of a file contains a text of at most 16 bytes. Also returns true if the
/// part cannot be read.
static bool part_contains(int file, off_t offset, size_t size, const char *text) {
  const size_t length = strlen(text);
  char buffer[4096];
  size_t kept = 0;
  while (size > 0) {
    const size_t wanted = size < sizeof buffer - kept ? size : sizeof buffer - kept;
    const ssize_t count = pread(file, buffer + kept, wanted, offset);
    if (count <= 0) return true;
    const size_t filled = kept + (size_t)count;
    if (memmem(buffer, filled, text, length) != NULL) return true;
    // The text may continue in the next part of the buffer.
    kept = filled < length ? filled : length - 1;
    memmove(buffer, buffer + filled - kept, kept);
    offset += count;
    size -= (size_t)count;
  }
  return false;
}

/// Returns whether the names of the sections in an object file contain a text. Also returns true if
/// the file cannot be read. Source: the ELF-64 object file format.
static bool has_section(int file, const char *text) {
  ElfW(Ehdr) header;
  ElfW(Shdr) names;
  if (pread(file, &header, sizeof header, 0) != (ssize_t)sizeof header) return true;
  if (header.e_shnum == 0 || header.e_shstrndx == SHN_XINDEX) return true;
  const off_t offset = (off_t)(header.e_shoff + (size_t)header.e_shstrndx * header.e_shentsize);
  if (pread(file, &names, sizeof names, offset) != (ssize_t)sizeof names) return true;
  return part_contains(file, (off_t)names.sh_offset, names.sh_size, text);
}

bool lk_program_is_swift(void) {
  if (lk_program_needs("libswift") || lk_program_needs("libFoundation")) return true;
  const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (file < 0) return true;
  const bool is_swift = has_section(file, "swift5_");
  close(file);
  return is_swift;
}

#else

bool lk_program_is_swift(void) { return true; }

#endif

/// Returns the start of the last component of the first `length` bytes of a path.
static const char *last_component(const char *path, size_t length) {
  while (length > 0 && path[length - 1] != '/') length--;
  return path + length;
}

bool lk_is_of_toolchain(const char *path) {
  static const char *const others[] = {"docc", "sourcekit-lsp"};
  static const char *const folders[] = {"bin", "libexec"};
  static const char libraries[] = "lib/swift";
  const char *name = last_component(path, strlen(path));
  bool is_tool = strncmp(name, "swift", strlen("swift")) == 0;
  for (size_t index = 0; index < sizeof others / sizeof *others; index++) {
    is_tool = is_tool || strcmp(name, others[index]) == 0;
  }
  // `end` is the start of a component of the path, so a slash precedes it.
  for (const char *end = name; is_tool && end > path + 1;) {
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
  return lk_is_of_toolchain(path);
}
