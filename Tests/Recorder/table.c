#include "checks.h"

#include "lk_address_words.h"
#include "lk_table_cells.h"

static size_t seen;

static void count(uintptr_t address, lk_allocation allocation, void *state) {
  const uintptr_t *wanted = state;
  if (lk_kind_of(allocation) == lk_swift_object && address == *wanted) seen++;
}

/// A block must be recorded at any address that a process of this architecture can have.
static void test_addresses(void) {
#if defined(__aarch64__)
  const uintptr_t addresses[] = {0xAAAAC0DE0010, 0xFFFF80001230, 0x400010};
#else
  const uintptr_t addresses[] = {0x5555C0DE0010, 0x7FFF80001230, 0x400010};
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

/// Words that are addresses in a range must be found, even if their high byte contains flags. No
/// other words may be found.
static void test_words(void) {
  const uintptr_t low = 0xAAAAC0DE0000, high = 0xAAAAC0DF0000;
  uintptr_t words[64] = {0};
  words[3] = low + 8;
  words[40] = (high - 8) | (uintptr_t)0x80 << 56;
  words[50] = high;
  const uintptr_t end = (uintptr_t)(words + 64);
  uintptr_t address = lk_next_address_word((uintptr_t)words, end, low, high);
  CHECK(address == (uintptr_t)&words[3]);
  address = lk_next_address_word(address + sizeof *words, end, low, high);
  CHECK(address == (uintptr_t)&words[40]);
  CHECK(lk_next_address_word(address + sizeof *words, end, low, high) >= end);
}

void test_table(void) {
  test_addresses();
  test_words();
}
