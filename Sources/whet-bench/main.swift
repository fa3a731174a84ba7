import Foundation

/// Runs what the arguments ask for.
func run(_ arguments: [String]) throws {
  if arguments.contains(where: { ["--help", "-h"].contains($0) }) { return print(Usage.text) }
  if arguments == ["memory"] { return try Memory.run() }
  if arguments.first == "model-file" { return try ModelFileTimings.run(arguments.dropFirst().first) }
  if arguments.first == "forward" { return try ForwardTimings.run(Array(arguments.dropFirst())) }
  if arguments.first == "scaling" { return try Scaling.run(Array(arguments.dropFirst())) }
  if arguments.first == "scaling-point" { return try Scaling.point(Array(arguments.dropFirst())) }
  if arguments == ["cells"] { return CellTimings.run() }
  if arguments.first == "layers" { return try LayerTable.run(Array(arguments.dropFirst())) }
  if arguments.first == "kernel" { return try KernelTimings.run(Array(arguments.dropFirst())) }
  var comparison = Comparison()
  var (names, rest) = ([String](), arguments[...])
  while let argument = rest.popFirst() {
    switch argument {
    case "--peers": comparison.environment = try PeerEnvironment()
    case "--seconds": comparison.seconds = rest.popFirst().flatMap(Double.init) ?? comparison.seconds
    case "--rounds": comparison.rounds = max(1, rest.popFirst().flatMap(Int.init) ?? comparison.rounds)
    default: names.append(argument)
    }
  }
  let all = Figure.all + (comparison.environment.map(Figure.transformers) ?? [])
  if let unknown = names.first(where: { name in !(all + Figure.large).contains { $0.name.hasPrefix(name) } }) {
    throw BenchError(
      unknown.hasPrefix("-")
        ? "There is no option \(unknown). --help tells those there are."
        : "There is no figure \(unknown). Figures: \(Usage.figures).")
  }
  var asked = all.filter { figure in names.isEmpty || names.contains(where: figure.name.hasPrefix) }
  if let environment = comparison.environment, asked.contains(where: { $0.name.hasPrefix("transformer") }) {
    do { try Transformer.make(environment) } catch {
      print("no transformer: \(error)")
      asked.removeAll { $0.name.hasPrefix("transformer") }
    }
  }
  try comparison.run(asked + Figure.large.filter { names.contains($0.name) })
  guard names.isEmpty else { return }
  do { try ModelFileTimings.run(nil) } catch let error as BenchError { print(error) }
}

/// Why nothing was timed, in a sentence.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

// A peer that ended is told by an error, not by the end of this program.
signal(SIGPIPE, SIG_IGN)
do {
  try run(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("whet-bench: \(error)\n".utf8))
  exit(1)
}
