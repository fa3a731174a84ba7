import Arithmetic
import Foundation

/// The machine as it is while measuring.
enum Machine {
  /// The processor as Linux names it, its clock for the moment, and the vectors that Whet's kernels use.
  static var processor: String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n").map { line in
      line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    func field(_ name: String) -> String? { lines.first { $0.count == 2 && $0[0] == name }?[1] }
    let clock = field("cpu MHz").flatMap(Double.init).map { String(format: "%.1f GHz", $0 / 1000) }
    let parts = [
      field("model name"), field("cpu family").map { "family \($0)" }, field("model").map { "model \($0)" }, clock,
    ]
    let vectors = [16: "AVX-512", 8: "AVX2"][MarkedAverages.lanes] ?? "plain vectors"
    return (parts.compactMap(\.self) + [vectors]).joined(separator: ", ")
  }

  /// Which part of all processors' time is not idle while this process sleeps for a tenth of a second, 0…1: what others take.
  static func othersShare() -> Double {
    func times() -> (busy: Double, all: Double) {
      let text = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
      let fields = text.prefix { $0 != "\n" }.split(separator: " ").compactMap { Double($0) }.prefix(8)
      guard fields.count == 8 else { return (0, 0) }
      let all = fields.reduce(0, +)
      return (all - fields[3] - fields[4], all)
    }
    let before = times()
    Thread.sleep(forTimeInterval: 0.1)
    let after = times()
    return after.all > before.all ? (after.busy - before.busy) / (after.all - before.all) : 0
  }

  /// How many processes wanted a processor in the last minute, on the average.
  static var load: String {
    let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? "?"
    return text.split(separator: " ").first.map(String.init) ?? "?"
  }

  static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// What the arithmetic of one thread can do at most, in thousands of millions of operations a second: products so small that
  /// nothing else counts.
  static var peak: Double {
    let product = SmallProduct()
    let timings = Timings(runs: 200) { for _ in 0..<100 { product.multiply() } }
    return SmallProduct.operations * 100 / (timings.processor.min() ?? .nan) * 1e-9
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

/// A product of matrices so small that nothing but the arithmetic counts.
struct SmallProduct {
  private static let (rows, columns, depth) = (28, 32, 128)
  /// How many multiplications and additions it takes.
  static let operations = Double(2 * rows * columns * depth)

  private let a = FloatBuffer(count: rows * depth), b = FloatBuffer(count: columns * depth)
  private let c = FloatBuffer(count: rows * columns)

  func multiply() {
    let (rows, columns, depth) = (SmallProduct.rows, SmallProduct.columns, SmallProduct.depth)
    MatrixProduct(
      a: a.pointer, b: b.pointer, c: c.pointer, rows: rows, columns: columns, depth: depth, aRow: depth, aColumn: 1,
      bRow: columns, cRow: columns
    ).multiply()
  }
}
