#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_private_arena.h"

#include "lk_allocation_table.h"
#include "lk_child_memory.h"
#include "lk_imports.h"
#include "lk_table_cells.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

lk_arena_counts lk_arena;

#if defined(__linux__) && defined(__LP64__)

#include <pthread.h>
#include <sys/mman.h>
#include <sys/types.h>

/// The header of each block of the arena: the block's size, and padding for alignment.
typedef struct {
  size_t size;
  size_t unused;
} block_head;

static uintptr_t arena_low, arena_next, arena_high;

static bool is_of_arena(const void *block) {
  return (uintptr_t)block - arena_low < arena_high - arena_low;
}

static void *arena_allocate(size_t alignment, size_t size) {
  if (alignment < 16) alignment = 16;
  const uintptr_t block = (arena_next + sizeof(block_head) + alignment - 1) & ~(alignment - 1);
  if (size > arena_high - arena_low || block + size > arena_high) {
    lk_arena.is_exhausted = true;
    errno = ENOMEM;
    return NULL;
  }
  ((block_head *)block)[-1].size = size;
  arena_next = (block + size + 15) & ~(uintptr_t)15;
  return (void *)block;
}

static void *arena_malloc(size_t size) { return arena_allocate(16, size); }

/// Allocates without clearing, because the arena's memory is zero and is never reused.
static void *arena_calloc(size_t count, size_t size) {
  size_t length = 0;
  if (__builtin_mul_overflow(count, size, &length)) return NULL;
  return arena_allocate(16, length);
}

static int arena_posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = arena_allocate(alignment, size);
  if (block == NULL) return ENOMEM;
  *result = block;
  return 0;
}

static void *arena_memalign(size_t alignment, size_t size) {
  return arena_allocate(alignment, size);
}

static size_t arena_usable_size(void *block) {
  if (block == NULL) return 0;
  if (is_of_arena(block)) return ((block_head *)block)[-1].size;
  // lk_child_usable_size reads only one of the words before the block, and takes no lock.
  return lk_child_usable_size(block);
}

/// The flag in a block's table entry that indicates that the block was freed in this process. The
/// kind of such an entry is `lk_no_allocation`. In an entry of any other kind, the same bit
/// indicates that the number of a scope or stack is recorded for the block.
enum { freed_here = lk_numbered };

static void arena_free(void *block) {
  if (block == NULL || is_of_arena(block)) return;
  lk_table_leaf *leaf = lk_leaf_at((uintptr_t)block);
  if (leaf == NULL || (uintptr_t)block % 16 != 0) return;
  _Atomic uint32_t *const cell = &leaf->blocks[lk_cell_of((uintptr_t)block)];
  const uint32_t known = *cell;
  const lk_allocation_kind kind = (lk_allocation_kind)(known >> lk_kind_shift);
  if (kind == lk_no_allocation && known & freed_here) lk_arena.double_frees++;
  if (kind == lk_swift_object || kind == lk_concurrency_block) lk_arena.freed_objects++;
  *cell = (known & (lk_numbered - 1)) | freed_here;
}

void lk_expect_in_arena(uintptr_t address) {
  if (lk_table_entry(address).block != 0) return;
  lk_table_note((const void *)address, 0, lk_swift_object, 0);
}

bool lk_was_freed_in_arena(uintptr_t address) {
  const uint32_t known = lk_table_entry(address).block;
  return known >> lk_kind_shift == lk_no_allocation && (known & freed_here) != 0;
}

static void *arena_realloc(void *old, size_t size) {
  void *block = arena_allocate(16, size);
  if (block == NULL || old == NULL) return block;
  const size_t kept = arena_usable_size(old);
  memcpy(block, old, kept < size ? kept : size);
  arena_free(old);
  return block;
}

static void *arena_reallocarray(void *old, size_t count, size_t size) {
  size_t length = 0;
  if (__builtin_mul_overflow(count, size, &length)) return NULL;
  return arena_realloc(old, length);
}

static char *arena_strndup(const char *text, size_t max_length) {
  const size_t length = strnlen(text, max_length);
  char *copy = arena_allocate(16, length + 1);
  if (copy == NULL) return NULL;
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

static char *arena_strdup(const char *text) { return arena_strndup(text, strlen(text)); }

/// Reports success without creating a thread. The caller sees a thread that is never scheduled.
static int unscheduled_thread(
  pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  (void)attributes;
  (void)body;
  (void)argument;
  lk_arena.threads++;
  // The caller needs a valid thread identifier: it may set the thread's name or detach the thread.
  *thread = pthread_self();
  return 0;
}

static int unscheduled_detach(pthread_t thread) {
  (void)thread;
  return 0;
}

static void (*refused_process)(void);

/// Refuses to create a process.
static int refused_fork(void) {
  refused_process();
  errno = EPERM;
  return -1;
}

static int refused_spawn(
  pid_t *process, const char *path, const void *actions, const void *attributes,
  char *const arguments[], char *const environment[]) {
  (void)process;
  (void)path;
  (void)actions;
  (void)attributes;
  (void)arguments;
  (void)environment;
  refused_process();
  return EPERM;
}

enum { max_slots = 16384 };
static lk_import_slot *slots;
static size_t slot_count;

int lk_find_arena_slots(void (*exited)(int status), void (*refused)(void)) {
  refused_process = refused;
  if (slots == NULL) {
    void *memory = mmap(
      NULL, max_slots * sizeof *slots, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return errno;
    slots = memory;
  }
  const lk_import imports[] = {
    {"malloc", (void *)arena_malloc},
    {"calloc", (void *)arena_calloc},
    {"realloc", (void *)arena_realloc},
    {"reallocarray", (void *)arena_reallocarray},
    {"posix_memalign", (void *)arena_posix_memalign},
    {"aligned_alloc", (void *)arena_memalign},
    {"memalign", (void *)arena_memalign},
    {"free", (void *)arena_free},
    {"malloc_usable_size", (void *)arena_usable_size},
    {"strdup", (void *)arena_strdup},
    {"strndup", (void *)arena_strndup},
    {"pthread_create", (void *)unscheduled_thread},
    {"pthread_detach", (void *)unscheduled_detach},
    {"fork", (void *)refused_fork},
    {"vfork", (void *)refused_fork},
    {"posix_spawn", (void *)refused_spawn},
    {"posix_spawnp", (void *)refused_spawn},
    {"exit", (void *)exited},
    {"_exit", (void *)exited},
    {"_Exit", (void *)exited},
    {"quick_exit", (void *)exited},
  };
  slot_count = lk_find_import_slots(imports, sizeof imports / sizeof *imports, slots, max_slots);
  return slot_count == 0 || slot_count > max_slots ? ENOSYS : 0;
}

int lk_enter_arena(size_t length) {
  void *memory = mmap(
    NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return errno;
  arena_low = arena_next = (uintptr_t)memory;
  arena_high = arena_low + length;
  for (size_t index = 0; index < slot_count; index++) *slots[index].slot = slots[index].replacement;
  return 0;
}

#else

int lk_find_arena_slots(void (*exited)(int status), void (*refused)(void)) {
  (void)exited;
  (void)refused;
  return ENOSYS;
}

int lk_enter_arena(size_t length) {
  (void)length;
  return ENOSYS;
}

void lk_expect_in_arena(uintptr_t address) { (void)address; }

bool lk_was_freed_in_arena(uintptr_t address) {
  (void)address;
  return false;
}

#endif
