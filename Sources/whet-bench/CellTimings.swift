import Commands
import Experiments
import Figures
import JupyterWire
import Language

/// What becomes of the time of a cell that prints ten thousand lines, and of questions, within the kernel and without its
/// sockets.
enum CellTimings {
  private static let count = 10_000

  /// Prints the best of 20 rounds of each step.
  static func run() {
    let cell = (0..<count).map { "print \"line\" \($0)" }.joined(separator: "\n")
    let content: JSONObject = ["code": .string(cell)]
    let document = JSONWriter.write(content)
    let workbench = Workbench(files: DataFolder(), store: nil)
    print("\nof a printed line's processor time, a statement each, ns (best of 20 rounds of \(count) lines):")
    let request = report("reading the request") { _ = try? JSONReader.read(document) }
    let announced = report("writing execute_input") { _ = JSONWriter.write(content) }
    let parsed = report("reading the statements") { _ = try? Parser.parse(Source(cell)) }
    let whole = best { _ = workbench.run(cell, on: Listener()) }
    line("running them", whole - parsed)
    line("all of it", request + announced + whole)
    print("questions, µs (best of 20 rounds):")
    for (what, work) in [
      ("complete \"tra\"", { _ = workbench.complete("tra", cursor: 3) }),
      ("inspect \"train\"", { _ = workbench.inspect("train", cursor: 5) }),
      ("the cell \"x = 1\"", { _ = workbench.run("x = 1", on: Listener()) }),
    ] {
      print(column("  \(what)", -62) + column("\((best(work) * Double(count) / 10).rounded() / 100)", 8))
    }
  }

  private static func report(_ what: String, _ work: () -> Void) -> Double {
    let taken = best(work)
    line(what, taken)
    return taken
  }

  private static func line(_ what: String, _ nanoseconds: Double) {
    print(column("  \(what)", -62) + column("\(Int(nanoseconds.rounded()))", 8))
  }

  /// Nanoseconds a line.
  private static func best(_ work: () -> Void) -> Double {
    let clock = ContinuousClock()
    let best = (0..<20).map { _ in clock.measure(work) }.min() ?? .zero
    return best / .nanoseconds(count)
  }
}
