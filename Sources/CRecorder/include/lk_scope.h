#ifndef LK_SCOPE_H
#define LK_SCOPE_H

#include <stdint.h>

/// Returns the scope of the running code; zero means no scope.
///
/// The scope is the first nonzero value of these: the task-local variable of
/// `lk_recorder_set_scope_key`, the scope in which the running task was created, the scope in which
/// the running thread or block was started, and the common scope.
uint32_t lk_current_scope(void);

/// Finds the runtime's functions that determine scopes. Makes Foundation's threads, and blocks that
/// Swift code dispatches, inherit the scope of the code that starts them.
void lk_scope_install(void);

#endif
