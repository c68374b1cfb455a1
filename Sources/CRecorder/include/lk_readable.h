#ifndef LK_READABLE_H
#define LK_READABLE_H

#include <stdbool.h>

/// Returns whether the word at `address` is mapped and readable.
bool lk_is_readable(const void *address);

#endif
