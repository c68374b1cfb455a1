#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_allocation_recorder.h"

#include "lk_allocation_stack.h"
#include "lk_cxx_operators.h"
#include "lk_earlier_recorder.h"
#include "lk_imports.h"
#include "lk_program_runtime.h"
#include "lk_real_allocator.h"
#include "lk_stack_walk.h"
#include "lk_table_cells.h"
#include "lk_wanted_numbers.h"
#include "lk_writable_bytes.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__) && defined(__LP64__)

#include <link.h>

static lk_object_allocators allocators;

/// The recorder that the runtime called before this one was installed; NULL if the runtime called
/// the C library directly.
static const lk_recorder_service *earlier;

static inline bool includes(lk_code code, uintptr_t address) {
  return address - code.start < code.length;
}

static lk_code code_of(const char *name) {
  lk_code range = {0, 0};
  Dl_info info;
  ElfW(Sym) *symbol = NULL;
  void *function = dlsym(RTLD_DEFAULT, name);
  if (function != NULL && dladdr1(function, &info, (void **)&symbol, RTLD_DL_SYMENT) != 0 &&
      symbol != NULL) {
    range.start = (uintptr_t)function;
    range.length = symbol->st_size;
  }
  return range;
}

/// A Boolean value indicating whether new blocks are cleared. They are cleared if the whole program
/// will be searched for roots.
static bool clears_memory;

static inline bool allocates_objects(uintptr_t code) {
  return includes(allocators.alloc_object, code) || includes(allocators.alloc_box, code) ||
         includes(allocators.buffer_allocate, code);
}

/// Returns the frame of the runtime's function that requests memory for an object; NULL if the
/// memory is not for an object. The result depends on the two innermost callers of malloc.
///
/// The runtime is compiled with frame pointers: the first word of a frame is the address of the
/// caller's frame, and the next word is the return address.
static inline const uintptr_t *frame_of_allocating_function(
  uintptr_t caller, const uintptr_t *callers_frame) {
  if (!includes(allocators.slow_alloc, caller)) {
    return allocates_objects(caller) ? callers_frame : NULL;
  }
  const bool is_for_object = allocates_objects(lk_code_address(callers_frame[1]));
  return is_for_object ? (const uintptr_t *)callers_frame[0] : NULL;
}

/// Returns the number to record with an allocation that the running code makes. It is the number of
/// the code's scope. If the code has no scope, it is the number of the call stack, or 0 if the
/// stack is not recorded.
///
/// - `frame`: The frame of the function that requests memory for an object or for the concurrency
///   runtime; NULL for other memory, for which no stack is recorded.
static inline uint32_t wanted_number(const uintptr_t *frame) {
  const uint32_t scope = lk_running_scope();
  if (scope != 0) return lk_scoped | scope;
  return frame != NULL ? lk_note_stack(frame) : 0;
}

/// Returns the result of ``wanted_number``. If neither scopes nor stacks are recorded, returns 0
/// without calling that function.
static inline uint32_t number_for(const uintptr_t *frame) {
  return __builtin_expect(lk_wants_numbers(), 0) ? wanted_number(frame) : 0;
}

/// The maximum number of bytes at the start of a block that are cleared. A larger block is often in
/// newly mapped memory, which is zero.
enum { max_cleared = 4096 };

/// Clears the start of a new block if `clears_memory` is true; returns the block. The program may
/// never write all of the block, for example the spare capacity of a collection or the end of a
/// stream's buffer. Words that a freed object left there would look like references.
static inline void *cleared(void *block, size_t size) {
  if (!clears_memory || block == NULL) return block;
  char *const bytes = block;
  if (size >= 16 && size <= 64) {
    // Most objects are cleared here without a function call. The pieces of 16 bytes may overlap.
    memset(bytes, 0, 16);
    memset(bytes + size - 16, 0, 16);
    if (size <= 32) return block;
    memset(bytes + 16, 0, 16);
    memset(bytes + size - 32, 0, 16);
  } else {
    memset(bytes, 0, size < max_cleared ? size : max_cleared);
  }
  return block;
}

