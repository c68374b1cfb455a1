#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_real_allocator.h"

#include "lk_earlier_recorder.h"
#include "lk_table_cells.h"

#if defined(__linux__) && defined(__LP64__)

#include <dlfcn.h>
#include <link.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

lk_real_allocator lk_real;

/// Returns whether an image defines the function at an address. In a program that is not position
/// independent and takes the address of a function, all images use the address of the program's
/// stub for the function. The program does not define the function, and the stub calls it through
/// an import slot, which the recorder redirects to itself.
static bool is_defined_at(void *function) {
  Dl_info image;
  ElfW(Sym) *symbol = NULL;
  return function != NULL &&
         (dladdr1(function, &image, (void **)&symbol, RTLD_DL_SYMENT) == 0 || symbol == NULL ||
          symbol->st_shndx != SHN_UNDEF);
}

/// Returns a function of the allocator.
///
/// `dlsym` does not find functions that are exported only with an old symbol version, such as those
/// of glibc's library libc_malloc_debug, although the program calls them. An import of this image
/// finds them. But the import may be a stub in this image, or an earlier recorder may have
/// redirected it.
static void *allocator_function(void *imported, const char *name) {
  static const char own = 0;
  Dl_info image, own_image;
  const bool is_stub = dladdr(imported, &image) == 0 || dladdr(&own, &own_image) == 0 ||
                       image.dli_fbase == own_image.dli_fbase;
  if (!is_stub && is_defined_at(imported) && lk_earlier_recorder() == NULL) return imported;
  void *const found = dlsym(RTLD_DEFAULT, name);
  return is_defined_at(found) ? found : dlsym(RTLD_NEXT, name);
}

/// Finds the allocator's functions. Runs before there are other threads, and before the
/// initializers of the program's own code.
__attribute__((constructor(101))) static void find_allocator(void) {
#define FIND(name) lk_real.name = (__typeof__(lk_real.name))allocator_function((void *)name, #name)
  FIND(calloc);
  FIND(realloc);
  FIND(posix_memalign);
  FIND(aligned_alloc);
  FIND(memalign);
  FIND(free);
  FIND(malloc_usable_size);
  FIND(malloc);
#undef FIND
  Dl_info image;
  lk_is_glibcs_allocator = dladdr((void *)lk_real.malloc, &image) != 0 && image.dli_fname != NULL &&
                           strstr(image.dli_fname, "/libc.so.6") != NULL;
}

#endif
