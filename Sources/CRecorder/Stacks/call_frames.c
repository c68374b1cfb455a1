#include "lk_call_frames.h"

#include <stddef.h>
#include <string.h>

#if defined(__x86_64__)

// DWARF's register numbers (System V ABI for x86-64, figure 3.36).
enum { frame_pointer = 6, stack_pointer = 7, return_address = 16 };

/// A sequence of bytes. Reads after its end return zero.
typedef struct {
  const uint8_t *next, *end;
} bytes;

static uint64_t number(bytes *from, size_t length) {
  uint64_t value = 0;
  if ((size_t)(from->end - from->next) < length) {
    from->next = from->end;
    return 0;
  }
  memcpy(&value, from->next, length);
  from->next += length;
  return value;
}

static uint64_t leb(bytes *from) {
  uint64_t value = 0;
  for (unsigned shift = 0; from->next < from->end && shift < 64; shift += 7) {
    const uint8_t byte = *from->next++;
    value |= (uint64_t)(byte & 0x7F) << shift;
    if ((byte & 0x80) == 0) break;
  }
  return value;
}

static int64_t signed_leb(bytes *from) {
  const uint8_t *start = from->next;
  const uint64_t value = leb(from);
  const size_t bits = 7 * (size_t)(from->next - start);
  if (bits == 0 || bits >= 64 || (from->next[-1] & 0x40) == 0) return (int64_t)value;
  return (int64_t)(value | ~(uint64_t)0 << bits);
}

static void skip(bytes *from, uint64_t length) {
  const uint64_t left = (uint64_t)(from->end - from->next);
  from->next += length < left ? length : left;
}

/// Returns the size of a pointer with this DWARF encoding; 0 if the size varies.
static size_t length_of(uint8_t encoding) {
  switch (encoding & 0x0F) {
    case 0x00: case 0x04: case 0x0C: return 8;
    case 0x03: case 0x0B: return 4;
    case 0x02: case 0x0A: return 2;
    default: return 0;
  }
}

/// Finds the last function that starts at or before `address`, and returns its frame description
/// entry (FDE); NULL if there is none. `start` receives the start of the function.
static const uint8_t *description_of(
  const uint8_t *index, uintptr_t address, uintptr_t *start) {
  // The index must have version 1 and a table with a pair of 32-bit values for each function: its
  // start and its description, both relative to the start of the index.
  if (index == NULL || index[0] != 1 || index[2] != 0x03 || index[3] != 0x3B) return NULL;
  const size_t pointer = length_of(index[1]);
  if (pointer == 0) return NULL;
  uint32_t count;
  memcpy(&count, index + 4 + pointer, sizeof count);
  const int32_t *table = (const int32_t *)(index + 8 + pointer);
  const intptr_t wanted = (intptr_t)(address - (uintptr_t)index);
  uint32_t low = 0, high = count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (table[2 * middle] <= wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) return NULL;
  *start = (uintptr_t)index + (uintptr_t)(intptr_t)table[2 * low - 2];
  return index + table[2 * low - 1];
}

/// The contents of a common information entry (CIE).
typedef struct {
  uint64_t code_step;
  int64_t data_step;
  size_t pointer_length;
  bool has_augmentation, is_known;
  bytes instructions;
} common_information;

static bytes contents(const uint8_t *entry) {
  uint32_t length;
  memcpy(&length, entry, sizeof length);
  // A 64-bit length would follow here. Entries with such a length do not occur in practice.
  if (length == UINT32_MAX) length = 0;
  return (bytes){entry + 4, entry + 4 + length};
}

static common_information read_common(const uint8_t *entry) {
  common_information result = {.pointer_length = 8, .is_known = true};
  bytes rest = contents(entry);
  skip(&rest, 4);
  const uint64_t version = number(&rest, 1);
  const char *letters = (const char *)rest.next;
  while (number(&rest, 1) != 0) {}
  result.code_step = leb(&rest);
  result.data_step = signed_leb(&rest);
  if (version == 1) {
    skip(&rest, 1);
  } else {
    leb(&rest);
  }
  result.has_augmentation = letters[0] == 'z';
  if (result.has_augmentation) {
    bytes data = rest;
    const uint64_t length = leb(&data);
    rest = data;
    skip(&rest, length);
    for (const char *letter = letters + 1; *letter != 0; letter++) {
      const uint8_t encoding = *letter == 'S' ? 0 : (uint8_t)number(&data, 1);
      if (*letter == 'R') result.pointer_length = length_of(encoding);
      if (*letter == 'P') skip(&data, length_of(encoding));
    }
  }
  result.is_known = result.pointer_length != 0;
  result.instructions = rest;
  return result;
}

/// The unwinding rule that results from the call frame instructions executed so far. The frame
/// starts `start` bytes above the value of the register `base`.
typedef struct {
  uint64_t base;
  int64_t start;
  /// The offset, from the frame's start, of the word that contains the caller's frame pointer. It
  /// is negative, or 0 if the caller's frame pointer is still in its register.
  int64_t saved;
  bool is_outermost;
} row;

enum { max_remembered = 8 };

typedef struct {
  row now, first;
  row remembered[max_remembered];
  int depth;
  uint64_t location, wanted;
  bool is_known;
} reader;

