#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_inheriting.h"

#include "lk_imports.h"
#include "lk_inherited_block.h"
#include "lk_scope_owners.h"

#if defined(__linux__) && defined(__LP64__)

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <string.h>

// libdispatch receives a copy of each block, whose code sets the scope and then runs the original
// code. The copy has the captures of the block and takes its place, so that no object is added
// between the queue and the captures.

typedef uint64_t dispatch_time;

static struct {
  void (*async)(void *queue, void *block);
  void (*barrier_async)(void *queue, void *block);
  void (*after)(dispatch_time when, void *queue, void *block);
  void (*group_async)(void *group, void *queue, void *block);
  void (*group_notify)(void *group, void *queue, void *block);
  void *(*create)(unsigned long flags, void *block);
  void *(*create_with_class)(unsigned long flags, unsigned quality, int priority, void *block);
  void (*block_notify)(void *item, void *queue, void *block);
  void (*set_event_handler)(void *source, void *block);
  void (*set_cancel_handler)(void *source, void *block);
  void (*set_registration_handler)(void *source, void *block);
  void *(*io_create)(unsigned long type, int file, void *queue, void *block);
  void *(*io_create_with_path)(
    unsigned long type, const char *path, int flags, mode_t mode, void *queue, void *block);
  void *(*io_create_with_io)(unsigned long type, void *io, void *queue, void *block);
  void (*io_read)(void *io, off_t offset, size_t length, void *queue, void *block);
  void (*io_write)(void *io, off_t offset, void *data, void *queue, void *block);
  void (*io_barrier)(void *io, void *block);
  void (*read)(int file, size_t length, void *queue, void *block);
  void (*write)(int file, void *data, void *queue, void *block);
  void (*sync)(void *queue, void *block);
  void (*barrier_sync)(void *queue, void *block);
  void (*apply)(size_t count, void *queue, void *block);
  void (*sync_f)(void *queue, void *context, void (*body)(void *));
  void (*barrier_sync_f)(void *queue, void *context, void (*body)(void *));
  void (*apply_f)(size_t count, void *queue, void *context, void (*body)(void *, size_t));
} dispatch;

/// Returns the number of code that is passed to libdispatch now.
static uint32_t number_of_passed_code(void) {
  const uint32_t scope = lk_current_scope();
  return scope != 0 ? scope : lk_outside;
}

/// Defines a function that replaces the function `name` of libdispatch. `parameters` are its
/// parameters except for the block, which is the last, and `arguments` are their names.
#define INHERITING(result, name, parameters, arguments)                                         \
  static result inheriting_##name(LK_LIST parameters, void *block) {                            \
    LK_INHERITED void *inherited = lk_inherited_block(block, number_of_passed_code());          \
    return dispatch.name(LK_LIST arguments, inherited != NULL ? inherited : block);             \
  }

/// The elements of a list in parentheses.
#define LK_LIST(...) __VA_ARGS__
/// Declares a variable whose block is released at the end of its scope.
#define LK_INHERITED __attribute__((cleanup(lk_release_inherited_block)))

INHERITING(void, async, (void *queue), (queue))
INHERITING(void, barrier_async, (void *queue), (queue))
INHERITING(void, after, (dispatch_time when, void *queue), (when, queue))
INHERITING(void, group_async, (void *group, void *queue), (group, queue))
INHERITING(void, group_notify, (void *group, void *queue), (group, queue))
INHERITING(void *, create, (unsigned long flags), (flags))
INHERITING(
  void *, create_with_class, (unsigned long flags, unsigned quality, int priority),
  (flags, quality, priority))
INHERITING(void, block_notify, (void *item, void *queue), (item, queue))
INHERITING(
  void *, io_create, (unsigned long type, int file, void *queue), (type, file, queue))
INHERITING(
  void *, io_create_with_path,
  (unsigned long type, const char *path, int flags, mode_t mode, void *queue),
  (type, path, flags, mode, queue))
INHERITING(
  void *, io_create_with_io, (unsigned long type, void *io, void *queue), (type, io, queue))
INHERITING(
  void, io_read, (void *io, off_t offset, size_t length, void *queue),
  (io, offset, length, queue))
INHERITING(
  void, io_write, (void *io, off_t offset, void *data, void *queue), (io, offset, data, queue))
INHERITING(void, io_barrier, (void *io), (io))
INHERITING(void, read, (int file, size_t length, void *queue), (file, length, queue))
INHERITING(void, write, (int file, void *data, void *queue), (file, data, queue))

/// The code of FoundationNetworking. Its sources serve all tests that use the same session.
static struct {
  uintptr_t start, end;
} networking;

/// Returns a copy of a handler that a dispatch source may call often; NULL to use the handler
/// itself.
static void *inherited_handler(void *block) {
  if (block == NULL) return NULL;
  const uintptr_t code = (uintptr_t)lk_code_of_block(block);
  if (code >= networking.start && code < networking.end) return NULL;
  return lk_inherited_block(block, lk_new_activity(lk_current_scope()));
}

