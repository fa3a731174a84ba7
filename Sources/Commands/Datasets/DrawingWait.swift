import CommandLanguage
import Figures
import Wording

/// Shows how many hands are drawn, and the time left, where all of them take long.
final class DrawingWait {
  private let name: String
  private let live: LiveDisplay
  private let begun: ContinuousClock.Instant
  private let now: () -> ContinuousClock.Instant
  private var count = 0

  /// After how long it is known how long all will take, and how long that may be before it is shown.
  private static let measured = Duration.milliseconds(150), patience = Duration.milliseconds(700)

  /// Begins to wait for a dataset; `now` tells the time.
  init(name: String, context: CommandContext, now: @escaping () -> ContinuousClock.Instant = { .now }) {
    self.name = name
    self.now = now
    live = context.live()
    begun = now()
  }

  /// Tells how many are drawn.
  func update(_ done: Int, of count: Int) {
    self.count = count
    let passed = now() - begun
    guard done > 0, passed > Self.measured else { return }
    let left = passed * (Double(count - done) / Double(done))
    guard live.isShown || passed + left > Self.patience else { return }
    live.update { progress(done, ["\(Numbers.duration(left / .seconds(1))) left"]) }
  }

  /// Shows that all are drawn, if anything was shown.
  func finish() {
    if live.isShown { live.finish(progress(count, [])) }
  }

  private func progress(_ done: Int, _ details: [String]) -> Rendering {
    ProgressView(title: name, completed: done, total: count, unit: "hands", details: details).rendering
  }
}