#define CALLER ((uintptr_t)__builtin_return_address(0))
#define CALLERS_FRAME (*(const uintptr_t *const *)__builtin_frame_address(0))

/// Returns the number of bytes to request for a block: at least 16. The table has one entry for
/// every 16 bytes, but some allocators, such as jemalloc, align blocks of up to 8 bytes to 8 bytes.
/// With glibc's allocator, the larger request uses no more memory, because the allocator provides
/// at least 24 bytes for each block.
static inline size_t at_least_cell(size_t size) {
  return size < lk_cell_bytes ? lk_cell_bytes : size;
}

static inline void *allocated_with(size_t size, lk_allocation_kind kind, uint32_t number) {
  void *block = cleared(lk_real.malloc(at_least_cell(size)), size);
  lk_table_note(block, size, kind, number);
  return block;
}

__attribute__((noinline)) static void *allocated_by_earlier(
  size_t size, lk_allocation_kind kind, const uintptr_t *frame) {
  const uint32_t number = number_for(frame);
  void *block = earlier->allocate(size, kind, frame);
  lk_table_note(block, size, kind, number);
  return block;
}

/// Allocates a block, and records it with the number of its scope or stack. The number must be
/// preserved during the call of malloc. This is a separate function so that an allocation without a
/// number avoids that cost.
__attribute__((noinline)) static void *allocated_with_number(
  size_t size, lk_allocation_kind kind, const uintptr_t *frame) {
  return allocated_with(size, kind, wanted_number(frame));
}

/// Allocates and records a block.
///
/// - `frame`: The frame of the function that requests memory for an object or for the concurrency
///   runtime; NULL for other memory.
static inline void *allocated(size_t size, lk_allocation_kind kind, const uintptr_t *frame) {
  if (__builtin_expect(earlier != NULL, 0)) return allocated_by_earlier(size, kind, frame);
  return __builtin_expect(lk_wants_numbers(), 0) ? allocated_with_number(size, kind, frame)
                                                  : allocated_with(size, kind, 0);
}

static void *recording_malloc(size_t size) {
  const uintptr_t *frame = frame_of_allocating_function(CALLER, CALLERS_FRAME);
  return allocated(size, frame != NULL ? lk_swift_object : lk_plain_memory, frame);
}

static int allocate_aligned(
  void **result, size_t alignment, size_t size, lk_allocation_kind kind, const uintptr_t *frame) {
  const uint32_t number = number_for(frame);
  const int status = earlier != NULL
                       ? earlier->allocate_aligned(result, alignment, size, kind, frame)
                       : lk_real.posix_memalign(result, alignment, at_least_cell(size));
  if (status == 0) lk_table_note(cleared(*result, size), size, kind, number);
  return status;
}

static int recording_posix_memalign(void **result, size_t alignment, size_t size) {
  const uintptr_t *frame = frame_of_allocating_function(CALLER, CALLERS_FRAME);
  const lk_allocation_kind kind = frame != NULL ? lk_swift_object : lk_plain_memory;
  return allocate_aligned(result, alignment, size, kind, frame);
}

/// Replaces malloc for the concurrency runtime, which allocates tasks, and the slabs for the frames
/// of async functions.
static void *recording_concurrency_malloc(size_t size) {
  return allocated(size, lk_concurrency_block, CALLERS_FRAME);
}

static void recording_free(void *block) {
  lk_table_forget(block);
  lk_real.free(block);
}

static void *allocate(size_t size, lk_allocation_kind kind, const uintptr_t *frame) {
  return allocated(size, kind, frame);
}

lk_recorder_service lk_recorder_service_entry = {allocate, allocate_aligned, recording_free, false};

/// If the runtime already calls another recorder, makes this recorder call the other recorder's
/// functions instead of the C library's.
static void keep_earlier(void) {
  earlier = lk_earlier_recorder();
  if (earlier != NULL) lk_real.free = earlier->free;
}

