#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_program_end.h"

#include "lk_analysis_claim.h"
#include "lk_call_registers.h"
#include "lk_imports.h"
#include "lk_main_frame.h"
#include "lk_program_filters.h"
#include "lk_stopped_thread_table.h"
#include "lk_system_calls.h"
#include "lk_thread_list.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef int (*main_function)(int count, char **arguments, char **environment);
typedef int (*starter)(
  main_function body, int count, char **arguments, void (*at_start)(void), void (*at_end)(void),
  void (*at_loader_end)(void), void *stack_end);

static void (*end_body)(uintptr_t stack);
static main_function program_main;
static starter start_main;
/// The first thread that called `exit`, or returned from `main`; 0 if no thread did. Another thread
/// may call `exit` while the exit handlers run. The value is the thread's pthread_t, which can be
/// found without a system call.
static _Atomic uintptr_t ending_thread;
/// The lowest address in use on the stack of `ending_thread`.
static _Atomic uintptr_t stack_at_end;

/// Records that the calling thread ends the program, unless another thread is doing so.
static void note_end(uintptr_t stack, const lk_call_registers *registers) {
  const uintptr_t self = (uintptr_t)pthread_self();
  uintptr_t other = 0;
  if (!atomic_compare_exchange_strong(&ending_thread, &other, self) && other != self) return;
  if (registers != NULL) lk_note_call_registers(registers);
  atomic_store(&stack_at_end, stack);
}

/// A Boolean value indicating whether ``avoids_system_calls_at_end`` has asked the supervisor about
/// filters (seccomp) that the recorder did not detect.
static atomic_bool has_asked;

/// Returns whether the recorder must not make system calls at the program's end. Asks the
/// supervisor only if ``has_asked`` is false.
static bool avoids_system_calls_at_end(void) {
  if (!has_asked) lk_must_avoid_system_calls();
  has_asked = true;
  return lk_avoids_system_calls();
}

static void run_at_exit(void) {
  if (avoids_system_calls_at_end()) return;
  const bool is_ending = atomic_load(&ending_thread) == (uintptr_t)pthread_self();
  const uintptr_t stack = is_ending ? atomic_load(&stack_at_end) : 0;
  end_body(stack != 0 ? stack : (uintptr_t)__builtin_frame_address(0));
}

/// If another thread has begun the final analysis, waits for it; see
/// ``lk_wait_for_final_analysis()``. A thread calls this before it ends the program.
static void wait_for_analysis(void) {
  if (!avoids_system_calls_at_end()) lk_wait_for_final_analysis();
}

LK_CALL_WITH_REGISTERS(noticed_exit, end_at_exit)

static void end_at_exit(int status, const lk_call_registers *registers) {
  wait_for_analysis();
  note_end(registers->stack, registers);
  exit(status);
}

/// The program's process. A child process created by vfork shares this memory but is another
/// process.
static pid_t program_process;

LK_CALL_WITH_REGISTERS(noticed_immediate_exit, end_at_immediate_exit)

static void end_at_immediate_exit(int status, const lk_call_registers *registers) {
  if (!avoids_system_calls_at_end() && getpid() == program_process) {
    wait_for_analysis();
    lk_note_call_registers(registers);
    end_body(registers->stack);
  }
  _exit(status);
}

/// Returns whether the action of a signal is the default action.
static bool has_default_action(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_DFL;
}

/// Makes the report before the program ends itself with a signal. A signal handler often restores
/// the default action and sends the signal again, and no handler is called for that signal.
///
/// All registers with values of the caller are saved on the stack, in the part that is in use.
__attribute__((noinline)) static void end_at_own_signal(int number) {
  const bool is_request = number == SIGTERM || number == SIGINT || number == SIGHUP;
  if (!is_request || avoids_system_calls_at_end()) return;
  if (!has_default_action(number) || getpid() != program_process) {
    // The program continues, and may install a filter.
    has_asked = false;
    return;
  }
  __builtin_unwind_init();
  uintptr_t stack;
#if defined(__x86_64__)
  __asm__ volatile("movq %%rsp, %0" : "=r"(stack));
#elif defined(__aarch64__)
  __asm__ volatile("mov %0, sp" : "=r"(stack));
#else
  stack = (uintptr_t)__builtin_frame_address(0);
#endif
  wait_for_analysis();
  end_body(stack);
}

static int noticed_raise(int number) {
  end_at_own_signal(number);
  return raise(number);
}

static int noticed_kill(pid_t process, int number) {
  if (process == program_process) end_at_own_signal(number);
  return kill(process, number);
}

/// The function to call when the first thread calls pthread_exit.
static void (*first_thread_exit_body)(void);

static void noticed_thread_exit(void *result) {
  const bool is_noticed = first_thread_exit_body != NULL && !lk_avoids_system_calls();
  if (is_noticed && syscall(SYS_gettid) == getpid()) first_thread_exit_body();
  pthread_exit(result);
}

