#ifndef LK_ALLOCATION_RECORDER_H
#define LK_ALLOCATION_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

/// Records the allocations of the Swift runtime in this process from now on.
///
/// The runtime calls malloc, posix_memalign and free through slots of its shared libraries, which
/// are redirected. An object is recognized by the function that requests its memory:
/// swift_allocObject, swift_allocBox or swift_bufferAllocate. Returns false if there is no such
/// library: in a program with a static runtime, and on systems without ELF libraries.
bool lk_recorder_install(void);

/// Records the allocations of the other images as well from now on: memory that is not an object,
/// but may refer to objects.
void lk_recorder_install_everywhere(void);

/// Returns the number of a new scope, to which no code belongs.
uint32_t lk_recorder_new_scope(void);

/// Sets the variable with the number of the running code's scope.
///
/// `key` is the address of a task-local variable of type UInt32. The runtime can read its value on
/// any thread, inside and outside tasks, and child tasks inherit it. Zero means no scope. Detached
/// tasks, threads and dispatched blocks belong to the scope of the code that started them.
void lk_recorder_set_scope_key(const void *key);

/// Sets the scope of the calling thread's code; zero means no scope.
void lk_recorder_set_thread_scope(uint32_t scope);

/// Sets the scope of code without another scope; zero means no scope.
void lk_recorder_set_common_scope(uint32_t scope);

#endif
