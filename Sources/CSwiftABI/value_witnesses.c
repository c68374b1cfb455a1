#include "CSwiftABI.h"

// A value-witness table begins with eight functions, the size, the stride, the flags and the number
// of extra inhabitants. In the table of an enum, the enum's witnesses follow. See ValueWitness.def
// in the Swift repository.
typedef struct {
  void *common[8];
  size_t size, stride;
  uint32_t flags, extra_inhabitants;
  __attribute__((swiftcall)) unsigned (*enum_tag)(const void *value, const void *metadata);
  __attribute__((swiftcall)) void (*project)(void *value, const void *metadata);
  __attribute__((swiftcall)) void (*inject)(void *value, unsigned tag, const void *metadata);
} enum_witnesses;

static const enum_witnesses *witnesses(const void *metadata) {
  return ((const enum_witnesses *const *)metadata)[-1];
}

unsigned lk_enum_tag(const void *value, const void *metadata) {
  return witnesses(metadata)->enum_tag(value, metadata);
}

void lk_enum_project(void *value, const void *metadata) {
  witnesses(metadata)->project(value, metadata);
}

void lk_enum_inject(void *value, unsigned tag, const void *metadata) {
  witnesses(metadata)->inject(value, tag, metadata);
}
