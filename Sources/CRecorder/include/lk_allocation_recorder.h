#ifndef LK_ALLOCATION_RECORDER_H
#define LK_ALLOCATION_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

/// Records from now on what the Swift runtime allocates in this process.
///
/// The runtime's calls of malloc, posix_memalign and free go through slots of its shared
/// libraries, which are pointed here. An object is known by who asked for its memory:
/// swift_allocObject, swift_allocBox or swift_bufferAllocate. False where there is no such
/// library: in a program with a static runtime, and on systems whose libraries are not ELF.
bool lk_recorder_install(void);

/// Records from now on also what the other images allocate: memory that is no object, but
/// may refer to some.
void lk_recorder_install_everywhere(void);

/// The number of a scope that no code belongs to yet.
uint32_t lk_recorder_new_scope(void);

/// Where the number of the scope is that the running code belongs to.
///
/// `key` is the address of a task-local variable of type UInt32: the runtime knows its value
/// on any thread, inside a task and outside, and a task hands it on to those it creates. Zero
/// is no scope. Detached tasks, threads and dispatched blocks belong to the scope of who
/// started them.
void lk_recorder_set_scope_key(const void *key);

/// What the calling thread does from now on belongs to this scope; zero is none.
void lk_recorder_set_thread_scope(uint32_t scope);

/// The scope of code that belongs to no other; zero is none.
void lk_recorder_set_common_scope(uint32_t scope);

#endif
