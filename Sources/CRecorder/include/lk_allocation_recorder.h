#ifndef LK_ALLOCATION_RECORDER_H
#define LK_ALLOCATION_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

/// Starts recording the allocations of the Swift runtime in this process.
///
/// Redirects the import slots (GOT entries) through which the runtime's shared libraries call
/// malloc, posix_memalign and free. An allocation is an object if the function that requests the
/// memory is swift_allocObject, swift_allocBox or swift_bufferAllocate. Returns false if
/// libswiftCore is not loaded, as in a program whose runtime is linked statically, and on systems
/// without ELF libraries.
bool lk_recorder_install(void);

/// Also starts recording the memory that all other images allocate. This memory does not contain
/// objects, but it may refer to objects.
///
/// After the call, the start of each new block is cleared.
/// Without the clearing, words that a freed block left there would look like references.
void lk_recorder_install_everywhere(void);

/// Starts recording the memory allocated by images that were loaded after the call of
/// ``lk_recorder_install_everywhere()``. Has no effect if there was no such call.
void lk_recorder_install_in_new_images(void);

/// Creates a scope, and returns the number that identifies it. A scope is a part of the program's
/// execution, such as one test and the tasks that it starts. Allocations in a scope are recorded
/// with the scope's number. No code belongs to the new scope yet.
uint32_t lk_recorder_new_scope(void);

/// Specifies which task-local variable contains the number that identifies the running code's
/// scope.
///
/// `key` is the address of the variable, which has the type UInt32; NULL for none. The runtime can
/// read the variable on any thread, inside and outside tasks, and child tasks inherit its value.
/// The value zero means no scope. After ``lk_scope_install()``, detached tasks, Foundation's
/// threads, and blocks that Swift code dispatches belong to the scope of the code that started
/// them.
void lk_recorder_set_scope_key(const void *key);

/// Sets the scope of the calling thread; zero means no scope. A task that has its own scope and
/// runs on the thread is not affected.
void lk_recorder_set_thread_scope(uint32_t scope);

/// Sets the default scope, to which all code without another scope belongs; zero means no scope.
/// Returns the previous default scope.
uint32_t lk_recorder_set_common_scope(uint32_t scope);

#endif
