import Experiments
import Figures
import Wording

/// What the reader sees of the check of a large dataset while it goes on.
final class CheckWait {
  private let context: CommandContext
  private var reading: LiveDisplay?
  private var looking: LiveDisplay?
  /// So few photos are read, or go through a network, before anybody wonders.
  private static let fewRead = 200, fewLookedAt = 64

  /// Nothing is shown yet.
  init(context: CommandContext) { self.context = context }

  /// Shows how far the check is.
  func show(_ progress: DatasetChecker.Progress) {
    switch progress {
    case .reading(let done, let count):
      guard count > Self.fewRead else { return }
      show(
        done < count
          ? "Reading \(Numbers.part(done, of: count, "photo"))" : "\(Numbers.part(done, of: count, "photo")) read.",
        &reading, done, count)
    case .looking(let done, let count, let network):
      guard count > Self.fewLookedAt else { return }
      show(
        done < count
          ? "Looking through \(network): \(Numbers.part(done, of: count, "photo"))"
          : "\(Numbers.count(count, "photo")) looked at through \(network).",
        &looking, done, count)
    }
  }

  private func show(_ text: String, _ live: inout LiveDisplay?, _ done: Int, _ count: Int) {
    guard done < count else {
      live?.finish(.text(text))
      return
    }
    let shown = live ?? context.live()
    live = shown
    shown.update { .text(text) }
  }
}
