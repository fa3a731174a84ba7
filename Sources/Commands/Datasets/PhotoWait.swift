import CommandLanguage
import Figures
import Wording

/// Shows how many photos were decoded, where there are many.
final class PhotoWait {
  private let live: LiveDisplay
  private var count = 0

  /// Fewer photos than these are decoded before anybody would read of it.
  private static let few = 200

  /// Begins to wait.
  init(context: CommandContext) { live = context.live() }

  /// Tells how many of how many photos were decoded.
  func update(_ done: Int, _ count: Int) {
    self.count = count
    if count > Self.few {
      live.update { .text("Reading \(Numbers.part(done, of: count, "photo"))") }
    }
  }

  /// Shows that all were, if anything was shown.
  func finish() {
    if live.isShown { live.finish(.text("\(Numbers.count(count, "photo")) read.")) }
  }
}
