import Synchronization

/// The pace of all figures that live at one time: together they are drawn at most ten times a second, whichever cells they
/// belong to, so that a page with many of them stays as fluid as with one.
///
/// May be used from any thread.
final class LivePace: Sendable {
  private let count = Mutex(0)
  /// The shortest time between two pictures of a figure that lives alone.
  static let interval = Duration.milliseconds(100)

  /// The shortest time between two pictures of one figure, by how many there are.
  var interval: Duration { Self.interval * count.withLock { max($0, 1) } }

  /// A figure begins to live.
  func join() { count.withLock { $0 += 1 } }

  /// A figure has its last picture.
  func leave() { count.withLock { $0 -= 1 } }
}
