// Tests of the sandbox's system call filter, a list of instructions. The tests interpret the
// instructions themselves, because an emulator of another architecture does not pass filters to the
// kernel.
#include "../../Sources/CRecorder/Execution/sandbox.c"

#include "checks.h"

/// Returns the result of the filter for a system call. The rules are those of classic BPF (Linux,
/// Documentation/networking/filter.rst).
static uint32_t answer(const filter_program *program, const struct seccomp_data *call) {
  uint32_t value = 0;
  for (unsigned short at = 0; at < program->length; at++) {
    const struct sock_filter *step = &program->code[at];
    switch (step->code) {
      case BPF_LD | BPF_W | BPF_ABS:
        CHECK(step->k % 4 == 0 && step->k + 4 <= sizeof *call);
        memcpy(&value, (const char *)call + step->k, 4);
        break;
      case BPF_ALU | BPF_AND | BPF_K: value &= step->k; break;
      case BPF_JMP | BPF_JEQ | BPF_K: at += value == step->k ? step->jt : step->jf; break;
      case BPF_JMP | BPF_JGE | BPF_K: at += value >= step->k ? step->jt : step->jf; break;
      case BPF_RET | BPF_K: return step->k;
      default: CHECK(!"an instruction that the filter does not use");
    }
  }
  CHECK(!"a filter that ends without an answer");
  return 0;
}

static uint32_t answer_to(
  const filter_program *program, int number, uint64_t first, uint64_t third, uint64_t fourth) {
  const struct seccomp_data call = {
    .nr = number, .arch = LK_ARCHITECTURE, .args = {first, 0, third, fourth}};
  return answer(program, &call);
}

static const int refused[] = {
  SYS_read,   SYS_write,    SYS_openat,  SYS_unlinkat, SYS_socket,   SYS_connect, SYS_sendto,
  SYS_ioctl,  SYS_fcntl,    SYS_dup,     SYS_futex,    SYS_ptrace,   SYS_shmget,  SYS_tkill,
  SYS_setuid, SYS_mount,    SYS_reboot,  SYS_io_setup, SYS_epoll_pwait, SYS_memfd_create,
};

void test_filter(void) {
  static filter_program program;
  write_filter(&program);
  CHECK(program.length > 50 && program.length < max_instructions);
  const uint32_t allow = SECCOMP_RET_ALLOW, trap = SECCOMP_RET_TRAP;
  for (size_t index = 0; index < sizeof allowed / sizeof *allowed; index++) {
    CHECK(answer_to(&program, allowed[index], 0, 0, 0) == allow);
  }
  for (size_t index = 0; index < sizeof refused / sizeof *refused; index++) {
    CHECK(answer_to(&program, refused[index], 0, 0, 0) == trap);
  }
  const size_t creating_count = sizeof process_creating_calls / sizeof *process_creating_calls;
  for (size_t index = 0; index < creating_count; index++) {
    const int number = process_creating_calls[index];
    CHECK(answer_to(&program, number, 0, 0, 0) == (SECCOMP_RET_ERRNO | EPERM));
  }
  const uint64_t self = (uint64_t)getpid();
  CHECK(answer_to(&program, SYS_mmap, 0, 0, MAP_PRIVATE | MAP_ANONYMOUS) == allow);
  CHECK(answer_to(&program, SYS_mmap, 0, 0, MAP_SHARED | MAP_ANONYMOUS) == trap);
  CHECK(answer_to(&program, SYS_mmap, 0, 0, MAP_PRIVATE) == trap);
  CHECK(answer_to(&program, SYS_kill, self, 0, 0) == allow);
  CHECK(answer_to(&program, SYS_kill, self + 1, 0, 0) == trap);
  CHECK(answer_to(&program, SYS_tgkill, self, 0, 0) == allow);
  CHECK(answer_to(&program, SYS_tgkill, 1, 0, 0) == trap);
  CHECK(answer_to(&program, SYS_madvise, 0, MADV_DONTNEED, 0) == allow);
  CHECK(answer_to(&program, SYS_madvise, 0, MADV_REMOVE, 0) == trap);
  CHECK(answer_to(&program, SYS_prctl, PR_SET_NAME, 0, 0) == allow);
  CHECK(answer_to(&program, SYS_prctl, PR_SET_DUMPABLE, 0, 0) == trap);
  CHECK(answer_to(&program, SYS_prlimit64, 0, 0, 0) == allow);
  CHECK(answer_to(&program, SYS_prlimit64, 0, 0x100000000, 0) == trap);
  const struct seccomp_data other = {.nr = SYS_getpid, .arch = LK_ARCHITECTURE ^ 1};
  CHECK(answer(&program, &other) == SECCOMP_RET_KILL_PROCESS);
}
