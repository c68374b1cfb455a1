#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_analysis_crash.h"

#include <stddef.h>

#if defined(__linux__)

#include <dlfcn.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__x86_64__)
#define CODE(context) ((uintptr_t)(context)->uc_mcontext.gregs[REG_RIP])
#elif defined(__aarch64__)
#define CODE(context) ((uintptr_t)(context)->uc_mcontext.pc)
#else
#define CODE(context) ((uintptr_t)0)
#endif

enum { handler_stack_size = 65536 };

/// The maximum number of crashes after which another child process is started.
enum { max_crashes = 3 * lk_max_unread };

/// The note of this child process, in memory that it shares with its parent process.
static lk_crash_note *own_note;
static const char *dump_folder;

/// A Boolean value indicating whether a guarded read is in progress. Only the child process, which
/// has one thread, performs guarded reads.
static volatile sig_atomic_t is_guarded;
static sigjmp_buf after_guarded;

lk_crash_note *lk_new_crash_note(void) {
  void *memory = mmap(
    NULL, sizeof(lk_crash_note), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void lk_free_crash_note(lk_crash_note *note) {
  if (note != NULL) munmap(note, sizeof *note);
}

void lk_renew_crash_note(lk_crash_note *note) {
  note->signal = 0;
  note->failure = 0;
  note->phase[0] = 0;
  note->address = 0;
  note->code = 0;
  note->reading = (lk_object_read){0, 0};
}

/// Adds an object to the list of objects that the analysis leaves out. If the list contains another
/// object with the same metadata, makes that entry stand for all objects with the metadata. Returns
/// false if the list is full, if it already includes the object, or if no object was being read.
static bool leave_out(lk_crash_note *note, lk_object_read read) {
  for (uint32_t index = 0; index < note->unread_count; index++) {
    lk_object_read *const known = &note->unread[index];
    if (known->metadata != read.metadata) continue;
    if (known->object == 0 || known->object == read.object) return false;
    known->object = 0;
    return true;
  }
  if (read.object == 0 || note->unread_count == lk_max_unread) return false;
  note->unread[note->unread_count++] = read;
  return true;
}

bool lk_should_retry_after_crash(lk_crash_note *note) {
  const bool is_first = note->crashes == 0;
  const bool repeats = !is_first && note->crashed.object == note->reading.object;
  note->crashed = note->reading;
  note->crashes++;
  note->earlier_signal = note->signal;
  memcpy(note->earlier_phase, note->phase, sizeof note->phase);
  // The runtime ends a process that is out of memory with another signal. Leaving out an object
  // would not help then.
  const bool is_access = note->signal == SIGSEGV || note->signal == SIGBUS;
  if (!is_access || note->crashes > max_crashes) return is_first;
  if (repeats) return leave_out(note, note->reading);
  return is_first || note->reading.object != 0;
}

void lk_name_code(uintptr_t code, char *text, size_t length) {
  Dl_info symbol;
  text[0] = 0;
  if (dladdr((void *)code, &symbol) == 0 || symbol.dli_fname == NULL) return;
  const char *const slash = strrchr(symbol.dli_fname, '/');
  const char *const file = slash != NULL ? slash + 1 : symbol.dli_fname;
  const uintptr_t offset = code - (uintptr_t)symbol.dli_fbase;
  if (symbol.dli_sname != NULL) {
    snprintf(text, length, "%s (%s+0x%lx)", symbol.dli_sname, file, (unsigned long)offset);
  } else {
    snprintf(text, length, "%s+0x%lx", file, (unsigned long)offset);
  }
}

void lk_use_crash_note(lk_crash_note *note) { own_note = note; }

lk_crash_note *lk_own_crash_note(void) { return own_note; }

void lk_begin_phase(const char *phase) {
  if (own_note == NULL) return;
  const char *text = phase != NULL ? phase : "";
  const size_t length = strnlen(text, sizeof own_note->phase - 1);
  memcpy(own_note->phase, text, length);
  own_note->phase[length] = 0;
}

void lk_note_failure(int failure) {
  if (own_note != NULL) own_note->failure = failure;
}

/// Copies the list of mappings to a file, because a memory dump does not contain it.
static void keep_mappings(void) {
  char path[64];
  snprintf(path, sizeof path, "maps.%d", (int)getpid());
  const int from = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  const int to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  char buffer[4096];
  ssize_t count;
  while (from >= 0 && to >= 0 && (count = read(from, buffer, sizeof buffer)) > 0) {
    if (write(to, buffer, (size_t)count) != count) break;
  }
  if (from >= 0) close(from);
  if (to >= 0) close(to);
}

/// Ends the process. If there is a folder for memory dumps, makes the system write a dump there.
static void end_with_dump(int number) {
  if (dump_folder != NULL && chdir(dump_folder) == 0) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) == 0) {
      limit.rlim_cur = limit.rlim_max;
      setrlimit(RLIMIT_CORE, &limit);
    }
    keep_mappings();
    signal(number, SIG_DFL);
    sigset_t this_one;
    sigemptyset(&this_one);
    sigaddset(&this_one, number);
    sigprocmask(SIG_UNBLOCK, &this_one, NULL);
    raise(number);
  }
  _exit(1);
}

