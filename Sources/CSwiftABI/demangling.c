#include "CSwiftABI.h"

char *swift_demangle(
  const char *name, size_t length, char *buffer, size_t *buffer_size, uint32_t flags);

char *lk_demangle(const char *name, size_t length) {
  return swift_demangle(name, length, NULL, NULL, 0);
}
