#ifndef LK_CXX_OPERATORS_H
#define LK_CXX_OPERATORS_H

#include "lk_imports.h"

#include <stddef.h>

/// The functions that record the memory of C++ code.
typedef struct {
  void *(*allocate)(size_t size);
  int (*allocate_aligned)(void **result, size_t alignment, size_t size);
  void (*free)(void *block);
} lk_cxx_recording;

/// The maximum number of imports that ``lk_cxx_operators()`` returns.
enum { lk_max_cxx_operators = 20 };

/// Writes the replacements of the functions `operator new` and `operator delete` to `imports`;
/// returns their number. It is 0 unless the program's allocator defines these functions itself, as
/// jemalloc, tcmalloc and mimalloc do. With any other allocator, these functions call malloc and
/// free, which are recorded.
size_t lk_cxx_operators(const lk_cxx_recording *recording, lk_import *imports);

#endif
