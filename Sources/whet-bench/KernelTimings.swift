import Foundation

/// `whet-bench kernel`: the kernel beside others, timed from outside over its sockets by `Tests/Peers/kernel`, and where
/// a message's time goes within.
enum KernelTimings {
  /// A figure as the script names it, and what is to be reached.
  private struct Row {
    let key: String
    let title: String
    let unit: String
    let statistic: Statistic
    let bound: Double?
    var isRate = false
  }

  /// What stands for the single values.
  private enum Statistic {
    case median, percentile99, greatest
  }

  private static let rows = [
    Row(key: "start", title: "start → kernel_info_reply", unit: "ms", statistic: .median, bound: 25),
    Row(key: "execute", title: "execute → idle", unit: "ms", statistic: .median, bound: 0.4),
    Row(key: "execute", title: "execute → idle, p99", unit: "ms", statistic: .percentile99, bound: 0.6),
    Row(key: "executeProcessor", title: "  processor time in the kernel", unit: "µs", statistic: .median, bound: nil),
    Row(key: "queued", title: "1,000 queued requests", unit: "/s", statistic: .median, bound: 5000, isRate: true),
    Row(key: "lines", title: "10,000 printed lines", unit: "/s", statistic: .median, bound: 500_000, isRate: true),
    Row(key: "firstLine", title: "  the first of them", unit: "ms", statistic: .median, bound: 20),
    Row(key: "complete", title: "complete", unit: "ms", statistic: .median, bound: 0.6),
    Row(key: "inspect", title: "inspect", unit: "ms", statistic: .median, bound: 0.6),
    Row(key: "busyComplete", title: "complete while training", unit: "ms", statistic: .median, bound: 0.6),
    Row(key: "busyInspect", title: "inspect while training", unit: "ms", statistic: .median, bound: 0.6),
    Row(key: "interrupt", title: "interrupt → reply in training", unit: "ms", statistic: .median, bound: 3),
    Row(key: "interrupt", title: "  the slowest", unit: "ms", statistic: .greatest, bound: 50),
    Row(key: "beat", title: "heartbeat, idle", unit: "ms", statistic: .median, bound: nil),
    Row(key: "busyBeat", title: "heartbeat while training, p99", unit: "ms", statistic: .percentile99, bound: 1),
    Row(key: "busyControl", title: "control while training, p99", unit: "ms", statistic: .percentile99, bound: 2),
    Row(key: "memory", title: "memory, idle", unit: "MiB", statistic: .median, bound: 20),
    Row(key: "shutdown", title: "shutdown → process gone", unit: "ms", statistic: .median, bound: 15),
  ]

  /// What the script wrote.
  private struct Report: Decodable {
    let load: Double
    let results: [String: [String: [Double]]]
  }

  /// Runs the script with further arguments (`--rounds N`, `--only FIGURE,…`) and prints the table.
  static func run(_ arguments: [String]) throws {
    let report = try measure(arguments)
    let peers = Set(report.results.values.flatMap(\.keys)).subtracting(["whet"]).sorted()
    print("median (best) of the single values; load \(report.load); a peer trains nothing but runs in a circle")
    print(
      column("", -32) + column("whet", 20) + column("to reach", 12) + "  "
        + peers.map { column($0, 22) }.joined() + column("best peer ÷ whet", 19))
    for row in rows {
      guard let values = report.results[row.key], let own = values["whet"] else { continue }
      let others = peers.map { values[$0].map { text($0, row) } ?? "–" }
      let best = peers.compactMap { values[$0].map { value($0, row) } }
      let nearest = row.isRate ? best.max() : best.min()
      let ratio = nearest.map { row.isRate ? value(own, row) / $0 : $0 / value(own, row) }
      print(
        column("\(row.title), \(row.unit)", -32) + column(text(own, row), 20)
          + column(row.bound.map { "\(row.isRate ? "≥" : "≤") \(short($0))" } ?? "", 12) + "  "
          + others.map { column($0, 22) }.joined() + column(ratio.map { short($0) } ?? "", 19))
    }
    tellThreads(report)
    WireTimings.run()
    CellTimings.run()
  }

  /// Which of the kernel's threads a cell's processor time is spent on.
  private static func tellThreads(_ report: Report) {
    let prefix = "processor "
    let threads = report.results.filter { $0.key.hasPrefix(prefix) }.compactMapValues { $0["whet"] }
    guard !threads.isEmpty else { return }
    print("\na cell's processor time by thread, µs:")
    for (key, values) in threads.sorted(by: { $0.key < $1.key }) {
      print(column("  \(key.dropFirst(prefix.count))", -62) + column(short(values.sorted()[values.count / 2]), 8))
    }
  }

  private static func measure(_ arguments: [String]) throws -> Report {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let root = sources.deletingLastPathComponent()
    let script = Process()
    script.executableURL = root.appending(path: "Tests/Peers/kernel")
    let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "whet")
    script.arguments = ["--whet", program.path(percentEncoded: false)] + arguments
    let output = Pipe()
    script.standardOutput = output
    try script.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    script.waitUntilExit()
    guard script.terminationStatus == 0 else { throw Failure.script(script.terminationStatus) }
    return try JSONDecoder().decode(Report.self, from: bytes)
  }

  /// Why there is no table.
  private enum Failure: Error {
    case script(Int32)
  }

  private static func value(_ values: [Double], _ row: Row) -> Double {
    let sorted = values.sorted()
    switch row.statistic {
    case .median: return sorted[sorted.count / 2]
    case .percentile99: return sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    case .greatest: return sorted[sorted.count - 1]
    }
  }

  private static func text(_ values: [Double], _ row: Row) -> String {
    guard case .median = row.statistic, let best = row.isRate ? values.max() : values.min() else {
      return short(value(values, row))
    }
    return "\(short(value(values, row))) (\(short(best)))"
  }

  private static func short(_ value: Double) -> String {
    switch abs(value) {
    case 1000...: String(format: "%.0f", value)
    case 10...: String(format: "%.1f", value)
    default: String(format: "%.2f", value)
    }
  }
}

/// Text padded with spaces, on the left, or for a negative width on the right.
func column(_ text: String, _ width: Int) -> String {
  let padding = String(repeating: " ", count: max(0, abs(width) - text.count))
  return width < 0 ? text + padding : padding + text
}
