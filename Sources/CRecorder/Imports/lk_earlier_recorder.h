#ifndef LK_EARLIER_RECORDER_H
#define LK_EARLIER_RECORDER_H

#include "lk_allocation_table.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a recorder does for another one in the same process, whose slots come before its own: a
/// program that checks itself for leaks may run with a recorder that was loaded into it.
///
/// `maker` is the frame of the runtime's function that asks for an object's memory, NULL for
/// other memory: only the first of them is called by the runtime, and can tell.
typedef struct {
  void *(*allocate)(size_t size, lk_allocation_kind kind, const uintptr_t *maker);
  int (*allocate_aligned)(
    void **result, size_t alignment, size_t size, lk_allocation_kind kind,
    const uintptr_t *maker);
  void (*free)(void *block);
  /// The runtime calls this recorder, or one that calls it.
  atomic_bool is_installed;
} lk_recorder_service;

/// This recorder's. Exported, so that another image finds it by its name.
__attribute__((visibility("default"))) extern lk_recorder_service lk_recorder_service_entry;

/// That of a recorder in another image which is installed already; NULL where there is none.
const lk_recorder_service *lk_earlier_recorder(void);

#endif
