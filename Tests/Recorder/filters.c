#include "checks.h"

// Tests that compare the recorder's interpreter of filters with the kernel's interpreter.

#include "lk_filter_result.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { max_steps = 64, filter_count = 400, calls_each = 8, memory_words = 16 };

/// The system call that the child process uses to test a filter, and for nothing else. The call has
/// no effect, because the filters never allow it.
enum { tried_call = SYS_getpriority };

static uint64_t seed = 1;

static uint32_t random_word(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33);
}

static uint32_t below(uint32_t limit) { return random_word() % limit; }

/// Returns a random number. Half of the results come from a few special values, so that a filter's
/// constants and a call's arguments are often equal.
static uint32_t operand(void) {
  static const uint32_t frequent[] = {0, 1, 2, 7, 31, 0x80000000, 0xFFFFFFFF};
  return below(2) == 0 ? frequent[below(sizeof frequent / sizeof *frequent)] : random_word();
}

typedef struct {
  struct sock_filter steps[max_steps];
  unsigned short length;
  /// For each word of the filter's memory, whether it was written on every path.
  bool is_written[memory_words];
} random_filter;

static void add(random_filter *filter, uint16_t code, uint8_t yes, uint8_t no, uint32_t k) {
  filter->steps[filter->length++] = (struct sock_filter){code, yes, no, k};
}

static void add_arithmetic(random_filter *filter) {
  static const uint16_t operations[] = {
    BPF_ADD, BPF_SUB, BPF_MUL, BPF_DIV, BPF_AND, BPF_OR, BPF_XOR, BPF_LSH, BPF_RSH, BPF_NEG};
  const uint16_t operation = operations[below(sizeof operations / sizeof *operations)];
  const bool is_shift = operation == BPF_LSH || operation == BPF_RSH;
  uint32_t number = operand();
  if (operation == BPF_DIV && number == 0) number = 3;
  if (is_shift) number %= 32;
  const uint16_t source = operation != BPF_NEG && below(3) == 0 ? BPF_X : BPF_K;
  add(filter, BPF_ALU | operation | source, 0, 0, source == BPF_K && operation != BPF_NEG ? number : 0);
}

/// Adds a random step. `rest` is the number of steps that a jump may skip.
static void add_random_step(random_filter *filter, uint32_t rest) {
  const uint32_t slot = below(memory_words);
  switch (below(12)) {
    case 0: add(filter, BPF_LD | BPF_IMM, 0, 0, operand()); break;
    case 1: add(filter, BPF_LDX | BPF_W | BPF_IMM, 0, 0, operand()); break;
    case 2: add(filter, (below(2) == 0 ? BPF_LD : BPF_LDX) | BPF_W | BPF_LEN, 0, 0, 0); break;
    case 3: add(filter, BPF_MISC | (below(2) == 0 ? BPF_TAX : BPF_TXA), 0, 0, 0); break;
    case 4: add(filter, below(2) == 0 ? BPF_ST : BPF_STX, 0, 0, slot); filter->is_written[slot] = true; break;
    case 5:
      if (filter->is_written[slot]) add(filter, (below(2) == 0 ? BPF_LD : BPF_LDX) | BPF_MEM, 0, 0, slot);
      break;
    case 6:
    case 7: add(filter, BPF_LD | BPF_W | BPF_ABS, 0, 0, 16 + 4 * below(12)); break;
    case 8: {
      static const uint16_t operations[] = {BPF_JEQ, BPF_JGT, BPF_JGE, BPF_JSET};
      // A jump skips at most one load, and never a store. The kernel refuses filters that read a
      // word that was not written on every path.
      const uint8_t yes = (uint8_t)below(rest < 2 ? 1 : 2), no = (uint8_t)below(rest < 2 ? 1 : 2);
      add(
        filter, BPF_JMP | operations[below(4)] | (below(3) == 0 ? BPF_X : BPF_K), yes, no, operand());
      if (yes + no > 0) add(filter, BPF_LD | BPF_IMM, 0, 0, operand());
      break;
    }
    default: add_arithmetic(filter);
  }
}

/// Creates a filter that allows every system call except `tried_call`. For that call, the filter
/// returns an error number that depends on the accumulator.
static random_filter new_filter(void) {
  random_filter filter = {.length = 0};
  const uint32_t count = 1 + below(20);
  add(&filter, BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr));
  add(&filter, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, tried_call);
  add(&filter, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
  add(&filter, BPF_LD | BPF_W | BPF_ABS, 0, 0, 16 + 4 * below(12));
  for (uint32_t index = 0; index < count; index++) add_random_step(&filter, count - index);
  // The result is the lowest 11 bits, so the upper bits are first combined with them.
  for (int fold = 0; fold < 2; fold++) {
    add(&filter, BPF_MISC | BPF_TAX, 0, 0, 0);
    add(&filter, BPF_ALU | BPF_RSH | BPF_K, 0, 0, 11);
    add(&filter, BPF_ALU | BPF_XOR | BPF_X, 0, 0, 0);
  }
  add(&filter, BPF_ALU | BPF_AND | BPF_K, 0, 0, 0x7FF);
  add(&filter, BPF_ALU | BPF_OR | BPF_K, 0, 0, SECCOMP_RET_ERRNO);
  add(&filter, BPF_RET | BPF_A, 0, 0, 0);
  return filter;
}

