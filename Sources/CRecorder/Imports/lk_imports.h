#ifndef LK_IMPORTS_H
#define LK_IMPORTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A function that an image imports, and what it is to call instead.
typedef struct {
  const char *name;
  void *replacement;
} lk_import;

/// Stands for the program itself, which has no path, in place of a part of one.
extern const char lk_main_program[];

/// Points the slots of every loaded image whose path contains `image` somewhere else.
///
/// Returns the number of slots changed: 0 where there is no such image, and on systems
/// whose libraries are not ELF.
size_t lk_redirect_imports(const char *image, const lk_import *imports, size_t count);

/// Does the same in every loaded image but the dynamic loader, the one that has `except`, and
/// those whose path contains one of the `count_of_others` strings.
size_t lk_redirect_imports_everywhere(
  const lk_import *imports, size_t count, const void *except, const char *const *others,
  size_t count_of_others);

/// A slot through which an image calls a function.
typedef struct {
  void **slot;
  void *replacement;
} lk_import_slot;

/// Finds the slots of every loaded image but the dynamic loader and makes them writable, without
/// changing them. Returns their number, which may be larger than `room`.
size_t lk_find_import_slots(
  const lk_import *imports, size_t count, lk_import_slot *slots, size_t room);

#endif
