#ifndef LK_THREAD_REGISTERS_H
#define LK_THREAD_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The recorded registers of the thread that ends the program; returns their number.
///
/// A register may keep what a finished function left there, so its value is no surer than a
/// word on a stack.
size_t lk_last_registers(const uintptr_t **words);

/// The address is that of memory in which registers are recorded.
bool lk_registers_include(uintptr_t address);

/// Clears the recorded registers of a stopped thread, but not the values of its pthread keys.
///
/// - `index`: The index of the thread; see ``lk_stopped_count()``.
void lk_forget_registers(size_t index);

#endif
