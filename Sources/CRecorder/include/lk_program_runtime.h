#ifndef LK_PROGRAM_RUNTIME_H
#define LK_PROGRAM_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The code range of one function.
typedef struct {
  uintptr_t start, length;
} lk_code;

/// The functions of a Swift runtime that request memory. Each member is the code range of one
/// function; it is empty if the function is unknown.
typedef struct {
  lk_code slow_alloc, alloc_object, alloc_box, buffer_allocate, task_create;
} lk_object_allocators;

/// A function, record or variable in the program's own file, given by its name.
typedef struct {
  const char *name;
  /// The address in memory, and the size in bytes; both are 0 if the file has no such symbol.
  uintptr_t address;
  size_t length;
} lk_program_symbol;

/// Looks up symbols in the program's file, and returns whether the program contains Swift code.
///
/// This function does not use the allocator, because memory that is freed before recording begins
/// may keep words that look like references to the program's objects.
bool lk_find_in_swift_program(lk_program_symbol *symbols, size_t count);

/// Starts recording the allocations of the Swift runtime that is linked into the program; returns
/// false if the program does not import the C library's allocator.
bool lk_recorder_install_in_program(const lk_object_allocators *allocators);

/// Returns whether the runtime that is linked into the program has allocated an object since
/// recording began.
bool lk_recorder_has_seen_object(void);

/// Returns whether the main program needs a dynamic library whose name contains `library`.
bool lk_program_needs(const char *library);

#endif
