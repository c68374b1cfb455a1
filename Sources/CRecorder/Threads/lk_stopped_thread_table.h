#ifndef LK_STOPPED_THREAD_TABLE_H
#define LK_STOPPED_THREAD_TABLE_H

#include "lk_call_registers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The table of the threads to stop, which grows with their number. Its memory is separate from
// other data, because the recorded registers may contain stale addresses, which must not be
// searched for roots.

/// The state of stopping a thread.
typedef enum {
  /// The signal is pending.
  lk_thread_signaled = 0,
  /// The thread waits in the signal handler.
  lk_thread_in_handler,
  /// The thread waits in the kernel and does not reach the signal handler, for example because its
  /// stack has no space for the handler, it blocks the signal, or its wait cannot be interrupted.
  lk_thread_in_kernel,
  /// The thread was not stopped in time, usually because it runs and blocks the signal.
  lk_thread_not_stopped,
  /// The thread ended.
  lk_thread_ended,
} lk_thread_condition;

/// A thread to stop.
typedef struct {
  pid_t thread;
  _Atomic uint32_t condition;
  /// A Boolean value indicating whether the thread waited in the kernel shortly before it was
  /// signaled.
  bool was_waiting;
  /// A Boolean value indicating whether the thread was stopped in a system call. If so, only the
  /// registers that a function preserves for its caller contain values of the program.
  bool is_waiting;
  /// The lowest address in use on the thread's stack.
  uintptr_t stack;
  uintptr_t thread_pointer;
  /// The address of the thread's next instruction, if the thread waits in the kernel.
  uintptr_t code;
  /// The result of ``lk_thread_switches()`` for the thread, read immediately before the thread was
  /// found waiting in the kernel.
  uint64_t switches;
  /// The number of the system call in which the thread waited; -1 for none.
  long call;
  /// The first argument of the system call in which the thread waited.
  uintptr_t argument;
  /// The number of elements of `words`; 0 before they are recorded.
  size_t word_count;
  /// The words in the thread's registers and pthread keys.
  uintptr_t *words;
} lk_stopped_thread;

/// Ensures that the table has room for `count` threads; returns false if there is no memory.
///
/// After the program has started, only the thread that stops the others may call this.
bool lk_reserve_threads(size_t count);

/// The number of threads that the table has room for.
size_t lk_thread_capacity(void);

/// Returns the thread at `index`, which is less than ``lk_thread_capacity()``.
lk_stopped_thread *lk_thread_at(size_t index);

/// Records the words in the thread's registers and pthread keys.
///
/// The thread itself calls this in a signal handler with the interrupted `context`, a `ucontext_t`.
void lk_note_registers(lk_stopped_thread *own, const void *context);

/// Records the registers of the thread that ends the program, except the vector registers.
/// `context` is the `ucontext_t` of the interrupted code. Safe in a signal handler.
void lk_note_last_registers(const void *context);

/// Records `registers`, which a thread had when it called a function that ends the program.
void lk_note_call_registers(const lk_call_registers *registers);

#endif
