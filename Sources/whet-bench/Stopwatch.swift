import Arithmetic
import Foundation

/// How long runs took, in seconds: by the clock, and of processor time, all threads together. The latter is what other load
/// disturbs least.
struct Timings {
  var clock: [Double] = []
  var processor: [Double] = []

  /// The middle one, by the clock and of processor time.
  var median: (clock: Double, processor: Double) { (Timings.median(clock), Timings.median(processor)) }
  /// The best one by the clock.
  var best: Double { clock.min() ?? .nan }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.sorted()[values.count / 2]
  }

  mutating func append(_ other: Timings) {
    clock += other.clock
    processor += other.processor
  }

  /// Runs so often.
  init(runs: Int, _ body: () throws -> Void) rethrows {
    for _ in 0..<runs {
      let (start, used) = (ContinuousClock.now, Timings.processorTime())
      try body()
      clock.append((ContinuousClock.now - start) / .seconds(1))
      processor.append(Timings.processorTime() - used)
    }
  }

  init(clock: [Double] = [], processor: [Double] = []) {
    self.clock = clock
    self.processor = processor
  }

  /// The processor time of all threads so far, in seconds.
  static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
