#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_allocation_recorder.h"

#include "lk_allocation_stack.h"
#include "lk_imports.h"
#include "lk_scope.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__) && defined(__LP64__)

#include <link.h>

static _Atomic uint32_t current_epoch = 1;

/// The code of one function.
typedef struct {
  uintptr_t start, end;
} code_range;

static code_range slow_alloc, alloc_object, alloc_box, buffer_allocate;

static inline bool includes(code_range range, uintptr_t address) {
  return address - range.start < range.end - range.start;
}

static code_range code_of(const char *name) {
  code_range range = {0, 0};
  Dl_info info;
  ElfW(Sym) *symbol = NULL;
  void *function = dlsym(RTLD_DEFAULT, name);
  if (function != NULL && dladdr1(function, &info, (void **)&symbol, RTLD_DL_SYMENT) != 0 &&
      symbol != NULL) {
    range.start = (uintptr_t)function;
    range.end = range.start + symbol->st_size;
  }
  return range;
}

/// The roots of the whole program are going to be scanned.
static bool clears_memory;

static inline bool makes_objects(uintptr_t code) {
  return includes(alloc_object, code) || includes(alloc_box, code) ||
         includes(buffer_allocate, code);
}

/// Whether the memory is for an object, told by the two functions that called malloc.
///
/// The runtime keeps frame pointers: the word at a frame's start is the caller's frame,
/// the next one the address it returns to.
static inline bool is_for_object(uintptr_t caller, const uintptr_t *callers_frame) {
  if (includes(slow_alloc, caller)) return makes_objects(callers_frame[1]);
  return makes_objects(caller);
}

static inline lk_allocation described(
  size_t size, lk_allocation flags, bool is_scoped, lk_allocation number) {
  const lk_allocation stored = size > UINT32_MAX ? UINT32_MAX : size;
  return lk_live | flags | (is_scoped ? lk_scoped : 0) |
         (number & lk_epoch_mask) << lk_epoch_shift | stored;
}

static inline lk_allocation describe(size_t size, lk_allocation flags) {
  const uint32_t scope = lk_current_scope();
  if (scope != 0) return described(size, flags, true, scope);
  const uint32_t epoch = atomic_load_explicit(&current_epoch, memory_order_relaxed);
  return described(size, flags, false, epoch);
}

/// An object with who asked for it, where that is wanted.
static inline lk_allocation describe_object(
  size_t size, lk_allocation flags, const uintptr_t *frame) {
  if (lk_stack_depth() == 0 || lk_current_scope() != 0) return describe(size, flags);
  return described(size, flags, false, lk_stack_number(frame));
}

/// Bytes at the start of a block that are cleared: more is mapped afresh often enough.
enum { most_cleared = 4096 };

/// Clears memory that may be used in part for as long as it lives, as a stream's buffer is and
/// the spare capacity of a collection.
/// What an object left there that was given back would look like a reference to another one.
static inline void clear(void *block, size_t size) {
  if (block != NULL) memset(block, 0, size < most_cleared ? size : most_cleared);
}

#define CALLER ((uintptr_t)__builtin_return_address(0))
#define CALLERS_FRAME (*(const uintptr_t *const *)__builtin_frame_address(0))

static void *recording_malloc(size_t size) {
  void *block = malloc(size);
  const bool object = is_for_object(CALLER, CALLERS_FRAME);
  if (clears_memory) clear(block, size);
  lk_table_add(
    block, object ? describe_object(size, lk_swift_object, CALLERS_FRAME) : describe(size, 0));
  return block;
}

static int recording_posix_memalign(void **result, size_t alignment, size_t size) {
  const int status = posix_memalign(result, alignment, size);
  const bool object = is_for_object(CALLER, CALLERS_FRAME);
  if (status == 0) {
    lk_table_add(
      *result, object ? describe_object(size, lk_swift_object, CALLERS_FRAME) : describe(size, 0));
  }
  return status;
}

/// Tasks are allocated by the concurrency runtime itself, as are the slabs of their frames.
static void *recording_concurrency_malloc(size_t size) {
  void *block = malloc(size);
  lk_table_add(block, describe_object(size, lk_concurrency_block, CALLERS_FRAME));
  return block;
}

static void recording_free(void *block) {
  lk_table_remove(block);
  free(block);
}

static void *recording_c_malloc(size_t size) {
  void *block = malloc(size);
  clear(block, size);
  lk_table_add(block, describe(size, 0));
  return block;
}

static void *recording_c_calloc(size_t count, size_t size) {
  void *block = calloc(count, size);
  lk_table_add(block, describe(count * size, 0));
  return block;
}

/// The old block is forgotten first: once it is given back, another thread may get it.
static void *recording_c_realloc(void *old, size_t size) {
  const lk_allocation known = lk_table_entry((uintptr_t)old);
  if (old != NULL) lk_table_remove(old);
  void *block = realloc(old, size);
  if (block != NULL) {
    lk_table_add(block, describe(size, 0));
  } else if (known != 0 && size != 0) {
    lk_table_add(old, known);
  }
  return block;
}

static int recording_c_posix_memalign(void **result, size_t alignment, size_t size) {
  const int status = posix_memalign(result, alignment, size);
  if (status == 0) lk_table_add(*result, describe(size, 0));
  return status;
}

static void *recording_c_aligned_alloc(size_t alignment, size_t size) {
  void *block = aligned_alloc(alignment, size);
  lk_table_add(block, describe(size, 0));
  return block;
}

static const char *const runtime_images[] = {"libswiftCore.so", "libswift_Concurrency.so"};

void lk_recorder_install_everywhere(void) {
  clears_memory = true;
  const lk_import imports[] = {
    {"malloc", (void *)recording_c_malloc},
    {"calloc", (void *)recording_c_calloc},
    {"realloc", (void *)recording_c_realloc},
    {"posix_memalign", (void *)recording_c_posix_memalign},
    {"aligned_alloc", (void *)recording_c_aligned_alloc},
    {"memalign", (void *)recording_c_aligned_alloc},
    {"free", (void *)recording_free},
  };
  lk_redirect_imports_everywhere(imports, 7, (const void *)recording_free, runtime_images, 2);
  lk_redirect_imports("libswiftCore.so", &imports[1], 2);
}

bool lk_recorder_install(void) {
  slow_alloc = code_of("swift_slowAlloc");
  alloc_object = code_of("swift_allocObject");
  alloc_box = code_of("swift_allocBox");
  buffer_allocate = code_of("swift_bufferAllocate");
  if (alloc_object.start == alloc_object.end) return false;
  const lk_import core[] = {
    {"malloc", (void *)recording_malloc},
    {"posix_memalign", (void *)recording_posix_memalign},
    {"free", (void *)recording_free},
  };
  const lk_import concurrency[] = {
    {"malloc", (void *)recording_concurrency_malloc},
    {"free", (void *)recording_free},
  };
  if (lk_redirect_imports("libswiftCore.so", core, 3) == 0) return false;
  lk_redirect_imports("libswift_Concurrency.so", concurrency, 2);
  return true;
}

uint32_t lk_recorder_next_epoch(void) {
  return (atomic_fetch_add(&current_epoch, 1) + 1) & lk_epoch_mask;
}

#else

bool lk_recorder_install(void) { return false; }

void lk_recorder_install_everywhere(void) {}

uint32_t lk_recorder_next_epoch(void) { return 0; }

#endif
