/// How long a layer of a network takes, for whoever wants to make it faster.
public struct LayerTime: Sendable, Equatable {
  /// The layer, with those that were drawn into it; nil for what is not a layer's: bringing samples in and results out.
  public let layer: String?
  /// Seconds for one sample, the least of the runs: what other load on the processors disturbs least.
  public let seconds: Double
  /// The same on the way back through the layer in a step of training, moving its parameters included; 0 where none was timed.
  public var backward = 0.0
}

extension Workspace {
  /// Runs a layer, and takes its time where there is a clock.
  func time(_ runner: any LayerRunner, _ clock: LayerClock?, _ body: () -> Void) {
    guard let clock else { return body() }
    clock.measure(.layer(runner.place.index), samples: batch, body)
  }
}

/// Keeps the least time each layer takes on one thread.
final class LayerClock {
  /// What is timed: layers by their number, and what comes before and after all of them.
  enum Work {
    case layer(Int), input, output
  }

  /// Seconds, layer by layer, then of the input and of the output.
  private(set) var seconds: [Double]

  init(layers: Int) { seconds = [Double](repeating: .infinity, count: layers + 2) }

  /// Runs a piece of work for so many samples.
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
