// Reports contended uses of Swift's `Mutex` to the thread sanitizer. `make sanitize` builds this
// library and loads it by LD_PRELOAD.
//
// A `Mutex` without contention is acquired and released by atomic operations in the program's own
// code, which the sanitizer observes. Under contention, two functions of the runtime's library
// acquire and release it. They are not instrumented, so the sanitizer does not observe that a
// thread which waited has acquired the lock. The functions below replace them, call the originals,
// and report that the release happens before the next acquisition. Source:
// `Mutex/LinuxImpl.swift` of Synchronization in the Swift repository.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

// Functions of the thread sanitizer; null in a program that was built without it.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

SWIFT void lock_slow(uint32_t thread, SELF mutex) __asm__(LOCK_SLOW);
SWIFT void unlock_slow(SELF mutex) __asm__(UNLOCK_SLOW);

SWIFT void lock_slow(uint32_t thread, SELF mutex) {
  SWIFT void (*original)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK_SLOW);
  original(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock_slow(SELF mutex) {
  SWIFT void (*original)(SELF) = dlsym(RTLD_NEXT, UNLOCK_SLOW);
  if (__tsan_release) __tsan_release(mutex);
  original(mutex);
}