static void *recording_c_malloc(size_t size) { return allocated(size, lk_plain_memory, NULL); }

static atomic_bool has_seen_object;

/// Replaces malloc in a program that contains the Swift runtime, both for the runtime and for the
/// program's own C code.
static void *recording_program_malloc(size_t size) {
  const uintptr_t *frame = frame_of_allocating_function(CALLER, CALLERS_FRAME);
  lk_allocation_kind kind = frame != NULL ? lk_swift_object : lk_plain_memory;
  if (frame == NULL && includes(allocators.task_create, CALLER)) {
    frame = CALLERS_FRAME;
    kind = lk_concurrency_block;
  }
  if (frame != NULL && !atomic_load_explicit(&has_seen_object, memory_order_relaxed)) {
    atomic_store_explicit(&has_seen_object, true, memory_order_relaxed);
  }
  return allocated(size, kind, frame);
}

static void *recording_c_calloc(size_t count, size_t size) {
  const bool is_small = count < lk_cell_bytes && size < lk_cell_bytes && count * size < lk_cell_bytes;
  void *block = is_small ? lk_real.calloc(1, lk_cell_bytes) : lk_real.calloc(count, size);
  lk_table_note(block, count * size, lk_plain_memory, number_for(NULL));
  return block;
}

/// Replaces realloc. A block without an entry, or with the entry of a freed block at the same
/// address, was allocated by code whose calls are not recorded. Its size is unknown, so nothing is
/// cleared.
static void *recording_c_realloc(void *old, size_t size) {
  if (old == NULL) return recording_c_malloc(size);
  const lk_allocation known = lk_table_begin_move(old);
  const bool is_recorded = lk_kind_of(known) != lk_no_allocation;
  const size_t kept = is_recorded ? lk_size_of(known) : 0;
  const size_t written = is_recorded && clears_memory ? lk_writable_bytes(old, kept) : SIZE_MAX;
  void *block = lk_real.realloc(old, size == 0 ? 0 : at_least_cell(size));
  if (block != NULL && size > written) cleared((char *)block + written, size - written);
  lk_table_end_move(old, known, block != old && (block != NULL || size == 0));
  if (block != NULL) lk_table_note(block, size, lk_plain_memory, number_for(NULL));
  return block;
}

static int recording_c_posix_memalign(void **result, size_t alignment, size_t size) {
  const int status = lk_real.posix_memalign(result, alignment, at_least_cell(size));
  if (status == 0) {
    lk_table_note(cleared(*result, size), size, lk_plain_memory, number_for(NULL));
  }
  return status;
}

static void *recording_c_aligned_alloc(size_t alignment, size_t size) {
  void *block = cleared(lk_real.aligned_alloc(alignment, at_least_cell(size)), size);
  lk_table_note(block, size, lk_plain_memory, number_for(NULL));
  return block;
}

/// Replaces memalign, which, unlike aligned_alloc, rounds an alignment up to a power of two.
static void *recording_c_memalign(size_t alignment, size_t size) {
  void *block = cleared(lk_real.memalign(alignment, at_least_cell(size)), size);
  lk_table_note(block, size, lk_plain_memory, number_for(NULL));
  return block;
}

static void *page_aligned(size_t size, size_t page) {
  void *block = NULL;
  const int status = recording_c_posix_memalign(&block, page, size);
  if (status != 0) errno = status;
  return status == 0 ? block : NULL;
}

static void *recording_c_valloc(size_t size) {
  return page_aligned(size, (size_t)sysconf(_SC_PAGESIZE));
}

static void *recording_c_pvalloc(size_t size) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t pages = 0;
  if (__builtin_add_overflow(size, page - 1, &pages)) {
    errno = ENOMEM;
    return NULL;
  }
  return page_aligned(pages & ~(page - 1), page);
}

static const char *const runtime_images[] = {"libswiftCore.so", "libswift_Concurrency.so"};

/// A Boolean value indicating whether the recorder records the allocations of a Swift runtime that
/// is linked into the program.
static bool is_in_program;

