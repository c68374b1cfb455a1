#include "CSwiftABI.h"

#if defined(__APPLE__)
#define LK_SYMBOL(name) __asm__("_" name)
#else
#define LK_SYMBOL(name) __asm__(name)
#endif

#define LK_SWIFT __attribute__((swiftcall))

LK_SWIFT const void *swift_getTypeByMangledNameInContext(
  const char *name, size_t length, const void *context, const void *const *arguments);
LK_SWIFT const void *swift_getTypeByMangledNameInEnvironment(
  const char *name, size_t length, const void *environment, const void *const *arguments);

typedef LK_SWIFT const void *(*type_reader)(
  const char *name, size_t length, const void *context, const void *const *arguments);

// These symbols refer to full metadata. Its first word is the pointer to the value-witness table.
// The metadata's address point is at the second word.
extern const uintptr_t native_object[] LK_SYMBOL("$sBoN");
extern const uintptr_t bridge_object[] LK_SYMBOL("$sBbN");


extern const void *malloc_block_isa[] LK_SYMBOL("_NSConcreteMallocBlock") __attribute__((weak));

extern const void *global_block_isa[] LK_SYMBOL("_NSConcreteGlobalBlock") __attribute__((weak));

static lk_type_sources sources;

void lk_types_use(const lk_type_sources *others) { sources = *others; }

const void *lk_type_in_context(
  const char *name, size_t length, const void *context, const void *const *arguments) {
  const type_reader reader = sources.type_in_context != NULL
                               ? (type_reader)sources.type_in_context
                               : swift_getTypeByMangledNameInContext;
  return reader(name, length, context, arguments);
}

const void *lk_type_in_environment(
  const char *name, size_t length, const void *environment, const void *const *arguments) {
  const type_reader reader = sources.type_in_environment != NULL
                               ? (type_reader)sources.type_in_environment
                               : swift_getTypeByMangledNameInEnvironment;
  return reader(name, length, environment, arguments);
}

const void *lk_native_object_metadata(void) {
  return sources.native_object != NULL ? sources.native_object : &native_object[1];
}

const void *lk_bridge_object_metadata(void) {
  return sources.bridge_object != NULL ? sources.bridge_object : &bridge_object[1];
}

const void *lk_malloc_block_isa(void) {
  return sources.malloc_block_isa != NULL ? sources.malloc_block_isa : malloc_block_isa;
}

const void *lk_global_block_isa(void) {
  return sources.global_block_isa != NULL ? sources.global_block_isa : global_block_isa;
}