static uint32_t last_result;

static bool note_result(uint32_t result) {
  last_result = result;
  return true;
}

static lk_uncertain_call new_call(void) {
  lk_uncertain_call call = {.data = {.nr = tried_call}};
  for (size_t index = 0; index < 6; index++) {
    call.data.args[index] = (uint64_t)operand() << 32 | operand();
  }
  return call;
}

/// The results of the tried calls. A child process writes them.
static uint32_t *answers;

/// Fills ``answers`` with the error numbers that the kernel returns.
static void ask_kernel(const random_filter *filter, const lk_uncertain_call *calls) {
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    const struct sock_fprog program = {filter->length, (struct sock_filter *)filter->steps};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) _exit(2);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) _exit(3);
    for (size_t index = 0; index < calls_each; index++) {
      const uint64_t *words = (const uint64_t *)calls[index].data.args;
      const long result =
        syscall(tried_call, words[0], words[1], words[2], words[3], words[4], words[5]);
      answers[index] = result == 0 ? 0 : (uint32_t)errno;
    }
    _exit(0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  // If a filter divides by zero, the kernel kills the process.
  CHECK(status == 0 || WIFSIGNALED(status));
}

/// The answer to calls whose result is unknown. The child process of ``ask_kernel()`` was killed at
/// such a call or before it.
enum { no_answer = 0x10000 };

static uint32_t answer_of(uint32_t result) {
  return result == 0 ? (uint32_t)no_answer : result & SECCOMP_RET_DATA;
}

static void compare_with_kernel(const random_filter *filter) {
  const struct sock_fprog program = {filter->length, (struct sock_filter *)filter->steps};
  lk_uncertain_call calls[calls_each];
  for (size_t index = 0; index < calls_each; index++) {
    calls[index] = new_call();
    answers[index] = no_answer;
  }
  ask_kernel(filter, calls);
  for (size_t index = 0; index < calls_each; index++) {
    CHECK(lk_filter_always(&program, &calls[index], note_result));
    CHECK(answer_of(last_result) == answers[index]);
    if (answers[index] == no_answer) break;
  }
}

static uint32_t wanted_result;
static bool has_wanted;

static bool look_for_result(uint32_t result) {
  if (result == wanted_result) has_wanted = true;
  return true;
}

/// If some words of a call are unknown, the possible results must include the result for the actual
/// words, unless the filter's result is itself computed from an unknown word.
static void check_unknown_words(const random_filter *filter) {
  const struct sock_fprog program = {filter->length, (struct sock_filter *)filter->steps};
  for (size_t index = 0; index < calls_each; index++) {
    lk_uncertain_call call = new_call();
    CHECK(lk_filter_always(&program, &call, note_result));
    wanted_result = last_result;
    call.unknown = (uint16_t)(random_word() << 4);
    has_wanted = false;
    CHECK(!lk_filter_always(&program, &call, look_for_result) || has_wanted);
  }
}

static bool is_allowed(uint32_t result) { return result == SECCOMP_RET_ALLOW; }

/// A long chain of comparisons with an unknown word must be followed to its end.
static void check_long_filter(void) {
  static struct sock_filter steps[4000];
  unsigned short length = 0;
  uint32_t value = 0;
  steps[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 16);
  while (length < 3998) {
    steps[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value++, 0, 1);
    steps[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  }
  steps[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  const struct sock_fprog program = {length, steps};
  const lk_uncertain_call call = {.unknown = 1 << 4};
  CHECK(lk_filter_always(&program, &call, is_allowed));
  steps[length - 1].k = SECCOMP_RET_KILL_PROCESS;
  CHECK(!lk_filter_always(&program, &call, is_allowed));
}

/// The interpreter must not accept filters that the kernel refuses, and must not trap.
static void check_malformed_filters(void) {
  struct sock_filter division[] = {
    BPF_STMT(BPF_ALU | BPF_DIV | BPF_K, 0), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_filter backward_jump[] = {
    BPF_STMT(BPF_JMP | BPF_JA, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_JMP | BPF_JA, (uint32_t)-2)};
  const struct sock_fprog programs[] = {{2, division}, {3, backward_jump}};
  const lk_uncertain_call call = {.unknown = 0};
  for (size_t index = 0; index < sizeof programs / sizeof *programs; index++) {
    CHECK(!lk_filter_always(&programs[index], &call, is_allowed));
  }
}

void test_filters(void) {
  const bool is_emulated = getenv("RECORDER_IS_EMULATED") != NULL;
  answers = mmap(
    NULL, calls_each * sizeof *answers, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(answers != MAP_FAILED);
  for (int index = 0; index < filter_count; index++) {
    const random_filter filter = new_filter();
    if (!is_emulated) compare_with_kernel(&filter);
    check_unknown_words(&filter);
  }
  check_long_filter();
  check_malformed_filters();
}
