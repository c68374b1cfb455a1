#ifndef LK_SCOPE_H
#define LK_SCOPE_H

#include <stdbool.h>
#include <stdint.h>

/// Returns the number that identifies the scope to which the running code belongs (see
/// ``lk_recorder_new_scope``); zero means no scope.
///
/// The scope is the first nonzero value of these:
///
/// - the value of the task-local variable that was passed to `lk_recorder_set_scope_key`
/// - if there is such a variable, the scope in which the running task was created
/// - the scope that the running thread or block inherited from the code that started it, or that
///   was passed to `lk_recorder_set_thread_scope`
/// - the scope that was passed to `lk_recorder_set_common_scope`
uint32_t lk_current_scope(void);

/// Finds the runtime's functions that read the current task and its variables. From then on, a
/// thread that Foundation starts, a block or work item that Swift code creates for libdispatch, and
/// a handler of a dispatch source or group inherit the scope of the code that starts or creates
/// them.
void lk_scope_install(void);

/// Returns whether a block with the code address `code` is one that runs another block in a scope.
/// The other block is its first captured value.
bool lk_is_scoped_block_code(uintptr_t code);

#endif