void lk_at_first_thread_exit(void (*body)(void)) {
  first_thread_exit_body = body;
  const lk_import exits[] = {{"pthread_exit", (void *)noticed_thread_exit}};
  lk_redirect_imports_everywhere(exits, 1, (const void *)noticed_thread_exit, NULL, 0);
}

/// Returns whether the recorder may make system calls that are not in the list of needed calls (see
/// lk_needed_calls.h). A filter that the program installed may end the program at such a call.
static bool may_make_other_calls(void) {
  return !lk_program_has_filters() && !lk_must_avoid_system_calls();
}

bool lk_first_thread_has_ended(void) {
  if (first_thread_exit_body == NULL) return false;
  const char state = lk_thread_state(getpid());
  if (state != 0) return state == 'Z';
  // Without a free descriptor, the state cannot be read.
  return may_make_other_calls() && lk_thread_has_ended(getpid());
}

static void look_for_another(pid_t thread, void *is_only) {
  if (thread != (pid_t)syscall(SYS_gettid) && thread != getpid()) *(bool *)is_only = false;
}

bool lk_is_only_thread(void) {
  if (!lk_first_thread_has_ended()) return false;
  bool is_only = true;
  if (lk_each_thread(look_for_another, &is_only)) return is_only;
  // Without a free descriptor, the threads cannot be listed, but they can be counted.
  return may_make_other_calls() && lk_thread_count() == 2;
}

__attribute__((noinline)) static void overwrite_stack(void) {
  unsigned char unused[1 << 16];
  memset(unused, 0, sizeof unused);
  __asm__ volatile("" : : "r"(unused) : "memory");
}

/// The minimum stack limit (in bytes) for which 64 KiB of the stack are overwritten.
static const rlim_t min_cleared_stack = 1 << 20;

/// Overwrites the stack below the caller's frame, unless the stack is small.
///
/// The initializers of libraries used this part of the stack and left addresses of freed memory in
/// it. The frame of the program's `main` will be there, and some of its words may never be written.
/// If a new object got one of these addresses, the stack would seem to refer to it.
__attribute__((noinline)) static void clear_unused_stack(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur < min_cleared_stack) return;
  overwrite_stack();
}

static uintptr_t main_frame;

uintptr_t lk_main_frame(void) { return main_frame; }

static int noticed_main(int count, char **arguments, char **environment) {
  main_frame = (uintptr_t)__builtin_frame_address(0);
  clear_unused_stack();
  const int status = program_main(count, arguments, environment);
  wait_for_analysis();
  note_end((uintptr_t)__builtin_frame_address(0), NULL);
  return status;
}

static int noticed_start(
  main_function body, int count, char **arguments, void (*at_start)(void), void (*at_end)(void),
  void (*at_loader_end)(void), void *stack_end) {
  program_main = body;
  return start_main(
    noticed_main, count, arguments, at_start, at_end, at_loader_end, stack_end);
}

void lk_at_program_end(void (*body)(uintptr_t stack)) {
  end_body = body;
  program_process = getpid();
  atexit(run_at_exit);
  at_quick_exit(run_at_exit);
  const lk_import exits[] = {
    {"exit", (void *)noticed_exit},
    {"_exit", (void *)noticed_immediate_exit},
    {"_Exit", (void *)noticed_immediate_exit},
    {"raise", (void *)noticed_raise},
    {"kill", (void *)noticed_kill},
  };
  const size_t count = sizeof exits / sizeof *exits;
  lk_redirect_imports_everywhere(exits, count, (const void *)run_at_exit, NULL, 0);
  start_main = (starter)dlsym(RTLD_DEFAULT, "__libc_start_main");
  const lk_import starts[] = {{"__libc_start_main", (void *)noticed_start}};
  if (start_main != NULL) {
    lk_redirect_imports_everywhere(starts, 1, (const void *)run_at_exit, NULL, 0);
  }
}

static void (*forked_body)(void);

static void in_forked_process(void) {
  if (lk_avoids_system_calls()) return;
  program_process = getpid();
  lk_forget_claims();
  atomic_store(&ending_thread, 0);
  has_asked = false;
  forked_body();
}

void lk_in_forked_processes(void (*body)(void)) {
  forked_body = body;
  pthread_atfork(NULL, NULL, in_forked_process);
}

#else

void lk_in_forked_processes(void (*body)(void)) { (void)body; }

void lk_at_program_end(void (*body)(uintptr_t stack)) { (void)body; }

void lk_at_first_thread_exit(void (*body)(void)) { (void)body; }

bool lk_first_thread_has_ended(void) { return false; }

bool lk_is_only_thread(void) { return false; }

uintptr_t lk_main_frame(void) { return 0; }

#endif
