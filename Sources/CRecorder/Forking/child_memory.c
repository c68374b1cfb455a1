#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_child_memory.h"

#include "lk_allocation_table.h"
#include "lk_child.h"
#include "lk_imports.h"
#include "lk_table_cells.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__) && defined(__LP64__)

#include <malloc.h>
#include <sys/mman.h>

enum { page = 4096, stack_length = 64 << 20, min_bits = 27, max_bits = 38 };
/// The unit in which memory is made accessible.
static const size_t step = (size_t)16 << 20;
/// The size of the inaccessible memory on each side of the reserved memory. It keeps the system
/// from merging the reserved memory with another mapping.
static const size_t apart = (size_t)1 << 20;

/// The bounds of the reserved memory, which contains the stack and then blocks.
///
/// - `low`, `high`: The start and the end of the reserved memory.
/// - `next`: The start of the memory that is not used yet.
/// - `accessible`: The end of the memory that can be accessed.
static uintptr_t low, next, accessible, high;

/// The header of each block.
typedef struct {
  /// The usable size of the block.
  size_t size;
  /// The list to which the block's memory is added when the block is freed.
  uint32_t list;
  /// The offset of the block from the start of its memory, which also contains this header.
  uint32_t offset;
} block_head;

typedef struct free_piece {
  struct free_piece *next;
} free_piece;

/// The number of lists of free memory. For sizes up to `max_small`, there is a list for every
/// sixteen bytes. For larger sizes, there are four lists for each power of two.
enum { max_small = 1024, small_lists = max_small / 16 + 1, list_count = small_lists + 4 * 38 };
static free_piece *lists[list_count];

/// The minimum size of a block whose pages are returned to the system when it is freed.
enum { returning_size = 256 << 10 };

/// The C library's `malloc_usable_size`, which reads a word before the block and takes no lock.
/// ``lk_enter_child_memory`` sets this variable. Then it makes all images, including this one, call
/// the functions in this file instead of the C library's allocator.
///
/// Only one value is ever assigned to the variable. It is volatile, because otherwise the optimizer
/// could call `malloc_usable_size` directly. After the redirection, that would be a recursive call
/// of `lk_child_usable_size`.
static size_t (*volatile program_usable_size)(void *block);

static bool make_accessible(uintptr_t end) {
  if (end <= accessible) return true;
  uintptr_t wanted = (end + step - 1) / step * step;
  if (wanted > high) wanted = high;
  if (end > wanted) return false;
  void *const start = (void *)accessible;
  if (mprotect(start, wanted - accessible, PROT_READ | PROT_WRITE) != 0) {
    wanted = (end + page - 1) & ~(uintptr_t)(page - 1);
    if (mprotect(start, wanted - accessible, PROT_READ | PROT_WRITE) != 0) return false;
  }
  accessible = wanted;
  return true;
}

static uint32_t list_for(size_t size, size_t *rounded) {
  if (size <= max_small) {
    *rounded = (size + 15) & ~(size_t)15;
    return (uint32_t)(*rounded / 16);
  }
  const unsigned bits = 63 - (unsigned)__builtin_clzl(size - 1);
  const size_t quarter = (size_t)1 << (bits - 2);
  const size_t over = (size - 1) >> (bits - 2);
  *rounded = (over + 1) * quarter;
  return (uint32_t)(small_lists + 4 * (bits - 10) + (over - 4));
}

static bool is_own(const void *block) { return (uintptr_t)block - low < high - low; }

static block_head *head_of(void *block) { return (block_head *)block - 1; }

/// Allocates a block; returns NULL if there is no memory. `is_fresh` receives whether the block's
/// memory was never used before.
static void *take(size_t alignment, size_t size, bool *is_fresh) {
  size_t rounded = 0;
  // The space for the header and for alignment.
  const size_t extra = sizeof(block_head) + (alignment > 16 ? alignment : 0);
  if (size > high - low) {
    errno = ENOMEM;
    return NULL;
  }
  const uint32_t list = list_for(size + extra, &rounded);
  uintptr_t piece = (uintptr_t)lists[list];
  *is_fresh = piece == 0;
  if (piece != 0) {
    lists[list] = ((free_piece *)piece)->next;
  } else {
    if (rounded > high - next || !make_accessible(next + rounded)) {
      errno = ENOMEM;
      return NULL;
    }
    piece = next;
    next += rounded;
  }
  const uintptr_t block = (piece + sizeof(block_head) + alignment - 1) & ~(alignment - 1);
  *head_of((void *)block) =
    (block_head){piece + rounded - block, list, (uint32_t)(block - piece)};
  return (void *)block;
}

static void *child_malloc(size_t size) {
  bool is_fresh;
  return take(16, size, &is_fresh);
}

