// The C library declares dl_iterate_phdr only if _GNU_SOURCE is defined before its headers are
// included.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_imports.h"

#include "lk_program_runtime.h"

const char lk_main_program[] = "";

#if defined(__linux__) && defined(__LP64__)

#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct {
  /// A string that the paths of the wanted images contain. If it is NULL, all images are wanted,
  /// with three exceptions: the dynamic loader, the image that contains the address `except`, and
  /// each image whose path contains one of `others`.
  const char *image;
  const lk_import *imports;
  size_t count;
  size_t changed;
  uintptr_t except;
  const char *const *others;
  size_t count_of_others;
  /// The array that receives the slots if they are recorded instead of changed; otherwise NULL.
  lk_import_slot *slots;
  size_t room;
} lk_redirection;

/// Returns the replacement of a function; NULL if it is not replaced.
static void *lk_replacement(const lk_redirection *wanted, const char *name) {
  for (size_t index = 0; index < wanted->count; index++) {
    if (strcmp(name, wanted->imports[index].name) == 0) return wanted->imports[index].replacement;
  }
  return NULL;
}

/// Makes the page of a slot writable, because the loader may have made it read-only; returns false
/// if that fails.
static bool lk_unprotect(uintptr_t slot) {
  const uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *page = (void *)(slot & ~(page_size - 1));
  return mprotect(page, page_size, PROT_READ | PROT_WRITE) == 0;
}

/// Stores a new target in a slot; returns false if that fails.
static bool lk_patch(uintptr_t slot, void *replacement) {
  if (!lk_unprotect(slot)) return false;
  __atomic_store_n((void **)slot, replacement, __ATOMIC_RELEASE);
  return true;
}

/// Records a slot if `wanted` has an array for slots; otherwise changes the slot. Returns false on
/// failure.
static bool lk_take(uintptr_t slot, void *replacement, const lk_redirection *wanted) {
  if (wanted->slots == NULL) return lk_patch(slot, replacement);
  if (!lk_unprotect(slot)) return false;
  if (wanted->changed < wanted->room) {
    wanted->slots[wanted->changed] = (lk_import_slot){(void **)slot, replacement};
  }
  return true;
}

/// The parts of a loaded image's dynamic section that describe its import slots.
typedef struct {
  const ElfW(Sym) *symbols;
  const char *strings;
  const ElfW(Rela) *plt, *other;
  size_t plt_count, other_count;
} lk_relocations;

/// Returns an address from the dynamic section as an absolute address. glibc relocates these
/// addresses; other C libraries do not.
static uintptr_t lk_absolute(uintptr_t base, uintptr_t address) {
  return address < base ? base + address : address;
}

static lk_relocations lk_read_dynamic(uintptr_t base, const ElfW(Dyn) *entry) {
  lk_relocations result = {0};
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

static void lk_patch_slots(uintptr_t base, const lk_relocations *image,
                           const ElfW(Rela) *relocations, size_t count, lk_redirection *wanted) {
  for (size_t index = 0; relocations != NULL && index < count; index++) {
    const size_t symbol = ELF64_R_SYM(relocations[index].r_info);
    if (symbol == 0) continue;
    void *replacement =
        lk_replacement(wanted, image->strings + image->symbols[symbol].st_name);
    if (replacement != NULL && lk_take(base + relocations[index].r_offset, replacement, wanted)) {
      wanted->changed++;
    }
  }
}

static bool lk_includes(const struct dl_phdr_info *info, uintptr_t address) {
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type == PT_LOAD &&
        address - (info->dlpi_addr + segment->p_vaddr) < segment->p_memsz) {
      return true;
    }
  }
  return false;
}

static bool lk_is_wanted(const struct dl_phdr_info *info, const lk_redirection *wanted) {
  if (info->dlpi_name == NULL) return false;
  if (wanted->image == lk_main_program) return info->dlpi_name[0] == 0;
  if (wanted->image != NULL) return strstr(info->dlpi_name, wanted->image) != NULL;
  const char *const slash = strrchr(info->dlpi_name, '/');
  const bool is_loader = slash != NULL && strncmp(slash, "/ld-", 4) == 0;
  if (is_loader || lk_includes(info, wanted->except)) return false;
  for (size_t index = 0; index < wanted->count_of_others; index++) {
    if (strstr(info->dlpi_name, wanted->others[index]) != NULL) return false;
  }
  return true;
}

static int lk_visit_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  lk_redirection *wanted = context;
  if (!lk_is_wanted(info, wanted)) return 0;
  const uintptr_t base = info->dlpi_addr;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    if (info->dlpi_phdr[index].p_type != PT_DYNAMIC) continue;
    const lk_relocations image =
        lk_read_dynamic(base, (const ElfW(Dyn) *)(base + info->dlpi_phdr[index].p_vaddr));
    if (image.symbols == NULL || image.strings == NULL) continue;
    lk_patch_slots(base, &image, image.plt, image.plt_count, wanted);
    lk_patch_slots(base, &image, image.other, image.other_count, wanted);
  }
  return 0;
}

size_t lk_redirect_imports(const char *image, const lk_import *imports, size_t count) {
  lk_redirection wanted = {.image = image, .imports = imports, .count = count};
  dl_iterate_phdr(lk_visit_image, &wanted);
  return wanted.changed;
}

size_t lk_redirect_imports_everywhere(
  const lk_import *imports, size_t count, const void *except, const char *const *others,
  size_t count_of_others) {
  lk_redirection wanted = {
    .imports = imports,
    .count = count,
    .except = (uintptr_t)except,
    .others = others,
    .count_of_others = count_of_others,
  };
  dl_iterate_phdr(lk_visit_image, &wanted);
  return wanted.changed;
}

size_t lk_find_import_slots(
  const lk_import *imports, size_t count, lk_import_slot *slots, size_t room) {
  lk_redirection wanted = {.imports = imports, .count = count, .slots = slots, .room = room};
  dl_iterate_phdr(lk_visit_image, &wanted);
  return wanted.changed;
}

typedef struct {
  const char *library;
  bool is_needed;
} lk_question;

bool lk_image_needs(const struct dl_phdr_info *info, const char *library) {
  const uintptr_t base = info->dlpi_addr;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    if (info->dlpi_phdr[index].p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(base + info->dlpi_phdr[index].p_vaddr);
    const char *strings = lk_read_dynamic(base, entry).strings;
    for (; strings != NULL && entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag != DT_NEEDED) continue;
      if (strstr(strings + entry->d_un.d_val, library) != NULL) return true;
    }
  }
  return false;
}

static int lk_visit_program(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  lk_question *question = context;
  question->is_needed = lk_image_needs(info, question->library);
  // The main program is the first image, so no further images are visited.
  return 1;
}

bool lk_program_needs(const char *library) {
  lk_question question = {.library = library};
  dl_iterate_phdr(lk_visit_program, &question);
  return question.is_needed;
}

#else

bool lk_program_needs(const char *library) {
  (void)library;
  return false;
}

size_t lk_redirect_imports_everywhere(
  const lk_import *imports, size_t count, const void *except, const char *const *others,
  size_t count_of_others) {
  (void)imports;
  (void)count;
  (void)except;
  (void)others;
  (void)count_of_others;
  return 0;
}

size_t lk_find_import_slots(
  const lk_import *imports, size_t count, lk_import_slot *slots, size_t room) {
  (void)imports;
  (void)count;
  (void)slots;
  (void)room;
  return 0;
}

size_t lk_redirect_imports(const char *image, const lk_import *imports, size_t count) {
  (void)image;
  (void)imports;
  (void)count;
  return 0;
}

#endif
