#include "lk_break_trial.h"

#if defined(__linux__)

#include <sys/syscall.h>

typedef struct {
  long number;
  const char *name;
} system_call;

#define NAMED(name) {SYS_##name, #name}

static const system_call system_calls[] = {
  NAMED(read), NAMED(write), NAMED(readv), NAMED(writev), NAMED(pread64), NAMED(pwrite64),
  NAMED(openat), NAMED(unlinkat), NAMED(renameat2), NAMED(mkdirat), NAMED(ftruncate),
  NAMED(fchmod), NAMED(fsync), NAMED(fcntl), NAMED(flock), NAMED(ioctl), NAMED(lseek),
  NAMED(getdents64), NAMED(readlinkat), NAMED(faccessat), NAMED(dup), NAMED(pipe2),
  NAMED(socket), NAMED(connect), NAMED(bind), NAMED(listen), NAMED(accept4), NAMED(shutdown),
  NAMED(sendto), NAMED(sendmsg), NAMED(recvfrom), NAMED(recvmsg), NAMED(setsockopt),
  NAMED(clone), NAMED(kill), NAMED(tkill), NAMED(tgkill), NAMED(mmap), NAMED(msync), NAMED(prctl),
  NAMED(ppoll), NAMED(epoll_ctl), NAMED(epoll_pwait), NAMED(eventfd2), NAMED(timerfd_settime),
  NAMED(setitimer), NAMED(wait4), NAMED(waitid), NAMED(setpgid), NAMED(setsid),
  NAMED(prlimit64), NAMED(sched_setscheduler), NAMED(rt_sigtimedwait), NAMED(rt_sigsuspend),
  NAMED(rt_sigqueueinfo), NAMED(shmget), NAMED(shmat), NAMED(memfd_create),
  NAMED(rt_sigaction), NAMED(rt_sigprocmask), NAMED(rt_sigpending), NAMED(rt_tgsigqueueinfo), NAMED(rt_sigreturn),
  NAMED(clock_nanosleep), NAMED(madvise), NAMED(munmap), NAMED(mprotect), NAMED(futex),
  NAMED(gettid), NAMED(getpid), NAMED(getuid), NAMED(close), NAMED(socketpair), NAMED(signalfd4),
  NAMED(execve), NAMED(exit_group),
#if defined(SYS_open)
  NAMED(open), NAMED(unlink), NAMED(rename), NAMED(mkdir), NAMED(rmdir), NAMED(creat),
  NAMED(chmod), NAMED(access), NAMED(stat), NAMED(lstat), NAMED(readlink), NAMED(poll),
  NAMED(select), NAMED(pause), NAMED(alarm), NAMED(pipe), NAMED(dup2),
#endif
#if defined(SYS_newfstatat)
  NAMED(newfstatat),
#endif
};

const char *lk_system_call_name(uint32_t number) {
  for (unsigned index = 0; index < sizeof system_calls / sizeof *system_calls; index++) {
    if (system_calls[index].number == (long)number) return system_calls[index].name;
  }
  return 0;
}

#else

const char *lk_system_call_name(uint32_t number) {
  (void)number;
  return 0;
}

#endif