#define INHERITING_HANDLER(name)                                                                \
  static void inheriting_##name(void *source, void *block) {                                    \
    LK_INHERITED void *inherited = inherited_handler(block);                                    \
    dispatch.name(source, inherited != NULL ? inherited : block);                               \
  }

INHERITING_HANDLER(set_event_handler)
INHERITING_HANDLER(set_cancel_handler)
INHERITING_HANDLER(set_registration_handler)

/// A block that runs before the call that receives it returns. It is not copied, because its
/// captures may be on the stack.
typedef struct {
  void *block;
  uint32_t number;
} waiting_block;

static void run_waiting(void *context) {
  const waiting_block *start = context;
  lk_run_block(start->block, start->number, 0);
}

static void run_iteration(void *context, size_t index) {
  const waiting_block *start = context;
  lk_run_block(start->block, start->number, index);
}

static void inheriting_sync(void *queue, void *block) {
  const uint32_t scope = lk_current_scope();
  if (scope == 0 || lk_is_work_item(block)) return dispatch.sync(queue, block);
  waiting_block start = {block, scope};
  dispatch.sync_f(queue, &start, run_waiting);
}

static void inheriting_barrier_sync(void *queue, void *block) {
  const uint32_t scope = lk_current_scope();
  if (scope == 0 || lk_is_work_item(block)) return dispatch.barrier_sync(queue, block);
  waiting_block start = {block, scope};
  dispatch.barrier_sync_f(queue, &start, run_waiting);
}

static void inheriting_apply(size_t count, void *queue, void *block) {
  const uint32_t scope = lk_current_scope();
  if (scope == 0) return dispatch.apply(count, queue, block);
  waiting_block start = {block, scope};
  dispatch.apply_f(count, queue, &start, run_iteration);
}

#define REPLACED(symbol, member) {symbol, &dispatch.member, (void *)inheriting_##member}

static const struct {
  const char *name;
  void *destination, *replacement;
} functions[] = {
  REPLACED("dispatch_async", async),
  REPLACED("dispatch_barrier_async", barrier_async),
  REPLACED("dispatch_after", after),
  REPLACED("dispatch_group_async", group_async),
  REPLACED("dispatch_group_notify", group_notify),
  REPLACED("dispatch_block_create", create),
  REPLACED("dispatch_block_create_with_qos_class", create_with_class),
  REPLACED("dispatch_block_notify", block_notify),
  REPLACED("dispatch_source_set_event_handler", set_event_handler),
  REPLACED("dispatch_source_set_cancel_handler", set_cancel_handler),
  REPLACED("dispatch_source_set_registration_handler", set_registration_handler),
  REPLACED("dispatch_io_create", io_create),
  REPLACED("dispatch_io_create_with_path", io_create_with_path),
  REPLACED("dispatch_io_create_with_io", io_create_with_io),
  REPLACED("dispatch_io_read", io_read),
  REPLACED("dispatch_io_write", io_write),
  REPLACED("dispatch_io_barrier", io_barrier),
  REPLACED("dispatch_read", read),
  REPLACED("dispatch_write", write),
  REPLACED("dispatch_sync", sync),
  REPLACED("dispatch_barrier_sync", barrier_sync),
  REPLACED("dispatch_apply", apply),
  {"dispatch_sync_f", &dispatch.sync_f, NULL},
  {"dispatch_barrier_sync_f", &dispatch.barrier_sync_f, NULL},
  {"dispatch_apply_f", &dispatch.apply_f, NULL},
};

enum { function_count = sizeof functions / sizeof *functions };

/// Finds the functions of libdispatch; returns false if one is missing.
static bool find_dispatch(void) {
  for (size_t index = 0; index < function_count; index++) {
    void *function = dlsym(RTLD_DEFAULT, functions[index].name);
    if (function == NULL) return false;
    memcpy(functions[index].destination, &function, sizeof function);
  }
  return true;
}

static int find_networking(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  (void)context;
  if (strstr(info->dlpi_name, "libFoundationNetworking.so") == NULL) return 0;
  networking.start = info->dlpi_addr;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    const uintptr_t end = info->dlpi_addr + segment->p_vaddr + segment->p_memsz;
    if (segment->p_type == PT_LOAD && end > networking.end) networking.end = end;
  }
  return 1;
}

void lk_blocks_inherit_scopes(void) {
  if (!find_dispatch() || !lk_prepare_inherited_blocks(dispatch.create)) return;
  dl_iterate_phdr(find_networking, NULL);
  lk_import imports[function_count];
  size_t count = 0;
  for (size_t index = 0; index < function_count; index++) {
    if (functions[index].replacement == NULL) continue;
    imports[count++] = (lk_import){functions[index].name, functions[index].replacement};
  }
  // Foundation passes the program's closures to libdispatch through libswiftDispatch. Blocks that
  // these libraries themselves pass in C serve all tests.
  const char *const others[] = {
    "libdispatch.so", "libswift_Concurrency.so", "libFoundation", "libXCTest.so", "libTesting.so",
    "libLeakPreload",
  };
  lk_redirect_imports_everywhere(imports, count, NULL, others, sizeof others / sizeof *others);
}

#else

void lk_blocks_inherit_scopes(void) {}

#endif
