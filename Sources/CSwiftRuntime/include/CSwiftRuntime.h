/// The Swift runtime's ABI as `leakcheck` uses it, and nothing else.
///
/// Declared from the runtime's documented ABI (docs/ABI in the Swift repository);
/// the headers themselves are not part of a toolchain.

#pragma once

#include "lk_address_words.h"
#include "lk_analysis_crash.h"
#include "lk_allocation_counter.h"
#include "lk_allocation_recorder.h"
#include "lk_allocation_stack.h"
#include "lk_allocation_table.h"
#include "lk_break_execution.h"
#include "lk_handler_copy.h"
#include "lk_program_end.h"
#include "lk_program_runtime.h"
#include "lk_scope.h"
#include "lk_thread_locals.h"
#include "lk_thread_registers.h"
#include "lk_thread_stop.h"
#include "lk_waiting_thread.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The metadata of the type that a mangled name stands for, or NULL.
///
/// `context` is the type context descriptor that generic parameters in the name
/// refer to and `arguments` its generic argument vector; both may be NULL.
const void *lk_type_in_context(
  const char *name, size_t length, const void *context, const void *const *arguments);

/// The same, with generic parameters given by a generic environment descriptor
/// (a closure has no context descriptor).
const void *lk_type_in_environment(
  const char *name, size_t length, const void *environment, const void *const *arguments);

/// Calls a type's metadata accessor with its generic arguments: types and numbers.
const void *lk_type_from_accessor(
  const void *accessor, const uintptr_t *arguments, size_t count);

/// The case of an enum value: payload cases first, in declaration order.
unsigned lk_enum_tag(const void *value, const void *metadata);

/// Turns an enum value into its payload, in place.
void lk_enum_project(void *value, const void *metadata);

/// Stores a case's tag over a payload, in place.
void lk_enum_inject(void *value, unsigned tag, const void *metadata);

/// The metadata of `Builtin.NativeObject` and `Builtin.BridgeObject`.
const void *lk_native_object_metadata(void);
const void *lk_bridge_object_metadata(void);

/// The isa of a block that was copied to the heap; NULL without a blocks runtime.
const void *lk_malloc_block_isa(void);

/// The isa of a block without captures.
const void *lk_global_block_isa(void);

/// A demangled copy of a Swift symbol's name, to be freed by the caller, or NULL.
char *lk_demangle(const char *name, size_t length);

/// One loaded image.
typedef struct {
  /// The file's path; empty for the main program.
  const char *path;
  /// What to add to an address in the file to get the address in memory.
  uintptr_t slide;
  /// The lowest and the first address past the highest that is mapped from it.
  uintptr_t low, high;
} lk_image;

/// Calls `body` for each loaded image, in load order.
void lk_each_image(void (*body)(const lk_image *image, void *state), void *state);

/// The address of an exported symbol in any loaded image, or NULL.
const void *lk_exported_symbol(const char *name);

/// Asks the processor to load the line at `address`; does nothing if it is not mapped.
static inline void lk_prefetch(const void *address) { __builtin_prefetch(address); }

/// The bytes that the allocator gave for a block that was allocated and not given back.
size_t lk_usable_bytes(const void *block);

/// Zeroed memory, in large pages if `large` and the system has them, or NULL.
void *lk_map_tables(size_t length, bool large);

/// Has the system use large pages for the part of some memory that they fit in, if it has them:
/// a hint, for memory that is going to be written from one end to the other.
void lk_prefer_large_pages(void *memory, size_t length);

/// Gives back what `lk_map_tables` returned.
void lk_unmap_tables(void *memory, size_t length);

/// The word at `address` is mapped and readable.
bool lk_is_readable(const void *address);

/// Copies the process; 0 in the copy, the copy's id in the original, -1 on failure.
///
/// Swift hides fork because little may be done in the copy of a program with threads: only
/// the calling thread exists there, and a lock that another one held stays locked. glibc
/// sees to its allocator's locks. On Linux the copy does not outlive the thread that made it.
int lk_fork(void);
