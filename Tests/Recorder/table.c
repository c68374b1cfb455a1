#include "checks.h"

#include "lk_address_words.h"
#include "lk_table_cells.h"

#include <string.h>

static size_t seen;

static bool count(uintptr_t address, lk_allocation allocation, void *state) {
  const uintptr_t *wanted = state;
  if (lk_kind_of(allocation) == lk_swift_object && address == *wanted) seen++;
  return true;
}

/// A block must be recorded at any address that a process of this architecture can have.
///
/// When a block is freed, the word before it is read if the block's offset from the start of a page
/// is 0 or 16. The addresses have other offsets, because the process may have no memory there.
static void test_addresses(void) {
#if defined(__aarch64__)
  const uintptr_t addresses[] = {0xAAAAC0DE0020, 0xFFFF80001230, 0x400020};
#else
  const uintptr_t addresses[] = {0x5555C0DE0020, 0x7FFF80001230, 0x400020};
#endif
  for (size_t index = 0; index < sizeof addresses / sizeof *addresses; index++) {
    uintptr_t address = addresses[index];
    CHECK(lk_kind_of(lk_table_entry(address)) == lk_no_allocation);
    lk_table_note((void *)address, 48, lk_swift_object, 7);
    const lk_allocation entry = lk_table_entry(address);
    CHECK(lk_kind_of(entry) == lk_swift_object && lk_size_of(entry) == 48);
    CHECK(lk_stack_of(entry) == 7);
    seen = 0;
    lk_table_each(count, &address);
    CHECK(seen == 1);
    lk_table_forget((void *)address);
    CHECK(lk_kind_of(lk_table_entry(address)) == lk_no_allocation);
  }
  // A process cannot have an address that belongs to the kernel.
  lk_table_note((void *)0xFFFF000000001000, 48, lk_swift_object, 0);
  CHECK(lk_kind_of(lk_table_entry(0xFFFF000000001000)) == lk_no_allocation);
}

/// A block that realloc moves remains in the table until it is freed. An entry that another thread
/// writes at the same address in the meantime remains, even if it has the same size.
static void test_moves(void) {
  // The word before the block contains the flags of glibc's allocator.
  static _Alignas(16) uintptr_t memory[4];
  void *const block = &memory[2];
  const uintptr_t address = (uintptr_t)block;
  const size_t sizes[] = {1, 24, 40, 4096, 100003, (size_t)300 << 20};
  for (size_t index = 0; index < sizeof sizes / sizeof *sizes; index++) {
    const size_t size = sizes[index];
    lk_table_note(block, size, lk_plain_memory, 0);
    const lk_allocation before = lk_table_begin_move(block);
    const lk_allocation during = lk_table_entry(address);
    CHECK(lk_kind_of(during) == lk_plain_memory);
    CHECK(lk_size_of(during) >= size && lk_taken_bytes(lk_size_of(during)) == lk_taken_bytes(size));
    lk_table_end_move(block, before, false);
    CHECK(lk_table_entry(address).block == before.block);

    lk_table_begin_move(block);
    lk_table_end_move(block, before, true);
    CHECK(lk_kind_of(lk_table_entry(address)) == lk_no_allocation);
    CHECK(lk_size_of(lk_table_entry(address)) == lk_size_of(before));
    lk_table_forget(block);
    if (before.block & lk_in_pieces) continue;

    lk_table_note(block, size, lk_plain_memory, 0);
    lk_table_begin_move(block);
    lk_table_note(block, size, lk_plain_memory, 0);
    lk_table_end_move(block, before, true);
    CHECK(lk_kind_of(lk_table_entry(address)) == lk_plain_memory);
    lk_table_forget(block);
  }
}

enum { cells = 5000 };
/// The memory of the blocks, and a page before it.
static _Alignas(4096) unsigned char blocks[4096 + cells * 16];
#define first_cell ((uintptr_t)blocks + 4096)

/// The blocks that are found, up to a maximum number.
typedef struct {
  size_t count, max_count;
  uintptr_t addresses[cells];
} found_blocks;

static bool add_block(uintptr_t address, lk_allocation allocation, void *state) {
  found_blocks *found = state;
  if (lk_kind_of(allocation) == lk_no_allocation) return false;
  if (address - first_cell >= cells * 16) return true;
  found->addresses[found->count++] = address;
  return found->count < found->max_count;
}

/// Each block in use must be found once, whatever is in the cells around it, and the addresses must
/// be in ascending order. Freed blocks must not be found. After `add_block` has returned false, no
/// further block may be found.
static void test_enumeration(void) {
  static found_blocks found;
  static uintptr_t in_use[cells];
  size_t count = 0;
  uint32_t random = 12345;
  for (size_t cell = 0; cell < cells; cell++) {
    random = random * 1664525 + 1013904223;
    // Blocks are dense in the first half, and rare in the second one.
    const uint32_t choice = (random >> 16) % (cell < cells / 2 ? 4 : 40);
    const uintptr_t address = first_cell + cell * 16;
    if (choice > 2) continue;
    lk_table_note((void *)address, 16, choice == 0 ? lk_plain_memory : lk_swift_object, choice);
    if (choice == 1) {
      lk_table_forget((void *)address);
    } else {
      in_use[count++] = address;
    }
  }
  found.max_count = cells;
  lk_table_each(add_block, &found);
  CHECK(count > 100 && found.count == count);
  CHECK(memcmp(found.addresses, in_use, sizeof in_use) == 0);
  found = (found_blocks){.max_count = 3};
  lk_table_each(add_block, &found);
  CHECK(found.count == 3 && found.addresses[2] == in_use[2]);
  for (size_t index = 0; index < count; index++) lk_table_forget((void *)in_use[index]);
}

/// Words that are addresses in a range must be found, even if their high byte contains flags. No
/// other words may be found.
static void test_words(void) {
  const uintptr_t low = 0xAAAAC0DE0000, high = 0xAAAAC0DF0000;
  uintptr_t words[64] = {0};
  words[3] = low + 8;
  words[40] = (high - 8) | (uintptr_t)0x80 << 56;
  words[50] = high;
  const uintptr_t end = (uintptr_t)(words + 64);
  uintptr_t page = 0;
  uintptr_t address = lk_next_address_word((uintptr_t)words, end, low, high, &page);
  CHECK(address == (uintptr_t)&words[3]);
  address = lk_next_address_word(address + sizeof *words, end, low, high, &page);
  CHECK(address == (uintptr_t)&words[40]);
  CHECK(lk_next_address_word(address + sizeof *words, end, low, high, &page) >= end);
}

void test_table(void) {
  test_addresses();
  test_moves();
  test_enumeration();
  test_words();
}
