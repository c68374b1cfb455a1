#ifndef LK_ALLOCATION_RECORDER_H
#define LK_ALLOCATION_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

/// Records the allocations of the Swift runtime in this process from now on.
///
/// The slots through which the runtime's shared libraries call malloc, posix_memalign and free are
/// redirected. An object is recognized by the function that requests its memory: swift_allocObject,
/// swift_allocBox or swift_bufferAllocate. Returns false if libswiftCore is not loaded, as in a
/// program with a static runtime, and on systems without ELF libraries.
bool lk_recorder_install(void);

/// Also records memory that the other images allocate from now on. This memory is not an object,
/// but may refer to objects.
///
/// The start of each new block is cleared from now on, so that words of a freed block in it do not
/// look like references.
void lk_recorder_install_everywhere(void);

/// Returns the number of a new scope, to which no code belongs.
uint32_t lk_recorder_new_scope(void);

/// Sets the task-local variable that contains the number of the running code's scope.
///
/// `key` is the address of the variable, whose type is UInt32; NULL for none. The runtime can read
/// the variable on any thread, inside and outside tasks, and child tasks inherit its value. Zero
/// means no scope. After ``lk_scope_install()``, detached tasks, Foundation's threads, and blocks
/// that Swift code dispatches belong to the scope of the code that started them.
void lk_recorder_set_scope_key(const void *key);

/// Sets the scope of code that runs on the calling thread outside a task with a scope; zero means
/// no scope.
void lk_recorder_set_thread_scope(uint32_t scope);

/// Sets the scope of code without another scope; zero means no scope.
void lk_recorder_set_common_scope(uint32_t scope);

#endif
