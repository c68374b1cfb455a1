#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_inheriting.h"

#include "lk_imports.h"
#include "lk_scope_owners.h"

#if defined(__linux__) && defined(__LP64__)

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef int (*thread_creator)(
  pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument);

/// The function that the images called before. It may belong to another recorder, which `exec`
/// loads. The variable is volatile because the compiler would otherwise replace it with the import
/// slot, from which it is read only once.
static thread_creator volatile create;

typedef struct {
  void *(*body)(void *);
  void *argument;
  uint32_t number;
} thread_start;

static void *start_thread(void *argument) {
  const thread_start start = *(thread_start *)argument;
  free(argument);
  lk_inherited_scope = start.number;
  return start.body(start.argument);
}

static int inheriting_create(
  pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  thread_start *start = malloc(sizeof(thread_start));
  if (start == NULL) return create(thread, attributes, body, argument);
  *start = (thread_start){body, argument, lk_new_activity(lk_current_scope())};
  const int status = create(thread, attributes, start_thread, start);
  if (status != 0) free(start);
  return status;
}

void lk_threads_inherit_scopes(void) {
  create = pthread_create;
  // The threads of libdispatch run blocks and tasks, which have scopes of their own. The threads of
  // libTesting observe processes for all tests. The recorder that `exec` loads calls the C library.
  const char *const others[] = {"libdispatch.so", "libTesting.so", "libLeakPreload"};
  const lk_import import = {"pthread_create", (void *)inheriting_create};
  lk_redirect_imports_everywhere(&import, 1, NULL, others, 3);
}

#else

void lk_threads_inherit_scopes(void) {}

#endif
