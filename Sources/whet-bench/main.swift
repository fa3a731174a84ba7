import Foundation

/// `whet-bench [--peers] [--seconds S] [--rounds R] [FIGURE…]` times every figure and a model file, or the figures whose names
/// begin with an argument; with `--peers` beside other engines, in turns. `whet-bench memory` watches the memory of 20 trainings,
/// `whet-bench model-file [FILE]` times opening and saving a model file, `whet-bench kernel` the kernel beside others, `whet-bench
/// cells` the steps of a cell without sockets, `whet-bench layers [--training] [BATCH]` the layers of SqueezeNet.
func run(_ arguments: [String]) throws {
  if arguments == ["memory"] { return try Memory.run() }
  if arguments.first == "model-file" { return try ModelFileTimings.run(arguments.dropFirst().first) }
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
  if let unknown = names.first(where: { name in !Figure.all.contains { $0.name.hasPrefix(name) } }) {
    throw BenchError("There is no figure \(unknown). Figures: \(Figure.all.map(\.name).joined(separator: ", ")).")
  }
  try comparison.run(Figure.all.filter { figure in names.isEmpty || names.contains(where: figure.name.hasPrefix) })
  guard names.isEmpty else { return }
  do { try ModelFileTimings.run(nil) } catch let error as BenchError { print(error) }
}

/// Why nothing was timed, in a sentence.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

do {
  try run(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("whet-bench: \(error)\n".utf8))
  exit(1)
}
