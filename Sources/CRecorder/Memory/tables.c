#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "lk_tables.h"

#include "lk_reserve.h"
#include "lk_system_calls.h"

#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>

void *lk_map_tables(size_t length, bool large) {
  void *memory =
    mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return NULL;
#if defined(MADV_HUGEPAGE)
  madvise(memory, length, large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#endif
  return memory;
}

void lk_prefer_large_pages(void *memory, size_t length) {
#if defined(MADV_HUGEPAGE)
  const uintptr_t page = (uintptr_t)1 << 21;
  const uintptr_t first = ((uintptr_t)memory + page - 1) & ~(page - 1);
  const uintptr_t end = ((uintptr_t)memory + length) & ~(page - 1);
  if (first < end) madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
  (void)memory;
  (void)length;
#endif
}

void lk_unmap_tables(void *memory, size_t length) { munmap(memory, length); }

/// The size of the inaccessible memory on each side of reserved memory. It is larger than the guard
/// before a thread's stack, so that the reserved memory is not mistaken for a stack.
enum { apart = 1 << 20 };

static _Atomic size_t reserved;

size_t lk_reserved_bytes(void) { return reserved; }

void *lk_reserve(size_t length) {
  if (lk_avoids_system_calls()) return NULL;
  char *memory = mmap(
    NULL, length + 2 * apart, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  if (mprotect(memory + apart, length, PROT_READ | PROT_WRITE) == 0) {
    reserved += length + 2 * apart;
    return memory + apart;
  }
  munmap(memory, length + 2 * apart);
  return NULL;
}
