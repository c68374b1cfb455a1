// Tells the thread sanitizer when Swift's Mutex is waited for: LD_PRELOAD=…, built by
// `make sanitize`.
//
// `Mutex` takes and leaves a free lock by atomic operations in the program's own code,
// which the sanitizer sees. Where threads meet at the lock, code in the runtime's own
// library does it, which is not instrumented: the thread that waited looks as if it had
// taken no lock. The two functions that do so are called here by way of these, which say
// that the lock orders what was done before with what is done after. Source:
// `Mutex/LinuxImpl.swift` of Synchronization in the Swift repository.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

// The sanitizer's, in a program that was built with it.
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
