/// Keeps the least time each layer takes on one thread.
final class LayerClock {
  /// What is timed: layers by their number, and what comes before and after all of them.
  enum Work {
    case layer(Int), input, output
  }

  /// Seconds, layer by layer, then of the input and of the output.
  private(set) var seconds: [Double]

  init(layers: Int) { seconds = [Double](repeating: .infinity, count: layers + 2) }

  /// Times some work for so many samples.
  func measure(_ work: Work, samples: Int, _ body: () -> Void) {
    let start = ContinuousClock.now
    body()
    let spent = (ContinuousClock.now - start) / .seconds(1) / Double(max(samples, 1))
    let place =
      switch work {
      case .layer(let number): number
      case .input: seconds.count - 2
      case .output: seconds.count - 1
      }
    seconds[place] = min(seconds[place], spent)
  }
}
