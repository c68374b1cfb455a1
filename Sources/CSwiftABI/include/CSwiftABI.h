/// The entry points of the Swift runtime and of the dynamic loader that are needed to read a heap.
///
/// They are declared from the runtime's documented ABI (docs/ABI in the Swift repository), because
/// the runtime's headers are not part of a toolchain. Contents: types by mangled name, enum cases,
/// blocks, demangling, loaded images.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The functions and metadata of a Swift runtime that is linked into the program
/// (`-static-stdlib`). A member is NULL if the program does not contain what it refers to.
///
/// A library that is loaded into such a program comes with a second runtime. The second runtime has
/// no record of what the program registers with the first one, such as conformances.
typedef struct {
  const void *type_in_context, *type_in_environment;
  /// The metadata of builtin types, and the classes of blocks.
  const void *native_object, *bridge_object, *malloc_block_isa, *global_block_isa;
} lk_type_sources;

/// Uses the functions and metadata in `sources`, instead of those of the loaded runtime, from now
/// on.
void lk_types_use(const lk_type_sources *sources);

/// Returns the metadata of the type of a mangled name, or NULL.
///
/// `context` is the type context descriptor that generic parameters in the name refer to and
/// `arguments` its generic argument vector; both may be NULL.
const void *lk_type_in_context(
  const char *name, size_t length, const void *context, const void *const *arguments);

/// Returns the metadata of the type of a mangled name, or NULL, with generic parameters given by a
/// generic environment descriptor (a closure has no context descriptor).
const void *lk_type_in_environment(
  const char *name, size_t length, const void *environment, const void *const *arguments);

/// Returns the index of an enum value's case. Cases with a payload come first; both groups are in
/// declaration order.
unsigned lk_enum_tag(const void *value, const void *metadata);

/// Turns an enum value into its payload, in place.
void lk_enum_project(void *value, const void *metadata);

/// Stores a case's tag over a payload, in place.
void lk_enum_inject(void *value, unsigned tag, const void *metadata);

/// Returns the metadata of `Builtin.NativeObject` or `Builtin.BridgeObject`.
const void *lk_native_object_metadata(void);
const void *lk_bridge_object_metadata(void);

/// Returns the isa of a block that was copied to the heap; NULL without a blocks runtime.
const void *lk_malloc_block_isa(void);

/// Returns the isa of a block without captures; NULL without a blocks runtime.
const void *lk_global_block_isa(void);

/// Returns the demangled name of a Swift symbol, to be freed by the caller, or NULL.
char *lk_demangle(const char *name, size_t length);

/// One loaded image.
typedef struct {
  /// The file's path; empty for the main program.
  const char *path;
  /// The difference between an address in memory and in the file.
  uintptr_t slide;
  /// The range of addresses to which the image is mapped.
  uintptr_t low, high;
} lk_image;

/// Calls `body` for each loaded image, in load order.
void lk_each_image(void (*body)(const lk_image *image, void *state), void *state);

/// Returns the address of an exported symbol in any loaded image, or NULL.
const void *lk_exported_symbol(const char *name);