static void note_saved(reader *state, uint64_t which, int64_t offset) {
  if (which == frame_pointer) state->now.saved = offset;
}

static void read_extended(reader *state, uint8_t code, bytes *from, common_information common) {
  uint64_t which;
  switch (code) {
    case 0x00: break;
    case 0x02: state->location += number(from, 1) * common.code_step; break;
    case 0x03: state->location += number(from, 2) * common.code_step; break;
    case 0x04: state->location += number(from, 4) * common.code_step; break;
    case 0x05:
      which = leb(from);
      note_saved(state, which, (int64_t)leb(from) * common.data_step);
      break;
    case 0x06: note_saved(state, leb(from), state->first.saved); break;
    case 0x07: if (leb(from) == return_address) state->now.is_outermost = true; break;
    case 0x08: note_saved(state, leb(from), 0); break;
    case 0x0A:
      if (state->depth < max_remembered) state->remembered[state->depth] = state->now;
      state->depth++;
      break;
    case 0x0B:
      if (state->depth > 0) state->depth--;
      if (state->depth < max_remembered) state->now = state->remembered[state->depth];
      break;
    case 0x0C:
      state->now.base = leb(from);
      state->now.start = (int64_t)leb(from);
      break;
    case 0x0D: state->now.base = leb(from); break;
    case 0x0E: state->now.start = (int64_t)leb(from); break;
    case 0x11:
      which = leb(from);
      note_saved(state, which, signed_leb(from) * common.data_step);
      break;
    case 0x12:
      state->now.base = leb(from);
      state->now.start = signed_leb(from) * common.data_step;
      break;
    case 0x13: state->now.start = signed_leb(from) * common.data_step; break;
    case 0x10: case 0x16:
      if (leb(from) == frame_pointer) state->is_known = false;
      skip(from, leb(from));
      break;
    case 0x2E: leb(from); break;
    // Expressions are not interpreted, nor are instructions that no supported compiler emits.
    default: state->is_known = false; break;
  }
}

/// Executes call frame instructions up to the wanted location.
static void follow(reader *state, bytes from, common_information common) {
  while (from.next < from.end && state->is_known && state->location <= state->wanted) {
    const uint8_t code = *from.next++;
    switch (code >> 6) {
      case 1: state->location += (code & 0x3F) * common.code_step; break;
      case 2: note_saved(state, code & 0x3F, (int64_t)leb(&from) * common.data_step); break;
      case 3: note_saved(state, code & 0x3F, state->first.saved); break;
      default: read_extended(state, code, &from, common); break;
    }
  }
}

static lk_frame_rule rule_of(const row *found) {
  const lk_frame_rule unknown = lk_unknown_rule;
  const int64_t word = sizeof(uintptr_t);
  if (found->is_outermost) return lk_outermost;
  if (found->base != frame_pointer && found->base != stack_pointer) return unknown;
  if (found->start < word || found->start % word != 0) return unknown;
  if (found->saved > 0 || found->saved % word != 0) return unknown;
  const uint64_t start = (uint64_t)(found->start / word), saved = (uint64_t)(-found->saved / word);
  // If `saved` were greater than `start`, the word would be below the base. No function saves the
  // caller's frame pointer there: below the stack pointer are the frames of functions that this one
  // calls, and the frame pointer points to the word in which the caller's frame pointer is saved.
  if (start > lk_frame_start_mask || saved > lk_frame_pointer_mask || saved > start) return unknown;
  return (found->base == frame_pointer ? lk_from_frame_pointer : 0) |
         (uint32_t)start << lk_frame_start_shift | (uint32_t)saved;
}

lk_frame_rule lk_call_frame_rule(const uint8_t *index, uintptr_t address) {
  const lk_frame_rule unknown = lk_unknown_rule;
  uintptr_t start = 0;
  const uint8_t *entry = description_of(index, address, &start);
  if (entry == NULL) return unknown;
  bytes description = contents(entry);
  const uint64_t distance = number(&description, 4);
  if (distance == 0) return unknown;
  const common_information common = read_common(entry + 4 - distance);
  if (!common.is_known) return unknown;
  skip(&description, common.pointer_length);
  if (address - start >= number(&description, common.pointer_length)) return unknown;
  if (common.has_augmentation) skip(&description, leb(&description));
  reader state = {.wanted = address - start, .is_known = true};
  follow(&state, common.instructions, common);
  state.first = state.now;
  follow(&state, description, common);
  return state.is_known && state.depth <= max_remembered ? rule_of(&state.now) : unknown;
}

uintptr_t lk_end_of_described(const uint8_t *index, uintptr_t address) {
  uintptr_t start = 0;
  const uint8_t *entry = description_of(index, address, &start);
  if (entry == NULL) return 0;
  bytes description = contents(entry);
  const uint64_t distance = number(&description, 4);
  if (distance == 0) return 0;
  const common_information common = read_common(entry + 4 - distance);
  skip(&description, common.pointer_length);
  return start + number(&description, common.pointer_length);
}

#else

uintptr_t lk_end_of_described(const uint8_t *index, uintptr_t address) {
  (void)index;
  (void)address;
  return 0;
}

lk_frame_rule lk_call_frame_rule(const uint8_t *index, uintptr_t address) {
  (void)index;
  (void)address;
  return lk_unknown_rule;
}

#endif
