#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_cxx_operators.h"

#include "lk_real_allocator.h"

#if defined(__linux__) && defined(__LP64__)

#include <dlfcn.h>
#include <stdbool.h>

// The names are those of the C++ ABI (Itanium C++ ABI, section 5.1). The argument of type
// `std::nothrow_t` is a reference. An alignment is passed like a number.

static lk_cxx_recording recorded;

// These functions of the allocator throw an exception if there is no memory.
static void *(*real_new)(size_t size);
static void *(*real_aligned_new)(size_t size, size_t alignment);

static void *new_or_null(size_t size) { return recorded.allocate(size != 0 ? size : 1); }

static void *new_or_throw(size_t size) {
  void *const block = new_or_null(size);
  return block != NULL ? block : real_new(size);
}

static void *aligned_new_or_null(size_t size, size_t alignment) {
  void *block = NULL;
  const size_t at_least = alignment < sizeof block ? sizeof block : alignment;
  return recorded.allocate_aligned(&block, at_least, size != 0 ? size : 1) == 0 ? block : NULL;
}

static void *aligned_new_or_throw(size_t size, size_t alignment) {
  void *const block = aligned_new_or_null(size, alignment);
  return block != NULL ? block : real_aligned_new(size, alignment);
}

/// Replaces every form of `operator delete`. The arguments after the first, such as the size, are
/// not needed.
static void delete_block(void *block) { recorded.free(block); }

/// Returns whether `function` is defined in the image that also defines the allocator's malloc.
static bool is_allocators(void *function) {
  Dl_info image, allocator;
  return function != NULL && dladdr(function, &image) != 0 &&
         dladdr((void *)lk_real.malloc, &allocator) != 0 && image.dli_fbase == allocator.dli_fbase;
}

size_t lk_cxx_operators(const lk_cxx_recording *recording, lk_import *imports) {
  static const lk_import all[] = {
    {"_Znwm", (void *)new_or_throw},
    {"_Znam", (void *)new_or_throw},
    {"_ZnwmRKSt9nothrow_t", (void *)new_or_null},
    {"_ZnamRKSt9nothrow_t", (void *)new_or_null},
    {"_ZnwmSt11align_val_t", (void *)aligned_new_or_throw},
    {"_ZnamSt11align_val_t", (void *)aligned_new_or_throw},
    {"_ZnwmSt11align_val_tRKSt9nothrow_t", (void *)aligned_new_or_null},
    {"_ZnamSt11align_val_tRKSt9nothrow_t", (void *)aligned_new_or_null},
    {"_ZdlPv", (void *)delete_block},
    {"_ZdaPv", (void *)delete_block},
    {"_ZdlPvm", (void *)delete_block},
    {"_ZdaPvm", (void *)delete_block},
    {"_ZdlPvRKSt9nothrow_t", (void *)delete_block},
    {"_ZdaPvRKSt9nothrow_t", (void *)delete_block},
    {"_ZdlPvSt11align_val_t", (void *)delete_block},
    {"_ZdaPvSt11align_val_t", (void *)delete_block},
    {"_ZdlPvmSt11align_val_t", (void *)delete_block},
    {"_ZdaPvmSt11align_val_t", (void *)delete_block},
    {"_ZdlPvSt11align_val_tRKSt9nothrow_t", (void *)delete_block},
    {"_ZdaPvSt11align_val_tRKSt9nothrow_t", (void *)delete_block},
  };
  _Static_assert(sizeof all / sizeof *all == lk_max_cxx_operators, "the room for the imports");
  real_new = (__typeof__(real_new))dlsym(RTLD_DEFAULT, "_Znwm");
  real_aligned_new = (__typeof__(real_aligned_new))dlsym(RTLD_DEFAULT, "_ZnwmSt11align_val_t");
  if (!is_allocators((void *)real_new) || !is_allocators((void *)real_aligned_new)) return 0;
  recorded = *recording;
  for (size_t index = 0; index < lk_max_cxx_operators; index++) imports[index] = all[index];
  return lk_max_cxx_operators;
}

#else

size_t lk_cxx_operators(const lk_cxx_recording *recording, lk_import *imports) {
  (void)recording;
  (void)imports;
  return 0;
}

#endif
