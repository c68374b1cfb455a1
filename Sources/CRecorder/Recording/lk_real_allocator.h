#ifndef LK_REAL_ALLOCATOR_H
#define LK_REAL_ALLOCATOR_H

#include <stddef.h>

/// The allocator's functions. The recorder calls them through these pointers, because the import
/// slots of its own image may be redirected.
typedef struct {
  void *(*malloc)(size_t);
  void *(*calloc)(size_t, size_t);
  void *(*realloc)(void *, size_t);
  int (*posix_memalign)(void **, size_t, size_t);
  void *(*aligned_alloc)(size_t, size_t);
  void *(*memalign)(size_t, size_t);
  void (*free)(void *);
  size_t (*malloc_usable_size)(void *);
} lk_real_allocator;

extern __attribute__((visibility("hidden"))) lk_real_allocator lk_real;

#endif
