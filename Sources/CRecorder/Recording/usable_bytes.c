#include "lk_usable_bytes.h"

#if defined(__APPLE__)

#include <malloc/malloc.h>

size_t lk_usable_bytes(const void *block) { return malloc_size(block); }

#else

#include <malloc.h>

size_t lk_usable_bytes(const void *block) { return malloc_usable_size((void *)block); }

#endif
