#ifndef LK_SCOPE_H
#define LK_SCOPE_H

#include <stdint.h>

/// The scope of the running code; zero is none.
///
/// The first of these that is not zero: the task-local variable of
/// `lk_recorder_set_scope_key`, the scope in which the running task was made, that in which
/// the running thread or block was started, the common scope.
uint32_t lk_current_scope(void);

/// Finds the functions of the runtime that determine scopes, and has threads and blocks inherit
/// the scope of the code that starts them.
void lk_scope_install(void);

#endif
