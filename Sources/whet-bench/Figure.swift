import Foundation

/// One timed figure: what it is, and what it is held against.
struct Figure: Sendable {
  /// Whether more or less is better.
  enum Direction: Sendable { case atLeast, atMost }

  let name: String
  let unit: String
  let threshold: Double
  let direction: Direction
  /// Makes what is measured, and gives what measures it once; the program repeats that.
  let prepare: @Sendable () throws -> () throws -> Double
}

/// Repeats a measurement for about this long and prints its median and its best beside the threshold.
struct Stopwatch {
  var seconds = 2.0

  /// How long `body` takes, in seconds.
  static func time(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let duration = try clock.measure { try body() }
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }

  /// The processor time of all threads so far, in seconds.
  static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// What repeating a figure gave.
  struct Result {
    let median: Double
    let best: Double
    /// Processor time per measurement, all threads together: what other load disturbs least.
    let processorMilliseconds: Double
    let count: Int
  }

  /// The median and the best of as many measurements as fit, at least three; one before them is not counted.
  func repeated(_ figure: Figure) throws -> Result {
    let measure = try figure.prepare()
    _ = try measure()
    let deadline = Date().addingTimeInterval(seconds)
    let start = Stopwatch.processorTime()
    var values: [Double] = []
    repeat { values.append(try measure()) } while Date() < deadline || values.count < 3
    let used = Stopwatch.processorTime() - start
    values.sort()
    let best = figure.direction == .atLeast ? values[values.count - 1] : values[0]
    return Result(
      median: values[values.count / 2], best: best, processorMilliseconds: 1000 * used / Double(values.count),
      count: values.count)
  }
}
