#include "lk_filter_result.h"

#if defined(__linux__)

#include <stddef.h>
#include <string.h>

/// The number of words of memory that a filter has (linux/filter.h, BPF_MEMWORDS).
enum { memory_words = 16 };
/// `max_steps` is the maximum number of executed instructions. `max_depth` is the maximum number of
/// nested branches: at a jump that depends on an unknown word, both branches are followed.
enum { max_steps = 1 << 20, max_depth = 64 };

typedef struct {
  uint32_t value;
  bool is_known;
} word;

/// The state of a filter between two instructions.
typedef struct {
  word accumulator, index, memory[memory_words];
  uint32_t position;
} filter_state;

typedef struct {
  const struct sock_fprog *filter;
  const lk_uncertain_call *call;
  bool (*accepts)(uint32_t result);
  uint32_t steps;
} filter_run;

static word known(uint32_t value) { return (word){value, true}; }

static uint32_t combined(uint16_t operation, uint32_t left, uint32_t right) {
  switch (operation) {
    case BPF_ADD: return left + right;
    case BPF_SUB: return left - right;
    case BPF_MUL: return left * right;
    case BPF_DIV: return left / right;
    case BPF_AND: return left & right;
    case BPF_OR: return left | right;
    case BPF_XOR: return left ^ right;
    case BPF_LSH: return left << (right & 31);
    case BPF_RSH: return left >> (right & 31);
    default: return 0 - left;
  }
}

static word combination(uint16_t operation, word left, word right) {
  const bool is_zero = (left.is_known && left.value == 0) || (right.is_known && right.value == 0);
  if (operation == BPF_AND && is_zero) return known(0);
  const bool is_known = left.is_known && (operation == BPF_NEG || right.is_known);
  return is_known ? known(combined(operation, left.value, right.value)) : (word){0};
}

static bool holds(uint16_t operation, uint32_t left, uint32_t right) {
  switch (operation) {
    case BPF_JEQ: return left == right;
    case BPF_JGT: return left > right;
    case BPF_JGE: return left >= right;
    default: return (left & right) != 0;
  }
}

static word loaded(const filter_run *run, const filter_state *state, const struct sock_filter step) {
  const struct seccomp_data *data = &run->call->data;
  switch (BPF_MODE(step.code)) {
    case BPF_IMM: return known(step.k);
    case BPF_LEN: return known(sizeof *data);
    case BPF_MEM: return state->memory[step.k % memory_words];
    default: break;
  }
  word result = {0};
  if (step.k % sizeof result.value != 0 || step.k > sizeof *data - sizeof result.value) return result;
  result.is_known = (run->call->unknown >> (step.k / sizeof result.value) & 1) == 0;
  if (result.is_known) memcpy(&result.value, (const char *)data + step.k, sizeof result.value);
  return result;
}

/// Returns the right operand of an instruction.
static word right_of(const filter_state *state, const struct sock_filter step) {
  return BPF_SRC(step.code) == BPF_X ? state->index : known(step.k);
}

static bool all_accepted(filter_run *run, filter_state state, int depth);

/// Executes a conditional jump. If the condition depends on an unknown word, executes the branch
/// for a true condition to its end, and makes `state` continue on the other branch. Returns false
/// if a result of the executed branch is not accepted.
static bool jump(filter_run *run, filter_state *state, const struct sock_filter step, int depth) {
  const word left = state->accumulator;
  const word right = right_of(state, step);
  if (left.is_known && right.is_known) {
    state->position += holds(BPF_OP(step.code), left.value, right.value) ? step.jt : step.jf;
    return true;
  }
  filter_state other = *state;
  other.position += step.jt;
  state->position += step.jf;
  return step.jt == step.jf || all_accepted(run, other, depth + 1);
}

/// Executes an instruction that is neither a jump nor a return.
static void execute(const filter_run *run, filter_state *state, const struct sock_filter step) {
  switch (BPF_CLASS(step.code)) {
    case BPF_LD: state->accumulator = loaded(run, state, step); break;
    case BPF_LDX: state->index = loaded(run, state, step); break;
    case BPF_ST: state->memory[step.k % memory_words] = state->accumulator; break;
    case BPF_STX: state->memory[step.k % memory_words] = state->index; break;
    case BPF_ALU:
      state->accumulator =
        combination(BPF_OP(step.code), state->accumulator, right_of(state, step));
      break;
    default:
      if (BPF_MISCOP(step.code) == BPF_TAX) state->index = state->accumulator;
      if (BPF_MISCOP(step.code) == BPF_TXA) state->accumulator = state->index;
  }
}

/// Returns whether an instruction may divide by zero, which ends the filter with the result 0.
static bool divides_by_zero(const filter_state *state, const struct sock_filter step) {
  if (BPF_CLASS(step.code) != BPF_ALU || BPF_OP(step.code) != BPF_DIV) return false;
  const word divisor = right_of(state, step);
  return !divisor.is_known || divisor.value == 0;
}

/// Executes the filter starting at `state`, as the kernel does
/// (Documentation/networking/filter.rst, net/core/filter.c), and returns whether every possible
/// result is accepted. Jumps only go forward, so the execution ends.
static bool all_accepted(filter_run *run, filter_state state, int depth) {
  if (depth > max_depth) return false;
  while (state.position < run->filter->len) {
    if (++run->steps > max_steps) return false;
    const struct sock_filter step = run->filter->filter[state.position++];
    if (BPF_CLASS(step.code) == BPF_RET) {
      if (BPF_RVAL(step.code) != BPF_A) return run->accepts(step.k);
      return state.accumulator.is_known && run->accepts(state.accumulator.value);
    }
    if (divides_by_zero(&state, step)) {
      if (!run->accepts(0)) return false;
      if (right_of(&state, step).is_known) return true;
    }
    if (BPF_CLASS(step.code) != BPF_JMP) {
      execute(run, &state, step);
    } else if (BPF_OP(step.code) == BPF_JA) {
      // The kernel refuses a filter with a jump beyond its end.
      if (step.k >= run->filter->len) return false;
      state.position += step.k;
    } else if (!jump(run, &state, step, depth)) {
      return false;
    }
  }
  // The kernel installs no filter that may end without a result.
  return false;
}

bool lk_filter_always(
  const struct sock_fprog *filter, const lk_uncertain_call *call, bool (*accepts)(uint32_t result)) {
  filter_run run = {.filter = filter, .call = call, .accepts = accepts};
  const filter_state start = {.accumulator = known(0), .index = known(0)};
  return all_accepted(&run, start, 0);
}

#endif
