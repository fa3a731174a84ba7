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

/// The machine as it is while measuring.
enum Machine {
  /// How many processes wanted a processor in the last minute, on the average.
  static var load: String {
    let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? "?"
    return text.split(separator: " ").first.map(String.init) ?? "?"
  }

  static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// What the arithmetic of one thread can do at most, in thousands of millions of operations a second: products so small that
  /// nothing else counts.
  static var peak: Double {
    let (rows, columns, depth) = (28, 32, 128)
    let a = FloatBuffer(count: rows * depth), b = FloatBuffer(count: columns * depth)
    let c = FloatBuffer(count: rows * columns)
    let product = MatrixProduct(
      a: a.pointer, b: b.pointer, c: c.pointer, rows: rows, columns: columns, depth: depth, aRow: depth, aColumn: 1,
      bRow: columns, cRow: columns)
    let timings = Timings(runs: 200) { for _ in 0..<100 { product.multiply() } }
    return Double(2 * rows * columns * depth * 100) / (timings.processor.min() ?? .nan) * 1e-9
  }

  /// This process's memory now, and at its peak, in MB.
  static var memory: (now: Double, peak: Double) {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    func field(_ name: String) -> Double {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
      return (line.split(separator: " ").compactMap { Double($0) }.first ?? .nan) / 1024
    }
    return (field("VmRSS:"), field("VmHWM:"))
  }
}
