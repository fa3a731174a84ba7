import Glibc

/// Notices that the front end that started this process has died without a word.
///
/// Front ends write their process number into `JPY_PARENT_PID`. Without it nobody is watched: a kernel started by hand
/// belongs to nobody.
struct ParentWatch {
  /// How often to look, in milliseconds.
  static let interval = 1000

  private let parent: pid_t
  private let isDirect: Bool
  private var nextLook: Int

  /// Watches the process of that number; `nil` when there is no such number, or it is the first process of the system.
  init?(number: String?) {
    guard let number, let parent = pid_t(number), parent > 1 else { return nil }
    self.parent = parent
    isDirect = getppid() == parent
    nextLook = Clock.milliseconds + Self.interval
  }

  /// Whether the parent has gone. Looks once per interval.
  mutating func parentHasGone() -> Bool {
    let now = Clock.milliseconds
    guard now >= nextLook else { return false }
    nextLook = now + Self.interval
    if isDirect { return getppid() != parent }
    return kill(parent, 0) != 0 && errno == ESRCH
  }
}
