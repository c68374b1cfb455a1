// dl_iterate_phdr is an extension of the C library, which must be asked for it before the
// first of its headers.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_allocation_counter.h"

#if defined(__linux__) && defined(__LP64__)

#define LK_HAS_COUNTER 1

#include <elf.h>
#include <link.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static _Atomic uint64_t lk_allocations;

static void *lk_counting_malloc(size_t size) {
  atomic_fetch_add_explicit(&lk_allocations, 1, memory_order_relaxed);
  return malloc(size);
}

static int lk_counting_posix_memalign(void **result, size_t alignment, size_t size) {
  atomic_fetch_add_explicit(&lk_allocations, 1, memory_order_relaxed);
  return posix_memalign(result, alignment, size);
}

/// What counts calls of a function, or a null pointer if they are not counted.
static void *lk_replacement(const char *name) {
  if (strcmp(name, "malloc") == 0) return (void *)lk_counting_malloc;
  if (strcmp(name, "posix_memalign") == 0) return (void *)lk_counting_posix_memalign;
  return NULL;
}

/// Points a slot somewhere else, though its page was made read-only after loading.
static bool lk_patch(uintptr_t slot, void *replacement) {
  const uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *page = (void *)(slot & ~(page_size - 1));
  if (mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) return false;
  *(void **)slot = replacement;
  return true;
}

/// The parts of a loaded image's dynamic section that name what its slots are for.
struct lk_relocations {
  const ElfW(Sym) *symbols;
  const char *strings;
  const ElfW(Rela) *plt, *other;
  size_t plt_count, other_count;
};

/// An address of the dynamic section: glibc has relocated it, other C libraries have not.
static uintptr_t lk_absolute(uintptr_t base, uintptr_t address) {
  return address < base ? base + address : address;
}

static struct lk_relocations lk_read_dynamic(uintptr_t base, const ElfW(Dyn) *entry) {
  struct lk_relocations result = {0};
  for (; entry->d_tag != DT_NULL; entry++) {
    const uintptr_t address = lk_absolute(base, (uintptr_t)entry->d_un.d_ptr);
    switch (entry->d_tag) {
      case DT_SYMTAB: result.symbols = (const ElfW(Sym) *)address; break;
      case DT_STRTAB: result.strings = (const char *)address; break;
      case DT_JMPREL: result.plt = (const ElfW(Rela) *)address; break;
      case DT_RELA: result.other = (const ElfW(Rela) *)address; break;
      case DT_PLTRELSZ: result.plt_count = entry->d_un.d_val / sizeof(ElfW(Rela)); break;
      case DT_RELASZ: result.other_count = entry->d_un.d_val / sizeof(ElfW(Rela)); break;
      default: break;
    }
  }
  return result;
}

static bool lk_patch_slots(uintptr_t base, const struct lk_relocations *image,
                           const ElfW(Rela) *relocations, size_t count) {
  bool counts_malloc = false;
  for (size_t index = 0; relocations != NULL && index < count; index++) {
    const size_t symbol = ELF64_R_SYM(relocations[index].r_info);
    if (symbol == 0) continue;
    const char *name = image->strings + image->symbols[symbol].st_name;
    void *replacement = lk_replacement(name);
    if (replacement == NULL) continue;
    const bool patched = lk_patch(base + relocations[index].r_offset, replacement);
    counts_malloc = counts_malloc || (patched && strcmp(name, "malloc") == 0);
  }
  return counts_malloc;
}

static int lk_visit_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  if (info->dlpi_name == NULL || strstr(info->dlpi_name, "libswiftCore.so") == NULL) return 0;
  const uintptr_t base = info->dlpi_addr;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    if (info->dlpi_phdr[index].p_type != PT_DYNAMIC) continue;
    const struct lk_relocations image =
        lk_read_dynamic(base, (const ElfW(Dyn) *)(base + info->dlpi_phdr[index].p_vaddr));
    if (image.symbols == NULL || image.strings == NULL) continue;
    const bool in_plt = lk_patch_slots(base, &image, image.plt, image.plt_count);
    const bool in_other = lk_patch_slots(base, &image, image.other, image.other_count);
    *(bool *)context = in_plt || in_other;
  }
  return 1;
}

#endif

bool lk_allocation_counter_install(void) {
#ifdef LK_HAS_COUNTER
  bool installed = false;
  dl_iterate_phdr(lk_visit_image, &installed);
  return installed;
#else
  return false;
#endif
}

uint64_t lk_allocation_counter_value(void) {
#ifdef LK_HAS_COUNTER
  return atomic_load_explicit(&lk_allocations, memory_order_relaxed);
#else
  return 0;
#endif
}

uint64_t lk_allocated_bytes(void) {
#if defined(__GLIBC__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 33)
  return mallinfo2().uordblks;
#else
  return 0;
#endif
#else
  return 0;
#endif
}
