#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_break_trial.h"

#include "lk_handovers.h"
#include "lk_private_arena.h"
#include "lk_sandbox.h"

#include <errno.h>

#if defined(__linux__) && defined(__LP64__)

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

/// The address bits of a word that refers to an object. The other bits may encode an enum's case.
static const uintptr_t address_bits = 0x00FFFFFFFFFFFFF8;

// The memory limits of the child process that tries a suggested break (see ``lk_break``).

/// The limit on allocations through the C library.
static const size_t arena_length = (size_t)256 << 20;
/// The size of the stack. It is large because the deallocation of a long list is recursive.
static const size_t stack_length = (size_t)512 << 20;
/// The limit on all other memory.
static const size_t other_memory = (size_t)256 << 20;

typedef void (*release_function)(void *object);
static release_function release_object, release_block;

/// The maximum number of results that are mapped at the same time. Each child process unmaps the
/// results of the other child processes, so that the program's code cannot change them.
enum { max_results = 64 };
static lk_break_trial_result *results[max_results];
static size_t lengths[max_results];

/// The result that this child process writes.
static lk_break_trial_result *own;
static const lk_break *own_break;
static void (*own_body)(void);

/// Forks without running the program's fork handlers.
__attribute__((weak)) pid_t _Fork(void);

__attribute__((noreturn)) static void end(lk_break_trial_state state, int detail) {
  own->detail = detail;
  own->double_frees = lk_arena.double_frees;
  own->freed_objects = lk_arena.freed_objects;
  own->handovers += lk_arena.threads + lk_handovers();
  own->state = state;
  for (;;) syscall(SYS_exit_group, 0);
}

static void end_exited(int status) { end(lk_break_trial_exited, status); }

static void end_waited(void) { end(lk_break_trial_waited, 0); }

static void note_refused(uint32_t number) {
  const uint32_t count = own->refused_count;
  for (uint32_t index = 0; index < count && index < lk_max_refused; index++) {
    if (own->refused[index] == number) return;
  }
  if (count >= lk_max_refused) return;
  own->refused[count] = number;
  own->refused_count = count + 1;
}

static void note_process(void) { note_refused(SYS_clone); }

static void note_woken(void) { own->handovers++; }

static void on_refused_call(int signal, siginfo_t *info, void *context) {
  static const lk_sandbox_observer observer = {end_waited, note_refused, note_woken};
  (void)signal;
  const int saved = errno;
  lk_handle_refused_call(info, context, &observer);
  errno = saved;
}

static void on_trap(int signal) {
  if (own->state == lk_break_trial_preparing) end(lk_break_trial_unavailable, EFAULT);
  if (lk_arena.is_exhausted) end(lk_break_trial_out_of_memory, 0);
  end(lk_break_trial_trapped, signal);
}

/// Provides a stack for signal handlers, because the program's code may overflow its own stack.
/// Call this only after switching to the stack that `enter_sandbox` returns. Until the switch, the
/// process may run on a handler stack of the program, which cannot be replaced while it is in use.
static void provide_handler_stack(void) {
  static char stack_memory[65536];
  const stack_t stack = {.ss_sp = stack_memory, .ss_size = sizeof stack_memory};
  if (sigaltstack(&stack, NULL) != 0) end(lk_break_trial_unavailable, errno);
}

