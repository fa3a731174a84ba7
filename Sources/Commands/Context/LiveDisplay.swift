import Experiments
import Figures
import Views

/// A figure that is updated in place while work goes on, at most ten times a second; where others live beside it, at most ten
/// times a second together, by their pace.
///
/// Front ends drop messages, or lag, when a kernel sends more. The first picture is shown at once, and the last state
/// always.
final class LiveDisplay {
  private let display: any CellDisplay
  private let identity: String
  private var lastShown: ContinuousClock.Instant?
  private let begun = ContinuousClock.now
  private let work: Rendering.Unfinished
  private let pace: LivePace
  private var isLiving = false
  /// Work that is done within this time shows no progress, unless it says otherwise.
  static let patience = Duration.milliseconds(300)

  /// Prepares a figure of some work; nothing is shown yet.
  init(
    on display: any CellDisplay, identity: String, of work: Rendering.Unfinished = Rendering.Unfinished(),
    pace: LivePace = LivePace()
  ) {
    self.display = display
    self.pace = pace
    self.identity = identity
    self.work = work
  }

  deinit { endLiving() }

  /// Whether something is on the page already.
  var isShown: Bool { lastShown != nil }

  /// Shows the present state unless the page was updated a moment ago.
  ///
  /// - Parameters:
  ///   - delay: How long the work must have gone on before its first picture.
  ///   - make: Makes the picture.
  func update(after delay: Duration = .zero, _ make: () -> Rendering) {
    let now = ContinuousClock.now
    guard isShown || now - begun >= delay else { return }
    if let lastShown, now - lastShown < pace.interval { return }
    var rendering = make()
    rendering.unfinished = work
    if !isLiving { pace.join() }
    isLiving = true
    put(rendering)
  }

  /// How long it takes yet, after two seconds of work that goes on as evenly: one detail of a progress, or none.
  func timeLeft(_ done: Int, of count: Int) -> [String] {
    TimeLeft(passed: (ContinuousClock.now - begun) / .seconds(1), done: Double(done), of: Double(count)).details
  }

  /// Shows the last state.
  func finish(_ rendering: Rendering) {
    endLiving()
    put(rendering)
  }

  /// The result of the work: it takes the place of the figure on the page, and is given back where there is none.
  func result(_ rendering: Rendering) -> Rendering? {
    guard isShown else { return rendering }
    finish(rendering)
    return nil
  }

  private func endLiving() {
    if isLiving { pace.leave() }
    isLiving = false
  }

  private func put(_ rendering: Rendering) {
    if lastShown == nil { display.show(rendering, as: identity) } else { display.replace(identity, with: rendering) }
    lastShown = .now
  }
}
