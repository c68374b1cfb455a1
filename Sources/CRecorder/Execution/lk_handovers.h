#ifndef LK_HANDOVERS_H
#define LK_HANDOVERS_H

#include <stddef.h>
#include <stdint.h>

// The work that deinitializers leave to other threads when a suggested break is tried. The threads
// do not exist in the child process, so objects that the work retains are not freed there.
//
// Code that leaves work to another thread usually wakes or starts the thread. But adding work to a
// queue of libdispatch that already contains work does neither. Therefore this process's calls of
// libdispatch and the jobs that the Swift runtime enqueues are counted, and the shared queues of
// libdispatch are compared with their state at the beginning.

/// Finds libdispatch's shared queues, the import slots (GOT entries) through which the loaded
/// images submit work, and the Swift runtime's hooks for enqueuing a job. Skips libraries that are
/// not loaded.
__attribute__((visibility("hidden"))) void lk_find_handovers(void);

/// Starts counting handovers: events that indicate that code left work to another thread. The count
/// continues until this process ends.
__attribute__((visibility("hidden"))) void lk_count_handovers(void);

/// Returns the number of handovers since ``lk_count_handovers``. All changes of the shared queues
/// count as one.
__attribute__((visibility("hidden"))) uint32_t lk_handovers(void);

#endif