static int handle_signals(void) {
  static const int traps[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
  struct sigaction action = {.sa_handler = on_trap, .sa_flags = SA_ONSTACK | SA_NODEFER};
  sigset_t handled;
  sigemptyset(&handled);
  for (size_t index = 0; index < sizeof traps / sizeof *traps; index++) {
    if (sigaction(traps[index], &action, NULL) != 0) return errno;
    sigaddset(&handled, traps[index]);
  }
  // Unlike the handlers above, the handler for refused system calls runs on the stack of the code
  // that made the call. It may be nested, and it may end the process instead of returning.
  struct sigaction refusal = {
    .sa_sigaction = on_refused_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
  if (sigaction(SIGSYS, &refusal, NULL) != 0) return errno;
  sigaddset(&handled, SIGSYS);
  return sigprocmask(SIG_UNBLOCK, &handled, NULL) != 0 ? errno : 0;
}

/// Makes the system kill this process first if memory runs out.
static void prefer_as_oom_victim(void) {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  if (write(file, "1000", 4) < 0) errno = 0;
  close(file);
}

static void *map_stack(void) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *memory = mmap(NULL, stack_length, PROT_READ | PROT_WRITE, flags, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

/// Enters the sandbox; returns the stack for the program's code. If a part of the sandbox is
/// unavailable, ends the process.
static void *enter_sandbox(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (size_t index = 0; index < max_results; index++) {
    if (results[index] != NULL && results[index] != own) {
      munmap(results[index], lengths[index]);
    }
  }
  for (size_t index = 0; own_break != NULL && index < own_break->object_count; index++) {
    lk_expect_in_arena(own_break->objects[index] & ~(uintptr_t)1);
  }
  void *stack = map_stack();
  int failure = stack == NULL ? ENOMEM : 0;
  if (failure == 0) failure = handle_signals();
  if (failure == 0) failure = lk_make_mappings_private();
  prefer_as_oom_victim();
  if (failure == 0) failure = lk_enter_arena(arena_length);
  lk_count_handovers();
  if (failure == 0) failure = lk_limit_resources(other_memory);
  if (failure == 0) failure = lk_install_filter();
  if (failure != 0) end(lk_break_trial_unavailable, failure);
  return stack;
}

static void replace_word(const lk_break_step *step) {
  uintptr_t *const word = (uintptr_t *)step->slot;
  if ((*word & address_bits) != step->target) end(lk_break_trial_changed, 0);
  *word = (*word & ~address_bits) | step->replacement;
  if (step->clears_code) word[-1] = 0;
}

/// Returns whether the object's reference count shows that its deinitialization has begun. The
/// memory can be read in any case: unowned references may keep it allocated, and freed memory keeps
/// its contents. See `RefCount.h` in the Swift repository. For a block, the result is false: the
/// upper half of its second word is reserved and 0.
static bool is_deinitialized(uintptr_t object) {
  uintptr_t bits = ((const uintptr_t *)object)[1];
  if (bits >> 62 == 3) bits = ((const uintptr_t *)(bits << 3))[2];
  return (uint32_t)bits != UINT32_MAX && (bits & (uintptr_t)1 << 32) != 0;
}

static void run_break(void) {
  const lk_break *what = own_break;
  // Each target is still alive, because releases begin only after all references have been
  // replaced.
  for (size_t index = 0; index < what->step_count; index++) {
    if (what->steps[index].slot != 0) replace_word(&what->steps[index]);
  }
  for (size_t index = 0; index < what->step_count; index++) {
    const lk_break_step *step = &what->steps[index];
    const release_function release = step->is_block ? release_block : release_object;
    for (uint32_t count = 0; count < step->releases; count++) release((void *)step->target);
  }
  for (size_t index = 0; index < what->object_count; index++) {
    // An odd address denotes a block of the blocks runtime, which has no Swift reference count.
    const uintptr_t object = what->objects[index];
    own->is_freed[index] = lk_was_freed_in_arena(object) || is_deinitialized(object);
  }
}

static void run_program_code(void) {
  provide_handler_stack();
  own->state = lk_break_trial_running;
  if (own_break != NULL) run_break();
  if (own_body != NULL) own_body();
  end(lk_break_trial_finished, 0);
}

__attribute__((noreturn)) static void run_child(void) {
  void *stack = enter_sandbox();
  static ucontext_t body;
  getcontext(&body);
  body.uc_stack.ss_sp = stack;
  body.uc_stack.ss_size = stack_length;
  makecontext(&body, run_program_code, 0);
  setcontext(&body);
  end(lk_break_trial_unavailable, errno);
}

static int start(const lk_break *what, void (*body)(void), lk_break_trial_result *result) {
  const pid_t child = _Fork != NULL ? _Fork() : fork();
  if (child != 0) return child;
  own = result;
  own_break = what;
  own_body = body;
  run_child();
}

int lk_break_trial_prepare(const void *release, const void *release_of_block) {
  release_object = (release_function)release;
  release_block = (release_function)release_of_block;
  if (release_object == NULL) return ENOSYS;
  if (release_block == NULL) release_block = release_object;
  // The program's handler must not be called when a child process ends.
  if (signal(SIGCHLD, SIG_DFL) == SIG_ERR) return errno;
  lk_find_handovers();
  const int failure = lk_find_shared_mappings();
  return failure != 0 ? failure : lk_find_arena_slots(end_exited, note_process);
}

lk_break_trial_result *lk_break_trial_map_result(size_t object_count) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  const size_t length = (sizeof *own + object_count + page - 1) / page * page;
  for (size_t index = 0; index < max_results; index++) {
    if (results[index] != NULL) continue;
    void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    results[index] = memory;
    lengths[index] = length;
    return results[index];
  }
  return NULL;
}

void lk_break_trial_unmap_result(lk_break_trial_result *result) {
  for (size_t index = 0; index < max_results; index++) {
    if (results[index] != result) continue;
    results[index] = NULL;
    munmap(result, lengths[index]);
  }
}

int lk_break_trial_start(const lk_break *what, lk_break_trial_result *result) {
  return start(what, NULL, result);
}

int lk_break_trial_start_body(void (*body)(void), lk_break_trial_result *result) {
  return start(NULL, body, result);
}

#else

int lk_break_trial_prepare(const void *release, const void *release_block) {
  (void)release;
  (void)release_block;
  return ENOSYS;
}

lk_break_trial_result *lk_break_trial_map_result(size_t object_count) {
  (void)object_count;
  return NULL;
}

void lk_break_trial_unmap_result(lk_break_trial_result *result) { (void)result; }

int lk_break_trial_start(const lk_break *what, lk_break_trial_result *result) {
  (void)what;
  (void)result;
  return -1;
}

int lk_break_trial_start_body(void (*body)(void), lk_break_trial_result *result) {
  (void)body;
  (void)result;
  return -1;
}

#endif
