#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_frame_rules.h"

#include "lk_call_frames.h"

#include <string.h>

#if defined(__linux__) && defined(__LP64__)

#include <link.h>

typedef struct {
  uintptr_t start, length;
  /// The image's .eh_frame_hdr; NULL if there is none.
  const uint8_t *index;
} code_part;

enum { max_parts = 256, max_runtime_parts = 4 };
static code_part parts[max_parts], runtime_parts[max_runtime_parts];
static int part_count, runtime_part_count;

static inline bool is_in(code_part part, uintptr_t address) {
  return address - part.start < part.length;
}

uintptr_t lk_runtime_low, lk_runtime_high;

bool lk_is_in_runtime(uintptr_t address) {
  for (int index = 0; index < runtime_part_count; index++) {
    if (is_in(runtime_parts[index], address)) return true;
  }
  return false;
}

static int note_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  (void)context;
  const char *path = info->dlpi_name == NULL ? "" : info->dlpi_name;
  const bool is_runtime =
    strstr(path, "libswiftCore.so") != NULL || strstr(path, "libswift_Concurrency.so") != NULL;
  const uint8_t *found = NULL;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type == PT_GNU_EH_FRAME) {
      found = (const uint8_t *)(info->dlpi_addr + segment->p_vaddr);
    }
  }
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_X) == 0) continue;
    const code_part part = {info->dlpi_addr + segment->p_vaddr, segment->p_memsz, found};
    if (part_count < max_parts) parts[part_count++] = part;
    if (is_runtime && runtime_part_count < max_runtime_parts) {
      runtime_parts[runtime_part_count++] = part;
      if (part.start < lk_runtime_low) lk_runtime_low = part.start;
      if (part.start + part.length > lk_runtime_high) lk_runtime_high = part.start + part.length;
    }
  }
  return 0;
}

/// A Boolean value indicating whether this process was forked after its parent process had found
/// the loaded code.
static bool is_inherited;

void lk_frame_rules_find_code(void) {
  if (is_inherited) return;
  part_count = runtime_part_count = 0;
  lk_runtime_low = UINTPTR_MAX;
  lk_runtime_high = 0;
  dl_iterate_phdr(note_image, NULL);
}

void lk_frame_rules_before_fork(void) {
  if (part_count == 0) lk_frame_rules_find_code();
}

void lk_frame_rules_in_child(void) { is_inherited = true; }

_Atomic uint64_t lk_known_rules[1 << lk_known_rule_bits];

lk_frame_rule lk_read_frame_rule(uintptr_t address, _Atomic uint64_t *slot) {
  lk_frame_rule rule = lk_unknown_rule;
  for (int index = 0; index < part_count; index++) {
    if (!is_in(parts[index], address - 1)) continue;
    rule = lk_call_frame_rule(parts[index].index, address - 1);
    break;
  }
  const uint64_t page = (uint64_t)address >> lk_known_rule_bits;
  atomic_store_explicit(
    slot, page << lk_frame_rule_bits | rule | lk_is_rule, memory_order_relaxed);
  return rule;
}

#else

_Atomic uint64_t lk_known_rules[1 << lk_known_rule_bits];

void lk_frame_rules_find_code(void) {}

void lk_frame_rules_before_fork(void) {}

void lk_frame_rules_in_child(void) {}

uintptr_t lk_runtime_low, lk_runtime_high;

bool lk_is_in_runtime(uintptr_t address) {
  (void)address;
  return false;
}

lk_frame_rule lk_read_frame_rule(uintptr_t address, _Atomic uint64_t *slot) {
  (void)address;
  (void)slot;
  return lk_unknown_rule;
}

#endif
