import Foundation

/// Prints every figure, or those whose names begin with an argument, beside its threshold:
/// `whet-bench [--seconds S] [FIGURE…]`. `whet-bench model-file FILE` times reading a model file instead.
func run(_ arguments: [String]) throws {
  if arguments.count == 2, arguments[0] == "model-file" { return try ModelFileTimings.run(arguments[1]) }
  var arguments = arguments
  var stopwatch = Stopwatch()
  if let index = arguments.firstIndex(of: "--seconds"), index + 1 < arguments.count {
    stopwatch.seconds = Double(arguments[index + 1]) ?? stopwatch.seconds
    arguments.removeSubrange(index...index + 1)
  }
  let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
  print("\(ProcessInfo.processInfo.activeProcessorCount) processors, load \(load.prefix(14))")
  print("figure             median       best   to reach   unit        runs   processor ms a run")
  for figure in Figure.all where arguments.isEmpty || arguments.contains(where: figure.name.hasPrefix) {
    let result = try stopwatch.repeated(figure)
    let sign = figure.direction == .atLeast ? "≥" : "≤"
    let columns = [result.median, result.best].map { column(String(format: "%.2f", $0), 11) }.joined()
    print(
      column(figure.name, -16) + columns + column("\(sign) \(String(format: "%.4g", figure.threshold))", 11) + "   "
        + column(figure.unit, -10) + column("\(result.count)", 6)
        + column(String(format: "%.2f", result.processorMilliseconds), 21))
  }
}

/// Text padded with spaces, on the left, or for a negative width on the right.
func column(_ text: String, _ width: Int) -> String {
  let padding = String(repeating: " ", count: max(0, abs(width) - text.count))
  return width < 0 ? text + padding : padding + text
}

do {
  try run(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("whet-bench: \(error)\n".utf8))
  exit(1)
}