static void *child_calloc(size_t count, size_t size) {
  size_t length = 0;
  if (__builtin_mul_overflow(count, size, &length)) {
    errno = ENOMEM;
    return NULL;
  }
  bool is_fresh;
  void *block = take(16, length, &is_fresh);
  if (block != NULL && !is_fresh) memset(block, 0, length);
  return block;
}

static void child_free(void *block) {
  if (block == NULL) return;
  if (!is_own(block)) {
    // The program's allocator may be locked, so the block is only removed from the table.
    lk_table_forget(block);
    return;
  }
  const block_head *head = head_of(block);
  // The header determines which pages are returned to the system, so the process must not continue
  // if the header was overwritten.
  if (head->size > next - (uintptr_t)block || head->list >= list_count ||
      head->offset < sizeof *head) {
    abort();
  }
  const uint32_t list = head->list;
  const uintptr_t piece = (uintptr_t)block - head->offset;
  if (head->size >= returning_size) {
    const uintptr_t first = (piece + sizeof(free_piece) + page - 1) & ~(uintptr_t)(page - 1);
    const uintptr_t end = ((uintptr_t)block + head->size) & ~(uintptr_t)(page - 1);
    if (first < end) madvise((void *)first, end - first, MADV_DONTNEED);
  }
  ((free_piece *)piece)->next = lists[list];
  lists[list] = (free_piece *)piece;
}

size_t lk_child_usable_size(void *block) {
  if (block == NULL) return 0;
  if (is_own(block)) return head_of(block)->size;
  size_t (*const usable_size)(void *) = program_usable_size;
  return usable_size != NULL ? usable_size(block) : malloc_usable_size(block);
}

static void *child_realloc(void *old, size_t size) {
  const size_t kept = lk_child_usable_size(old);
  if (old != NULL && is_own(old) && size <= kept && size >= kept / 2) return old;
  void *block = child_malloc(size);
  if (block == NULL || old == NULL) return block;
  memcpy(block, old, kept < size ? kept : size);
  child_free(old);
  return block;
}

static void *child_reallocarray(void *old, size_t count, size_t size) {
  size_t length = 0;
  if (__builtin_mul_overflow(count, size, &length)) {
    errno = ENOMEM;
    return NULL;
  }
  return child_realloc(old, length);
}

static void *child_memalign(size_t alignment, size_t size) {
  bool is_fresh;
  return take(alignment < 16 ? 16 : alignment, size, &is_fresh);
}

static int child_posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = child_memalign(alignment, size);
  if (block == NULL) return ENOMEM;
  *result = block;
  return 0;
}

static char *child_strndup(const char *text, size_t max_length) {
  const size_t length = strnlen(text, max_length);
  char *copy = child_malloc(length + 1);
  if (copy == NULL) return NULL;
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

static char *child_strdup(const char *text) { return child_strndup(text, strlen(text)); }

void lk_enter_child_memory(void) {
  const lk_import imports[] = {
    {"malloc", (void *)child_malloc},
    {"calloc", (void *)child_calloc},
    {"realloc", (void *)child_realloc},
    {"reallocarray", (void *)child_reallocarray},
    {"posix_memalign", (void *)child_posix_memalign},
    {"aligned_alloc", (void *)child_memalign},
    {"memalign", (void *)child_memalign},
    {"free", (void *)child_free},
    {"malloc_usable_size", (void *)lk_child_usable_size},
    {"strdup", (void *)child_strdup},
    {"strndup", (void *)child_strndup},
  };
  program_usable_size = malloc_usable_size;
  lk_redirect_imports_everywhere(imports, sizeof imports / sizeof *imports, NULL, NULL, 0);
}

int lk_reserve_child_memory(void) {
  for (unsigned bits = max_bits; bits >= min_bits; bits--) {
    const size_t length = (size_t)1 << bits;
    // Maps a quarter more than is needed, and unmaps the excess immediately. If the address space
    // is limited, this ensures that there is room for other mappings.
    void *memory = mmap(
      NULL, length + length / 4, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) continue;
    munmap((char *)memory + length, length / 4);
    low = (uintptr_t)memory + apart;
    high = (uintptr_t)memory + length - apart;
    accessible = low;
    next = low + stack_length;
    return make_accessible(next) ? 0 : ENOMEM;
  }
  return ENOMEM;
}

uintptr_t lk_child_stack_start(void) { return low; }

size_t lk_child_stack_length(void) { return stack_length; }

bool lk_child_memory_includes(uintptr_t address) { return address - low < high - low; }

#else

int lk_reserve_child_memory(void) { return ENOSYS; }

void lk_enter_child_memory(void) {}

uintptr_t lk_child_stack_start(void) { return 0; }

size_t lk_child_stack_length(void) { return 0; }

bool lk_child_memory_includes(uintptr_t address) {
  (void)address;
  return false;
}

#endif
