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
  /// The image's writable memory, which contains the addresses of imported functions.
  uintptr_t data, data_length;
} code_part;

enum { max_parts = 256, max_runtime_parts = 4 };
static code_part parts[max_parts], runtime_parts[max_runtime_parts];
static int part_count, runtime_part_count;

static inline bool is_in(code_part part, uintptr_t address) {
  return address - part.start < part.length;
}

static const code_part *part_with(uintptr_t address) {
  for (int index = 0; index < part_count; index++) {
    if (is_in(parts[index], address)) return &parts[index];
  }
  return NULL;
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
  const bool is_runtime = strstr(path, "libswiftCore.so") != NULL ||
                          strstr(path, "libswift_Concurrency.so") != NULL ||
                          strstr(path, "libswiftDispatch.so") != NULL;
  const uint8_t *found = NULL;
  uintptr_t data = UINTPTR_MAX, data_end = 0;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type == PT_GNU_EH_FRAME) {
      found = (const uint8_t *)(info->dlpi_addr + segment->p_vaddr);
    }
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) == 0) continue;
    const uintptr_t start = info->dlpi_addr + segment->p_vaddr;
    if (start < data) data = start;
    if (start + segment->p_memsz > data_end) data_end = start + segment->p_memsz;
  }
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_X) == 0) continue;
    const code_part part = {
      info->dlpi_addr + segment->p_vaddr, segment->p_memsz, found, data,
      data_end > data ? data_end - data : 0};
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
  const code_part *part = part_with(address - 1);
  const lk_frame_rule rule =
    part == NULL ? lk_unknown_rule : lk_call_frame_rule(part->index, address - 1);
  const uint64_t page = (uint64_t)address >> lk_known_rule_bits;
  atomic_store_explicit(
    slot, page << lk_frame_rule_bits | rule | lk_is_rule, memory_order_relaxed);
  return rule;
}

#if defined(__x86_64__)

/// The maximum number of words that are examined in the search for a return address. A function
/// without an unwinding rule has a small frame.
enum { max_frame_words = 64 };

static int32_t signed_at(uintptr_t address) {
  int32_t value;
  memcpy(&value, (const void *)address, sizeof value);
  return value;
}

/// Returns the address that the import slot at `slot` contains; 0 if the slot is not in the image's
/// writable memory.
static uintptr_t imported_by(const code_part *part, uintptr_t slot) {
  const bool is_slot = slot % sizeof(uintptr_t) == 0 && slot - part->data < part->data_length;
  return is_slot ? *(const uintptr_t *)slot : 0;
}

/// Returns the function that the call instruction before `address` calls, directly or through an
/// import slot; 0 if there is no such instruction.
///
/// Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, "CALL", "JMP".
static uintptr_t function_called_before(uintptr_t address) {
  enum { call_length = 5, indirect_call_length = 6, jump_length = 6 };
  const code_part *part = part_with(address - indirect_call_length);
  if (part == NULL || !is_in(*part, address - 1)) return 0;
  const uint8_t *end = (const uint8_t *)address;
  const uintptr_t target = address + (uintptr_t)(intptr_t)signed_at(address - 4);
  if (end[-indirect_call_length] == 0xFF && end[1 - indirect_call_length] == 0x15) {
    return imported_by(part, target);
  }
  if (end[-call_length] != 0xE8 || !is_in(*part, target)) return 0;
  if (!is_in(*part, target + jump_length - 1)) return target;
  const uint8_t *code = (const uint8_t *)target;
  if (code[0] != 0xFF || code[1] != 0x25) return target;
  // The function is imported: the call reaches it through an entry of the procedure linkage table.
  return imported_by(part, target + jump_length + (uintptr_t)(intptr_t)signed_at(target + 2));
}

/// A function without a rule, which contains `code`. Its start is unknown, but is not before `low`,
/// the end of the last function with a rule.
typedef struct {
  const code_part *part;
  uintptr_t low, code;
} unknown_function;

static inline bool may_start_at(const unknown_function *wanted, uintptr_t address) {
  return address >= wanted->low && address <= wanted->code && is_in(*wanted->part, address);
}

/// Returns whether the call instruction before `address` calls the wanted function, or a function
/// that contains a jump to the wanted function in its first 64 bytes.
static bool leads_to(const unknown_function *wanted, uintptr_t address) {
  enum { max_bytes = 64, jump_length = 5 };
  if (part_with(address) == NULL) return false;
  const uintptr_t called = function_called_before(address);
  if (may_start_at(wanted, called)) return true;
  if (!is_in(*wanted->part, called) || !is_in(*wanted->part, called + max_bytes + jump_length)) {
    return false;
  }
  for (uintptr_t at = called; at < called + max_bytes; at++) {
    const uintptr_t next = at + jump_length;
    if (*(const uint8_t *)at == 0xE9 &&
        may_start_at(wanted, next + (uintptr_t)(intptr_t)signed_at(next - 4))) {
      return true;
    }
  }
  return false;
}

const uintptr_t *lk_return_word(
  uintptr_t code, uintptr_t stack, uintptr_t frame, uintptr_t high) {
  const code_part *part = part_with(code - 1);
  if (part == NULL) return NULL;
  const unknown_function wanted = {part, lk_end_of_described(part->index, code - 1), code - 1};
  if (frame != 0 && leads_to(&wanted, ((const uintptr_t *)frame)[1])) return NULL;
  const uintptr_t *const end = (const uintptr_t *)(frame != 0 ? frame : high);
  const uintptr_t *word = (const uintptr_t *)stack;
  for (int count = 0; word < end && count < max_frame_words; word++, count++) {
    if (leads_to(&wanted, *word)) return word;
  }
  return NULL;
}

#endif

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

#if !(defined(__linux__) && defined(__LP64__) && defined(__x86_64__))

const uintptr_t *lk_return_word(
  uintptr_t code, uintptr_t stack, uintptr_t frame, uintptr_t high) {
  (void)code;
  (void)stack;
  (void)frame;
  (void)high;
  return NULL;
}

#endif
