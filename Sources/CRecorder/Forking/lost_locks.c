#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_lost_locks.h"

#include "lk_child.h"

#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/seccomp.h>)
#define LK_HAS_FILTERS 1
#endif
#endif

#if defined(LK_HAS_FILTERS) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef FUTEX_LOCK_PI2
#define FUTEX_LOCK_PI2 13
#endif

static void end_process(int signal) {
  (void)signal;
  _exit(lk_lost_lock_status);
}

void lk_end_at_lost_locks(void) {
  struct sock_filter code[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_futex, 0, 4),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, FUTEX_CMD_MASK),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FUTEX_LOCK_PI, 2, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FUTEX_LOCK_PI2, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
  };
  struct sock_fprog filter = {.len = sizeof code / sizeof *code, .filter = code};
  struct sigaction action = {.sa_handler = end_process};
  if (sigaction(SIGSYS, &action, NULL) != 0) return;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

#else

void lk_end_at_lost_locks(void) {}

#endif
