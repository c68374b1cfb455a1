#ifndef LK_PROGRAM_RUNTIME_H
#define LK_PROGRAM_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The code of one function.
typedef struct {
  uintptr_t start, length;
} lk_code;

/// The functions that ask for memory, in a runtime that is a part of the program, as
/// `-static-stdlib` links it; no code where there is no such function.
typedef struct {
  lk_code slow_alloc, alloc_object, alloc_box, buffer_allocate, task_create;
} lk_object_makers;

/// Records from now on what the runtime in the program allocates; false where the program does
/// not import the C library's allocator.
bool lk_recorder_install_in_program(const lk_object_makers *makers);

/// The runtime in the program has allocated an object.
bool lk_recorder_has_seen_object(void);

/// The main program asks the dynamic loader for a library whose name contains `library`.
bool lk_program_needs(const char *library);

#endif
