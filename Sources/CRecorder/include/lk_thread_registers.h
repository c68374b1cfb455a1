#ifndef LK_THREAD_REGISTERS_H
#define LK_THREAD_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns the number of recorded registers of the thread that ends the program; `words` receives a
/// pointer to their values.
///
/// A register may contain a stale value that a function left when it returned, so register values
/// are as unreliable as words on a stack.
size_t lk_last_registers(const uintptr_t **words);

/// Returns the number of recorded registers of a stopped thread; 0 if unknown. `words` receives a
/// pointer to their values.
///
/// - `index`: The index of the thread; see ``lk_stopped_count()``.
size_t lk_stopped_registers(size_t index, const uintptr_t **words);

/// Returns whether the thread that ends the program was executing code, rather than waiting in the
/// kernel, when a signal interrupted it.
bool lk_last_thread_was_working(void);

/// Returns whether the address is in the memory in which the registers of stopped threads are
/// recorded.
bool lk_registers_include(uintptr_t address);

/// Clears the recorded registers of a stopped thread, but not the values of its pthread keys.
///
/// - `index`: The index of the thread; see ``lk_stopped_count()``.
void lk_forget_registers(size_t index);

#endif
