// Tells the thread sanitizer what it cannot see. Swift's Mutex is taken and given back by instructions in the program
// itself, which are watched, as long as nobody else wants it; else by the library Synchronization, which is not built for
// the sanitizer: every time two threads meet there, what the lock protects would be reported as a race. Loaded in front of
// that library (LD_PRELOAD), this does what it does, and notes the moments at which the lock changes hands.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// The sanitizer's own; absent in programs that are built without it, such as the shells in between.
__attribute__((weak)) void __tsan_acquire(void *lock);
__attribute__((weak)) void __tsan_release(void *lock);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

// _MutexHandle._lockSlow(UInt32), _unlockSlow() and _tryLockSlow() -> Bool
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

typedef SWIFT void (*Lock)(uint32_t thread, SELF lock);
typedef SWIFT void (*Unlock)(SELF lock);
typedef SWIFT bool (*Try)(SELF lock);

SWIFT void lock(uint32_t thread, SELF handle) __asm__(LOCK);
SWIFT void unlock(SELF handle) __asm__(UNLOCK);
SWIFT bool try(SELF handle) __asm__(TRY);

SWIFT void lock(uint32_t thread, SELF handle) {
  ((Lock)dlsym(RTLD_NEXT, LOCK))(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void unlock(SELF handle) {
  if (__tsan_release) __tsan_release(handle);
  ((Unlock)dlsym(RTLD_NEXT, UNLOCK))(handle);
}

SWIFT bool try(SELF handle) {
  bool isTaken = ((Try)dlsym(RTLD_NEXT, TRY))(handle);
  if (isTaken && __tsan_acquire) __tsan_acquire(handle);
  return isTaken;
}
