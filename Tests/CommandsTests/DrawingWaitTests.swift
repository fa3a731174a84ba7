import Figures
import Testing

@testable import Commands
@testable import Experiments

/// The progress of drawing: shown with the time left where it will take long, and not at all where it will not.
struct DrawingWaitTests {
  /// What was shown at each of some times, in milliseconds, when so many of 1,000 were drawn.
  private func shown(_ steps: [(milliseconds: Int, done: Int)]) -> [String] {
    let (page, begun) = (Page(), ContinuousClock.now)
    var passed = Duration.zero
    let waiting = DrawingWait(name: "h", context: CommandContext(display: page) { "figure" }, now: { begun + passed })
    var texts: [String] = []
    for step in steps {
      passed = .milliseconds(step.milliseconds)
      waiting.update(step.done, of: 1000)
      texts.append(page.entries.last?.rendering.plainText ?? "")
    }
    waiting.finish()
    return texts + [page.entries.last?.rendering.plainText ?? ""]
  }

  @Test func `what will take long is shown with the time left`() {
    #expect(
      shown([(100, 20), (200, 40)]) == [
        "", "h ░░░░░░░░░░░░░░░░░░░░ 40 of 1,000 hands · 4.8 s left", "h ████████████████████ 1,000 of 1,000 hands",
      ])
  }

  @Test func `what will not take long is not shown`() {
    #expect(shown([(0, 0), (200, 400), (400, 800), (500, 1000)]) == ["", "", "", "", ""])
  }
}
