#ifndef LK_SCOPE_OWNERS_H
#define LK_SCOPE_OWNERS_H

#include "lk_allocation_table.h"
#include "lk_running_scope.h"

#include <stdatomic.h>
#include <stdint.h>

// Which scope owns the allocations of code that outlives the code that started it: threads, and
// handlers of dispatch sources. Such code is called an activity. It has a number of its own, and a
// table contains the owner of each number.
//
// An activity belongs to the scope that started it. But it may also serve others: a worker thread
// runs closures that any test can enqueue, and only the program knows who enqueued them. The
// recorder notices this when the activity frees an object that was allocated elsewhere, such as the
// context of the closure. From then on, all allocations of the activity belong to nobody, including
// those that were made before.

/// The number of code that was started outside of all scopes. It does not belong to the common
/// scope, even if it still runs when that scope begins.
static const uint32_t lk_outside = (1u << 31) - 3;

/// Prepares the table of owners. Without it, each number is its own owner.
void lk_owners_install(void);

/// Begins a new period: activities that belong to no scope get a new number when they next
/// allocate.
void lk_owners_begin_period(void);

/// Creates an activity and returns its number.
///
/// - `starter`: The number of the code that starts it; 0 or `lk_outside` for none.
uint32_t lk_new_activity(uint32_t starter);

/// Returns the number to use for code that runs with `number` now. It is a new number if `number`
/// is an activity whose scope has ended, or that belongs to no scope since an earlier period.
uint32_t lk_current_activity(uint32_t number);

/// Notices that the running activity is about to free a block.
void lk_note_release(const void *block);

/// Calls ``lk_note_release`` if the running code may be an activity.
static inline void lk_releasing(const void *block) {
  if (__builtin_expect(lk_inherited_scope != 0, 0)) lk_note_release(block);
}

#endif
