import Foundation
import ModelFile

/// How long it takes to open, expand and write a model file: `whet-bench model-file FILE`.
///
/// For SqueezeNet in half precision loading is to take less than 15 ms, and saving less than 20 ms.
enum ModelFileTimings {
  /// Prints median, best and processor time of 15 rounds for the file at this path.
  static func run(_ path: String) throws {
    let url = URL(fileURLWithPath: path)
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent(
      "whet-bench-\(ProcessInfo.processInfo.processIdentifier).mlmodel")
    defer { try? FileManager.default.removeItem(at: copy) }
    let model = try ModelFile(contentsOf: url)
    let network = try model.network()
    let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
    print("\(url.lastPathComponent), load \(load.prefix(14))")
    print("                      median       best  processor ms")
    try report("load", toReach: 15) { _ = try ModelFile(contentsOf: url).network() }
    try report("  open") { _ = try ModelFile(contentsOf: url) }
    try report("  expand") { _ = try model.network() }
    if let labels = model.classLabels {
      try report("save", toReach: 20) {
        try ModelFile(classifier: network, labels: labels, from: model).write(to: copy)
      }
      try report("  make") { _ = try ModelFile(classifier: network, labels: labels, from: model) }
    }
    try report("  write") { try model.write(to: copy) }
    report("check") { _ = model.check() }
  }

  private static func report(_ what: String, toReach threshold: Double? = nil, _ work: () throws -> Void) rethrows {
    let clock = ContinuousClock()
    let before = processorTime()
    let times = try (0..<15).map { _ in try clock.measure(work) / .milliseconds(1) }.sorted()
    let columns = [times[7], times[0], (processorTime() - before) * 1000 / 15].map {
      column(String(format: "%.2f", $0), 11)
    }
    print(column(what, -17) + columns.joined() + (threshold.map { "   to reach: < \(Int($0)) ms" } ?? ""))
  }

  /// How many seconds this process has worked.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
