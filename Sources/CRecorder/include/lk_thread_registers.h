#ifndef LK_THREAD_REGISTERS_H
#define LK_THREAD_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What was noted of threads' registers, and of what their keys of pthread lead to, that of
/// each thread side by side; returns the number of words.
///
/// A register may keep what a function that has returned left there, so what it leads to is
/// no surer than what a stack leads to. Hence these words lie apart from other data.
size_t lk_noted_registers(const uintptr_t **words);

/// The address is that of memory in which registers are noted.
bool lk_registers_include(uintptr_t address);

/// Takes back what was noted of a stopped thread's registers, not of its keys. `place` is that of
/// its stack among ``lk_stopped_stacks``.
void lk_forget_registers(size_t place);

#endif
