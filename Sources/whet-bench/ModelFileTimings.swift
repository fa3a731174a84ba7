import Foundation
import ModelFile

/// How long it takes to open, expand and write a model file.
enum ModelFileTimings {
  /// Prints the median of 15 rounds for the file at this path.
  static func run(_ path: String) throws {
    let url = URL(fileURLWithPath: path)
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("whet-bench.mlmodel")
    defer { try? FileManager.default.removeItem(at: copy) }
    let model = try ModelFile(contentsOf: url)
    let network = try model.network()
    report("open", try median { _ = try ModelFile(contentsOf: url) })
    report("expand", try median { _ = try model.network() })
    report("write unchanged", try median { try model.write(to: copy) })
    if let labels = model.classLabels {
      var made = model
      report("make", try median { made = try ModelFile(classifier: network, labels: labels, from: model) })
      report("write made", try median { try made.write(to: copy) })
    }
    report("check", median { _ = model.check() })
  }

  private static func report(_ what: String, _ milliseconds: Double) {
    print("model file, \(what): \((milliseconds * 100).rounded() / 100) ms")
  }

  private static func median(_ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let times = try (0..<15).map { _ in try clock.measure(work) }.sorted()
    return times[7] / .milliseconds(1)
  }
}
