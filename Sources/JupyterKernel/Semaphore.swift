import Glibc

/// A counter that threads wait for (`sem_t`).
///
/// The system's semaphores may be used from any thread, which the compiler cannot know of a raw pointer.
final class Semaphore: @unchecked Sendable {
  private let pointer = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// A counter at zero.
  init() { sem_init(pointer, 0, 0) }

  deinit {
    sem_destroy(pointer)
    pointer.deallocate()
  }

  /// Counts up, which wakes one waiting thread.
  func signal() { sem_post(pointer) }

  /// Waits until the counter is above zero and counts down.
  func wait() {
    while sem_wait(pointer) != 0, errno == EINTR {}
  }

  /// Waits no longer than the given time.
  ///
  /// - Returns: Whether the counter was counted down.
  func wait(milliseconds: Int) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_nsec += milliseconds % 1000 * 1_000_000
    end.tv_sec += milliseconds / 1000 + end.tv_nsec / 1_000_000_000
    end.tv_nsec %= 1_000_000_000
    while sem_timedwait(pointer, &end) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }
}
