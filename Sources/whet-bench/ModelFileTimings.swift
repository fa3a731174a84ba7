import Foundation
import ModelFile

/// How long it takes to open, expand and write a model file: `whet-bench model-file [FILE]`, of SqueezeNet in half precision
/// from the data folder where no file is named.
///
/// For that file loading is to take less than 15 ms, and saving less than 20 ms.
enum ModelFileTimings {
  /// Prints median, best and processor time of 15 rounds for the file at this path.
  static func run(_ path: String?) throws {
    let url = try path.map { URL(fileURLWithPath: $0) } ?? squeezeNet()
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
    if let labels = ClassLabels(of: model) {
      try report("save", toReach: 20) {
        try ModelFile(classifier: network, labels: labels, from: model).write(to: copy)
      }
      try report("  make") { _ = try ModelFile(classifier: network, labels: labels, from: model) }
    }
    try report("  write") { try model.write(to: copy) }
    report("check") { _ = model.check() }
  }

  /// SqueezeNet's file in the data folder: `$WHET_DATA`, `../shared` beside the checkout, or the XDG data home.
  private static func squeezeNet() throws -> URL {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["XDG_DATA_HOME"] ?? NSHomeDirectory() + "/.local/share"
    let folders = [environment["WHET_DATA"] ?? "", "../shared", home + "/whet"].filter { !$0.isEmpty }
    let places = folders.map { URL(fileURLWithPath: $0).appendingPathComponent("models/SqueezeNetFP16.mlmodel") }
    guard let found = places.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
      throw BenchError(
        "SqueezeNetFP16.mlmodel is not there: looked for \(places.map(\.path).joined(separator: ", ")). "
          + "Name a file, or: fetch squeezenet in a notebook.")
    }
    return found
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
