#ifndef LK_IMPORTS_H
#define LK_IMPORTS_H

#include <stdbool.h>
#include <stddef.h>

/// A function that an image imports, and what it is to call instead.
typedef struct {
  const char *name;
  void *replacement;
} lk_import;

/// Points the slots of every loaded image whose path contains `image` somewhere else.
///
/// Returns the number of slots changed: 0 where there is no such image, and on systems
/// whose libraries are not ELF.
size_t lk_redirect_imports(const char *image, const lk_import *imports, size_t count);

#endif
