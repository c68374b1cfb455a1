/// The entry points of the Swift runtime and of the dynamic loader that are needed to read a heap.
///
/// They are declared here from the runtime's documented ABI (docs/ABI in the Swift repository),
/// because a toolchain does not contain the runtime's headers. Contents: types by mangled name,
/// enum cases, blocks, demangling, loaded images.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The functions and metadata of a Swift runtime that is linked into the program
/// (`-static-stdlib`). A member is NULL if the program does not contain that function or metadata.
///
/// If a library that uses the Swift runtime is loaded into such a program, the process has a second
/// runtime. The second runtime has no record of what the program registers with the first one, such
/// as conformances.
typedef struct {
  const void *type_in_context, *type_in_environment;
  /// The metadata of builtin types, and the classes of blocks.
  const void *native_object, *bridge_object, *malloc_block_isa, *global_block_isa;
} lk_type_sources;

/// Makes the functions below use the functions and metadata in `sources` instead of those of the
/// loaded runtime. A member that is NULL has no effect.
void lk_types_use(const lk_type_sources *sources);

/// Returns the metadata of the type with the mangled name `name`; NULL if it is unknown.
///
/// - `context`: The type context descriptor that describes the generic parameters in the name; may
///   be NULL.
/// - `arguments`: The vector of generic arguments of the context; may be NULL.
const void *lk_type_in_context(
  const char *name, size_t length, const void *context, const void *const *arguments);

/// Returns the metadata of the type with the mangled name `name` in a closure, which has no context
/// descriptor; NULL if it is unknown.
///
/// - `environment`: The generic environment descriptor that describes the generic parameters in the
///   name.
/// - `arguments`: The vector of generic arguments of the environment.
const void *lk_type_in_environment(
  const char *name, size_t length, const void *environment, const void *const *arguments);

/// Returns the index of an enum value's case. Cases with a payload come before cases without one;
/// each of these groups is in declaration order.
unsigned lk_enum_tag(const void *value, const void *metadata);

/// Turns an enum value into its payload, in place.
void lk_enum_project(void *value, const void *metadata);

/// Turns a payload into an enum value, in place. `tag` is the index of the value's case.
void lk_enum_inject(void *value, unsigned tag, const void *metadata);

/// Return the metadata of `Builtin.NativeObject` and of `Builtin.BridgeObject`.
const void *lk_native_object_metadata(void);
const void *lk_bridge_object_metadata(void);

/// Returns the isa of a block that was copied to the heap; NULL if there is no blocks runtime.
const void *lk_malloc_block_isa(void);

/// Returns the isa of a block without captures; NULL if there is no blocks runtime.
const void *lk_global_block_isa(void);

/// Returns the demangled name of a Swift symbol, or NULL. The caller must free the string.
char *lk_demangle(const char *name, size_t length);

/// One loaded image.
typedef struct {
  /// The file's path; empty for the main program.
  const char *path;
  /// The difference between a symbol's address in memory and its address in the file.
  uintptr_t slide;
  /// The range of addresses to which the image is mapped.
  uintptr_t low, high;
} lk_image;

/// Calls `body` for each loaded image, in load order. Does nothing on systems other than Linux.
void lk_each_image(void (*body)(const lk_image *image, void *state), void *state);

/// Returns the address of a symbol that an image in the global scope exports (dlsym(3),
/// RTLD_DEFAULT); NULL if there is none.
const void *lk_exported_symbol(const char *name);
