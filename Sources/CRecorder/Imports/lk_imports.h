#ifndef LK_IMPORTS_H
#define LK_IMPORTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A function that an image imports, and its replacement.
typedef struct {
  const char *name;
  void *replacement;
} lk_import;

/// The value of the parameter `image` of ``lk_redirect_imports`` that denotes the main program. The
/// path of that image is empty.
extern const char lk_main_program[];

/// Redirects imported functions to their replacements in every loaded image whose path contains
/// `image`. Changes the import slots: the words (GOT entries) through which an image calls a
/// function.
///
/// Returns the number of changed slots. It is 0 if there is no such image, and on systems without
/// ELF libraries.
size_t lk_redirect_imports(const char *image, const lk_import *imports, size_t count);

/// Redirects imported functions in every loaded image, with three exceptions: the dynamic loader,
/// the image that contains the address `except`, and each image whose path contains one of the
/// strings `others`. Returns the number of changed slots.
size_t lk_redirect_imports_everywhere(
  const lk_import *imports, size_t count, const void *except, const char *const *others,
  size_t count_of_others);

/// An import slot, and the replacement of the function that the image calls through it.
typedef struct {
  void **slot;
  void *replacement;
} lk_import_slot;

/// Finds the import slots of the functions in `imports`, in every loaded image except the dynamic
/// loader, and makes them writable without changing their contents. Writes up to `room` slots to
/// `slots`. Returns the number of slots that are writable, which may be larger than `room`.
size_t lk_find_import_slots(
  const lk_import *imports, size_t count, lk_import_slot *slots, size_t room);

struct dl_phdr_info;

/// Returns whether an image needs a library whose name contains `library`. Only the libraries in
/// the image's own dynamic section (DT_NEEDED) are examined, not the libraries that they need.
/// Available only on Linux.
bool lk_image_needs(const struct dl_phdr_info *info, const char *library);

#endif
