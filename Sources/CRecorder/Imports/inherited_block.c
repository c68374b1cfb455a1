#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_inherited_block.h"

#include "lk_block_code.h"
#include "lk_scope_owners.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef uintptr_t (*block_code)(
  void *block, uintptr_t first, uintptr_t second, uintptr_t third, uintptr_t fourth);

/// The header of a block, and the flags in it, according to the specification of the blocks
/// runtime. The member `reserved` is unused there; copies contain their number in it.
typedef struct {
  void *isa;
  uint32_t flags;
  uint32_t reserved;
  block_code code;
  const uintptr_t *descriptor;
} block_head;

static const uint32_t count_flags = 0xFFFF, is_not_escaping = 1u << 23, is_in_heap = 1u << 24,
                      has_copy_functions = 1u << 25, is_global = 1u << 28,
                      returns_structure = 1u << 29, has_signature = 1u << 30,
                      has_layout = 1u << 31;

/// The largest number that a copy contains. It stands for all larger numbers. The lowest bit of
/// `reserved` and the two highest bits stay clear: in other objects, they mark an object that is
/// being destroyed and a reference to a side table.
static const uint32_t max_number = (1u << 28) - 1;

static uint32_t number_of_copy(const block_head *copy) {
  const uint32_t number = copy->reserved >> 1;
  return number == max_number ? lk_outside : number;
}

static struct {
  void *(*copy)(const void *block);
  void (*release)(const void *block);
  void *stack_isa;
  /// The code that all work items share.
  block_code work_item;
} blocks;

/// The index of the function in a descriptor that releases the captures, and its type.
enum { dispose_index = 3 };
typedef void (*dispose_code)(void *block);

/// The descriptor of a copy: the descriptor of the original block, preceded by its code. There is
/// one for each block in the program's source, so they are never freed.
typedef struct copied_descriptor {
  struct copied_descriptor *next;
  const uintptr_t *original;
  uintptr_t mark;
  block_code code;
  /// Two words, the functions that copy and dispose, the signature, and the layout.
  uintptr_t words[6];
} copied_descriptor;

enum { bucket_count = 256 };
static _Atomic(copied_descriptor *) buckets[bucket_count];

static copied_descriptor *find_descriptor(copied_descriptor *first, const block_head *block) {
  for (; first != NULL; first = first->next) {
    if (first->original == block->descriptor && first->code == block->code) return first;
  }
  return NULL;
}

/// Returns the descriptor that contains these words.
static const copied_descriptor *containing(const uintptr_t *words) {
  return (const void *)((const char *)words - offsetof(copied_descriptor, words));
}

/// Releases the captures of a copy. Deinitializers that run then belong to the code as well.
static void dispose_of_copy(void *block) {
  const block_head *head = block;
  const uint32_t before = lk_inherited_scope;
  lk_inherited_scope = lk_current_activity(number_of_copy(head));
  ((dispose_code)containing(head->descriptor)->original[dispose_index])(block);
  lk_inherited_scope = before;
}

static copied_descriptor *make_descriptor(const block_head *block) {
  copied_descriptor *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->original = block->descriptor;
  made->mark = lk_inherited_mark;
  made->code = block->code;
  const size_t count = 2 + (block->flags & has_copy_functions ? 2 : 0) +
                       (block->flags & has_signature ? 1 : 0) + (block->flags & has_layout ? 1 : 0);
  memcpy(made->words, block->descriptor, count * sizeof *made->words);
  if (block->flags & has_copy_functions) made->words[dispose_index] = (uintptr_t)dispose_of_copy;
  return made;
}

static const uintptr_t *descriptor_of_copy(const block_head *block) {
  const uintptr_t key = (uintptr_t)block->descriptor ^ (uintptr_t)block->code;
  _Atomic(copied_descriptor *) *bucket = &buckets[(key >> 4 ^ key >> 12) % bucket_count];
  copied_descriptor *first = atomic_load(bucket);
  copied_descriptor *found = find_descriptor(first, block);
  if (found != NULL) return found->words;
  copied_descriptor *made = make_descriptor(block);
  if (made == NULL) return NULL;
  do {
    made->next = first;
  } while (!atomic_compare_exchange_weak(bucket, &first, made));
  return made->words;
}

/// Calls code with a number. All arguments and results of blocks that libdispatch calls are
/// integers or pointers. Code may be called with more of them than it has.
static uintptr_t run(
  block_code code, uint32_t number, void *block, uintptr_t first, uintptr_t second,
  uintptr_t third, uintptr_t fourth) {
  const uint32_t before = lk_inherited_scope;
  lk_inherited_scope = lk_current_activity(number);
  const uintptr_t result = code(block, first, second, third, fourth);
  lk_inherited_scope = before;
  return result;
}

/// The code of all copies.
static uintptr_t run_copy(
  void *block, uintptr_t first, uintptr_t second, uintptr_t third, uintptr_t fourth) {
  const block_head *head = block;
  return run(
    containing(head->descriptor)->code, number_of_copy(head), block, first, second, third, fourth);
}

void lk_run_block(void *block, uint32_t number, uintptr_t argument) {
  (void)run(((block_head *)block)->code, number, block, argument, 0, 0, 0);
}

bool lk_is_work_item(const void *block) {
  return ((const block_head *)block)->code == blocks.work_item;
}

const void *lk_code_of_block(const void *block) {
  return (const void *)((const block_head *)block)->code;
}

/// The maximum size of a block that is copied; a larger block is used unchanged.
enum { max_block = 4096 };

void *lk_inherited_block(void *block, uint32_t number) {
  const block_head *head = block;
  if (head == NULL || head->code == run_copy || lk_is_work_item(block)) return NULL;
  const size_t size = head->descriptor[1];
  if (size < sizeof *head || size > max_block) return NULL;
  if (head->flags & (is_not_escaping | returns_structure)) return NULL;
  const uintptr_t *descriptor = descriptor_of_copy(head);
  if (descriptor == NULL) return NULL;
  // The blocks runtime copies a block from the stack to the heap, and retains its captures.
  _Alignas(16) char image[max_block];
  memcpy(image, block, size);
  block_head *copy = (block_head *)image;
  copy->isa = blocks.stack_isa;
  copy->flags &= ~(count_flags | is_in_heap | is_global);
  copy->reserved = (number < max_number ? number : max_number) << 1;
  copy->code = run_copy;
  copy->descriptor = descriptor;
  return blocks.copy(image);
}

void lk_release_inherited_block(void **variable) {
  if (*variable != NULL) blocks.release(*variable);
}

static uintptr_t do_nothing(
  void *block, uintptr_t first, uintptr_t second, uintptr_t third, uintptr_t fourth) {
  (void)block;
  (void)first;
  (void)second;
  (void)third;
  (void)fourth;
  return 0;
}

bool lk_prepare_inherited_blocks(void *(*create_item)(unsigned long flags, void *block)) {
  blocks.copy = (void *(*)(const void *))dlsym(RTLD_DEFAULT, "_Block_copy");
  blocks.release = (void (*)(const void *))dlsym(RTLD_DEFAULT, "_Block_release");
  blocks.stack_isa = dlsym(RTLD_DEFAULT, "_NSConcreteStackBlock");
  if (blocks.copy == NULL || blocks.release == NULL || blocks.stack_isa == NULL) return false;
  static const uintptr_t descriptor[2] = {0, sizeof(block_head)};
  block_head nothing = {blocks.stack_isa, 0, 0, do_nothing, descriptor};
  block_head *item = create_item(0, &nothing);
  if (item == NULL) return false;
  blocks.work_item = item->code;
  blocks.release(item);
  return true;
}