static bool redirect_program(void) {
  const lk_import imports[] = {
    {"malloc", (void *)recording_program_malloc},
    {"posix_memalign", (void *)recording_posix_memalign},
    {"free", (void *)recording_free},
  };
  return lk_redirect_imports(lk_main_program, imports, 3) > 0;
}

bool lk_recorder_install_in_program(const lk_object_allocators *found) {
  allocators = *found;
  keep_earlier();
  is_in_program = redirect_program();
  atomic_store(&lk_recorder_service_entry.is_installed, is_in_program);
  return is_in_program;
}

bool lk_recorder_has_seen_object(void) {
  return atomic_load_explicit(&has_seen_object, memory_order_relaxed);
}

/// Allocates memory for C++ code. The size is not increased, because code whose calls are not
/// recorded may pass the size to the allocator when it frees the block. A block whose address is
/// not a multiple of 16 is not recorded, because it may share an entry with another block.
static void *recording_new(size_t size) {
  void *block = cleared(lk_real.malloc(size), size);
  if ((uintptr_t)block % lk_cell_bytes != 0) return block;
  lk_table_note(block, size, lk_plain_memory, number_for(NULL));
  return block;
}

static void redirect_everywhere(void) {
  enum { c_functions = 10 };
  lk_import imports[c_functions + lk_max_cxx_operators] = {
    {"malloc", (void *)recording_c_malloc},
    {"calloc", (void *)recording_c_calloc},
    {"realloc", (void *)recording_c_realloc},
    {"posix_memalign", (void *)recording_c_posix_memalign},
    {"aligned_alloc", (void *)recording_c_aligned_alloc},
    {"memalign", (void *)recording_c_memalign},
    {"valloc", (void *)recording_c_valloc},
    {"pvalloc", (void *)recording_c_pvalloc},
    {"malloc_usable_size", (void *)lk_note_usable_size},
    {"free", (void *)recording_free},
  };
  const lk_cxx_recording recording = {recording_new, recording_c_posix_memalign, recording_free};
  const size_t count = c_functions + lk_cxx_operators(&recording, &imports[c_functions]);
  if (is_in_program) {
    lk_redirect_imports_everywhere(imports, count, (const void *)recording_free, NULL, 0);
    redirect_program();
    return;
  }
  lk_redirect_imports_everywhere(imports, count, (const void *)recording_free, runtime_images, 2);
  lk_redirect_imports("libswiftCore.so", &imports[1], 2);
}

void lk_recorder_install_everywhere(void) {
  clears_memory = true;
  redirect_everywhere();
}

void lk_recorder_install_in_new_images(void) {
  if (clears_memory) redirect_everywhere();
}

bool lk_recorder_install(void) {
  allocators.slow_alloc = code_of("swift_slowAlloc");
  allocators.alloc_object = code_of("swift_allocObject");
  allocators.alloc_box = code_of("swift_allocBox");
  allocators.buffer_allocate = code_of("swift_bufferAllocate");
  if (allocators.alloc_object.length == 0) return false;
  const lk_import core[] = {
    {"malloc", (void *)recording_malloc},
    {"posix_memalign", (void *)recording_posix_memalign},
    {"free", (void *)recording_free},
  };
  const lk_import concurrency[] = {
    {"malloc", (void *)recording_concurrency_malloc},
    {"free", (void *)recording_free},
  };
  keep_earlier();
  if (lk_redirect_imports("libswiftCore.so", core, 3) == 0) return false;
  lk_redirect_imports("libswift_Concurrency.so", concurrency, 2);
  atomic_store(&lk_recorder_service_entry.is_installed, true);
  return true;
}

#else

bool lk_recorder_install(void) { return false; }

void lk_recorder_install_everywhere(void) {}

void lk_recorder_install_in_new_images(void) {}

bool lk_recorder_install_in_program(const lk_object_allocators *allocators) {
  (void)allocators;
  return false;
}

bool lk_recorder_has_seen_object(void) { return false; }

#endif
