#ifndef LK_EARLIER_RECORDER_H
#define LK_EARLIER_RECORDER_H

#include "lk_allocation_table.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The interface that a recorder offers to a second recorder in the same process. For example, a
/// program that checks itself for leaks may be run with a preloaded recorder. Each call of the
/// allocator then passes through both recorders.
///
/// `frame` is the frame of the runtime's function that requests memory for an object or for the
/// concurrency runtime; NULL for other memory. Only the recorder that the runtime calls directly
/// can find this frame.
typedef struct {
  void *(*allocate)(size_t size, lk_allocation_kind kind, const uintptr_t *frame);
  int (*allocate_aligned)(
    void **result, size_t alignment, size_t size, lk_allocation_kind kind,
    const uintptr_t *frame);
  void (*free)(void *block);
  /// A Boolean value indicating whether the runtime calls this recorder, directly or through
  /// another recorder.
  atomic_bool is_installed;
} lk_recorder_service;

/// The interface of this recorder. It is exported so that another image can find it by name.
__attribute__((visibility("default"))) extern lk_recorder_service lk_recorder_service_entry;

/// Returns the interface of an installed recorder in another image; NULL if there is none.
const lk_recorder_service *lk_earlier_recorder(void);

#endif
