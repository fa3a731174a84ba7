import Experiments
import Synchronization

/// The networks that look through a camera, kept between two pictures; of the pictures nothing is kept.
final class CameraNetworks: Sendable {
  private struct Contents {
    let cache = FeatureCache(capacity: 1 << 20)
  }

  private let contents = Mutex(Contents())

  /// Asks something of the networks, one at a time.
  func use<Result: Sendable>(_ body: (FeatureCache) throws -> Result) rethrows -> Result {
    try contents.withLock { try body($0.cache) }
  }
}