/// Makes the page at `address` readable in this process, a fork of the program. The program itself
/// may have made the page inaccessible. Returns false if the previous call already made the same
/// page readable: the access then failed for another reason.
static bool allow_reads(uintptr_t address) {
  static uintptr_t last_page;
  const uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
  const uintptr_t page = address & ~(size - 1);
  if (page == last_page) return false;
  last_page = page;
  return mprotect((void *)page, size, PROT_READ) == 0;
}

static void on_crash(int number, siginfo_t *info, void *context) {
  const bool is_forbidden = number == SIGSEGV && info->si_code == SEGV_ACCERR;
  if (is_forbidden && allow_reads((uintptr_t)info->si_addr)) return;
  if (is_guarded && (number == SIGSEGV || number == SIGBUS)) {
    is_guarded = 0;
    siglongjmp(after_guarded, 1);
  }
  if (own_note != NULL && own_note->signal == 0) {
    own_note->address = (uintptr_t)info->si_addr;
    own_note->code = CODE((const ucontext_t *)context);
    own_note->signal = number;
  }
  end_with_dump(number);
}

void lk_note_own_crash(const char *folder) {
  static char stack[handler_stack_size];
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
  dump_folder = folder;
  const stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  // The call fails if the process was forked in a signal handler that runs on another handler
  // stack. That stack then remains in use.
  sigaltstack(&own, NULL);
  for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) {
    // The signal stays unblocked in the handler (SA_NODEFER), because a guarded read leaves the
    // handler without returning.
    struct sigaction action = {
      .sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaction(crashes[index], &action, NULL);
  }
}

bool lk_guard_reads(void (*body)(void *state), void *state) {
  // The signal mask need not be saved, because the handler does not block its signal.
  if (sigsetjmp(after_guarded, 0) != 0) return false;
  is_guarded = 1;
  body(state);
  is_guarded = 0;
  return true;
}

#else

lk_crash_note *lk_new_crash_note(void) { return NULL; }

void lk_free_crash_note(lk_crash_note *note) { (void)note; }

void lk_renew_crash_note(lk_crash_note *note) { (void)note; }

bool lk_should_retry_after_crash(lk_crash_note *note) {
  (void)note;
  return false;
}

void lk_name_code(uintptr_t code, char *text, size_t length) {
  (void)code;
  if (length > 0) text[0] = 0;
}

void lk_use_crash_note(lk_crash_note *note) { (void)note; }

lk_crash_note *lk_own_crash_note(void) { return NULL; }

void lk_begin_phase(const char *phase) { (void)phase; }

void lk_note_failure(int failure) { (void)failure; }

void lk_note_own_crash(const char *folder) { (void)folder; }

bool lk_guard_reads(void (*body)(void *state), void *state) {
  body(state);
  return true;
}

#endif
