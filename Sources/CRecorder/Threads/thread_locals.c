#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_thread_locals.h"

#include "lk_address_words.h"
#include "lk_reads_anything.h"

#if defined(__linux__)

#include <link.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

uintptr_t lk_thread_pointer(void) {
#if defined(__x86_64__)
  // The first word of a thread's control block is its own address (ELF Handling For
  // Thread-Local Storage, section 3.4.6).
  uintptr_t pointer;
  __asm__("movq %%fs:0, %0" : "=r"(pointer));
  return pointer;
#elif defined(__aarch64__)
  uintptr_t pointer;
  __asm__("mrs %0, tpidr_el0" : "=r"(pointer));
  return pointer;
#else
  return 0;
#endif
}

typedef struct {
  const char *library;
  uintptr_t start;
  size_t length;
} search;

static int look_at(struct dl_phdr_info *info, size_t size, void *state) {
  search *wanted = state;
  const char *name = strrchr(info->dlpi_name, '/');
  name = name != NULL ? name + 1 : info->dlpi_name;
  if (strncmp(name, wanted->library, strlen(wanted->library)) != 0) return 0;
  if (size < offsetof(struct dl_phdr_info, dlpi_tls_data) + sizeof info->dlpi_tls_data) return 1;
  for (size_t index = 0; index < info->dlpi_phnum; index++) {
    if (info->dlpi_phdr[index].p_type != PT_TLS || info->dlpi_tls_data == NULL) continue;
    wanted->start = (uintptr_t)info->dlpi_tls_data;
    wanted->length = info->dlpi_phdr[index].p_memsz;
  }
  return 1;
}

bool lk_thread_locals_of(const char *library, intptr_t *offset, size_t *length) {
  search wanted = {.library = library};
  dl_iterate_phdr(look_at, &wanted);
  const uintptr_t pointer = lk_thread_pointer();
  if (wanted.length == 0 || pointer == 0) return false;
  *offset = (intptr_t)(wanted.start - pointer);
  *length = wanted.length;
  return true;
}

#if defined(__x86_64__) && defined(__GLIBC__)

/// The layout of a thread's control block (sysdeps/x86_64/nptl/tls.h, TCB_ALIGNMENT and tcbhead_t).
/// The block contains its own address twice: in its first word, and at `own_address_offset` (member
/// `self`).
enum { control_block_alignment = 64, own_address_offset = 16, page = 4096 };

/// The first thread's control block; 0 if it is unknown. It is not at the end of a stack, but it
/// may appear to be. Other memory of the program may be directly below it, and the system may list
/// both as one mapping.
static uintptr_t first_control_block;

__attribute__((constructor)) static void find_first_control_block(void) {
  if (syscall(SYS_gettid) == getpid()) first_control_block = lk_thread_pointer();
}

uintptr_t lk_end_of_control_block(uintptr_t pointer) {
  return pointer == 0 ? 0 : (pointer | (page - 1)) + 1;
}

LK_READS_ANYTHING
uintptr_t lk_end_of_thread_stack(uintptr_t low, uintptr_t high) {
  uintptr_t found = low, read_page = 0;
  // A control block contains its own address, so only words that contain an address in this memory
  // are examined.
  for (uintptr_t at = low;
       (at = lk_next_address_word(at, high, low, high, &read_page)) < high; at += 8) {
    if (at % control_block_alignment != 0 || *(const uintptr_t *)at != at) continue;
    if (at == first_control_block) continue;
    if (high - at < own_address_offset + sizeof at) break;
    if (*(const uintptr_t *)(at + own_address_offset) != at) continue;
    found = lk_end_of_control_block(at);
    break;
  }
  return found;
}

#else

uintptr_t lk_end_of_control_block(uintptr_t pointer) {
  (void)pointer;
  return 0;
}

uintptr_t lk_end_of_thread_stack(uintptr_t low, uintptr_t high) {
  (void)low;
  return high;
}

#endif

#else

uintptr_t lk_end_of_control_block(uintptr_t pointer) {
  (void)pointer;
  return 0;
}

uintptr_t lk_end_of_thread_stack(uintptr_t low, uintptr_t high) {
  (void)low;
  return high;
}

uintptr_t lk_thread_pointer(void) { return 0; }

bool lk_thread_locals_of(const char *library, intptr_t *offset, size_t *length) {
  (void)library;
  (void)offset;
  (void)length;
  return false;
}

#endif
