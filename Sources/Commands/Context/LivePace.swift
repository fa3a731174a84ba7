import Synchronization

/// The pace of all figures that live at one time, whichever cells they belong to: together they are drawn at most ten times a
/// second, and more than four of them at most six times, so that a page with many of them stays as fluid as with one.
///
/// May be used from any thread.
final class LivePace: Sendable {
  private let count = Mutex(0)
  /// The shortest time between two pictures of a figure that lives alone.
  static let interval = Duration.milliseconds(100)

  /// As many figures share ten pictures a second; more of them, which no page shows at once, share six.
  private static let mostLively = 4

  /// The shortest time between two pictures of one figure, by how many there are.
  var interval: Duration {
    let count = count.withLock { max($0, 1) }
    return Self.interval * count * (count > Self.mostLively ? 5 : 3) / 3
  }

  /// A figure begins to live.
  func join() { count.withLock { $0 += 1 } }

  /// A figure has its last picture.
  func leave() { count.withLock { $0 -= 1 } }
}
