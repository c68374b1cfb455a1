#ifndef LK_BREAK_TRIAL_H
#define LK_BREAK_TRIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One reference to break, or one object to release.
typedef struct {
  /// The address of the word that refers to `target`; 0 if the target is only released.
  uintptr_t slot;
  /// The address of the object or block.
  uintptr_t target;
  /// The address to store in the word in place of `target`. The word's other bits are preserved.
  uintptr_t replacement;
  /// A Boolean value indicating whether the word before `slot` is a closure's code pointer. If so,
  /// that word is set to zero, too.
  bool clears_code;
  /// A Boolean value indicating whether the target is a block of the blocks runtime rather than an
  /// object of the Swift runtime.
  bool is_block;
  /// The number of times that the target is released.
  uint32_t releases;
} lk_break_step;

/// A suggested break: the references to remove, and the objects that should then be deallocated.
///
/// The functions below try the break in a forked child process. One such attempt is a trial.
typedef struct {
  const lk_break_step *steps;
  size_t step_count;
  /// The addresses of the objects whose deallocation is observed. Some of them may be blocks of the
  /// blocks runtime.
  const uintptr_t *objects;
  size_t object_count;
} lk_break;

/// The state of a trial.
typedef enum {
  /// The sandbox is being prepared.
  lk_break_trial_preparing = 0,
  /// A part of the sandbox is unavailable; `detail` is the error number.
  lk_break_trial_unavailable,
  /// The word at a step's `slot` no longer refers to the step's target.
  lk_break_trial_changed,
  /// The program's code runs.
  lk_break_trial_running,
  /// Every release has returned.
  lk_break_trial_finished,
  /// The program's code trapped; `detail` is the signal.
  lk_break_trial_trapped,
  /// The program's code would have waited indefinitely for a lock or for another thread.
  lk_break_trial_waited,
  /// The program's code ended the process; `detail` is the exit status.
  lk_break_trial_exited,
  /// The program's code requested more memory than a trial may use.
  lk_break_trial_out_of_memory,
} lk_break_trial_state;

/// The maximum number of different refused system calls that are recorded.
enum { lk_max_refused = 8 };

/// The results of a trial, in memory that the child process and its parent share.
///
/// The program's code may overwrite this memory, so a reader must accept every value that the type
/// of a member allows.
typedef struct {
  volatile uint32_t state;
  volatile int32_t detail;
  /// The numbers of the system calls that were refused.
  uint32_t refused[lk_max_refused];
  uint32_t refused_count;
  /// The number of times that the program's code tried to start or wake another thread, or
  /// submitted work to a queue.
  uint32_t handovers;
  /// The number of times that a freed block was freed again. Only blocks that the program had
  /// allocated before the trial began are counted.
  uint32_t double_frees;
  /// The number of objects freed during the trial. Only objects that the program had allocated
  /// before the trial began are counted.
  uint32_t freed_objects;
  /// For each observed object, whether it was freed or its deinitialization has begun.
  uint8_t is_freed[];
} lk_break_trial_result;

/// Prepares this process for trials; returns 0 or an error number.
///
/// Call this in a forked process that has one thread and exists only for the analysis. `release` is
/// the runtime's swift_release; `release_block` is _Block_release or NULL.
int lk_break_trial_prepare(const void *release, const void *release_block);

/// Maps a result for `object_count` objects, or returns NULL.
lk_break_trial_result *lk_break_trial_map_result(size_t object_count);

/// Unmaps a result. Call this after the child process that writes the result has ended.
void lk_break_trial_unmap_result(lk_break_trial_result *result);

/// Starts a child process that tries a suggested break; returns its process identifier, or -1.
///
/// The child process enters the sandbox (see lk_sandbox.h), replaces the references, releases their
/// targets, and ends. The caller must wait for the child process, and kill it if it takes too long.
int lk_break_trial_start(const lk_break *what, lk_break_trial_result *result);

/// Returns the name of a system call; NULL if the call is not in a list of common ones.
const char *lk_system_call_name(uint32_t number);

/// Starts a child process that runs `body` in the sandbox, for tests of the sandbox; returns its
/// process identifier, or -1.
int lk_break_trial_start_body(void (*body)(void), lk_break_trial_result *result);

#endif
