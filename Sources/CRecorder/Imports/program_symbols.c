#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "lk_program_runtime.h"

#if defined(__linux__) && defined(__LP64__)

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/// The bytes of an ELF file.
typedef struct {
  const char *bytes;
  size_t size;
} file_bytes;

/// Returns the address of an array in a file; NULL if a part of it is outside the file, or if the
/// offset is not aligned.
static const void *array_at(file_bytes file, uint64_t offset, uint64_t count, size_t stride) {
  const bool is_inside = offset <= file.size && count <= (file.size - offset) / stride;
  return is_inside && offset % _Alignof(Elf64_Sym) == 0 ? file.bytes + offset : NULL;
}

/// Returns whether a null-terminated string starts at an offset in a string section.
static bool has_text(file_bytes file, const Elf64_Shdr *texts, uint64_t offset) {
  return texts->sh_offset <= file.size && texts->sh_size <= file.size - texts->sh_offset &&
    offset < texts->sh_size &&
    memchr(file.bytes + texts->sh_offset + offset, 0, texts->sh_size - offset) != NULL;
}

static int note_slide(struct dl_phdr_info *info, size_t size, void *slide) {
  (void)size;
  *(uintptr_t *)slide = info->dlpi_addr;
  // The main program is the first image, so no further images are visited.
  return 1;
}

static void find_in_table(
  file_bytes file, const Elf64_Shdr *table, const Elf64_Shdr *texts, lk_program_symbol *symbols,
  size_t count) {
  uintptr_t slide = 0;
  dl_iterate_phdr(note_slide, &slide);
  const size_t entries = table->sh_size / sizeof(Elf64_Sym);
  const Elf64_Sym *all = array_at(file, table->sh_offset, entries, sizeof(Elf64_Sym));
  for (size_t entry = 0; all != NULL && entry < entries; entry++) {
    const Elf64_Sym *symbol = &all[entry];
    const bool is_defined = symbol->st_value != 0 && symbol->st_shndx != SHN_UNDEF;
    if (!is_defined || ELF64_ST_TYPE(symbol->st_info) > STT_FUNC) continue;
    if (!has_text(file, texts, symbol->st_name)) continue;
    const char *name = file.bytes + texts->sh_offset + symbol->st_name;
    const uintptr_t address = symbol->st_value + slide;
    for (size_t index = 0; index < count; index++) {
      if (strcmp(name, symbols[index].name) != 0) continue;
      // If several symbols have the same name, the one with the lowest address is used.
      if (symbols[index].address != 0 && symbols[index].address <= address) continue;
      symbols[index].address = address;
      symbols[index].length = symbol->st_size;
    }
  }
}

static bool find_in_file(file_bytes file, lk_program_symbol *symbols, size_t count) {
  const Elf64_Ehdr *header = array_at(file, 0, 1, sizeof *header);
  if (header == NULL || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return false;
  const Elf64_Shdr *sections =
    array_at(file, header->e_shoff, header->e_shnum, sizeof(Elf64_Shdr));
  if (sections == NULL || header->e_shstrndx >= header->e_shnum) return false;
  const Elf64_Shdr *names = &sections[header->e_shstrndx];
  bool has_swift = false;
  const Elf64_Shdr *table = NULL;
  for (size_t index = 0; index < header->e_shnum; index++) {
    const Elf64_Shdr *section = &sections[index];
    // The exported symbols (SHT_DYNSYM) of a stripped file would not suffice: idle threads are
    // recognized by functions of libdispatch that are not exported.
    if (section->sh_type == SHT_SYMTAB) table = section;
    if (!has_text(file, names, section->sh_name)) continue;
    const char *name = file.bytes + names->sh_offset + section->sh_name;
    has_swift = has_swift || strncmp(name, "swift5_", strlen("swift5_")) == 0;
  }
  if (has_swift && table != NULL && table->sh_link < header->e_shnum) {
    find_in_table(file, table, &sections[table->sh_link], symbols, count);
  }
  return has_swift;
}

bool lk_find_in_swift_program(lk_program_symbol *symbols, size_t count) {
  const int descriptor = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct stat status;
  bool has_swift = false;
  if (fstat(descriptor, &status) == 0 && status.st_size > 0) {
    const size_t size = (size_t)status.st_size;
    void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (bytes != MAP_FAILED) {
      has_swift = find_in_file((file_bytes){bytes, size}, symbols, count);
      munmap(bytes, size);
    }
  }
  close(descriptor);
  return has_swift;
}

#else

bool lk_find_in_swift_program(lk_program_symbol *symbols, size_t count) {
  (void)symbols;
  (void)count;
  return false;
}

#endif
