import Arithmetic
import Foundation
import ModelFile
import Networks
import Tensors

/// `whet-bench layers MODEL [RUNS]`: where the time of a model on one sample goes, layer by layer and by kind of layer, beside the
/// floor of the arithmetic.
enum ModelLayerTable {
  static func run(_ file: String, _ arguments: [String]) throws {
    guard arguments.count < 2, let runs = arguments.first.map(Int.init) ?? 20, runs > 0 else {
      throw BenchError("whet-bench layers takes a model file and the number of runs, a whole number from 1.")
    }
    let threads = min(2, Machine.processors)
    let definition = try ModelFile(contentsOf: URL(filePath: file)).network()
    let network = try Network(definition, workers: WorkerPool(threads: threads))
    let feeds = inputs(definition)
    let whole = try Timings(runs: runs) { _ = try network.forward(feeds) }
    let times = try network.layerTimes(inputs: feeds, runs: runs)
    let peak = Machine.peak * Double(threads)
    let layers = Dictionary(definition.layers.map { ($0.name, $0) }) { first, _ in first }
    let work = work(definition, network, timed: Set(times.compactMap(\.layer)))
    let sum = times.reduce(0) { $0 + $1.seconds }
    print(
      "\(file), 1 sample, \(threads) threads: \(LayerTable.short(1000 * (whole.clock.min() ?? .nan), 2)) ms; "
        + "peak \(Int(peak)) GFLOP/s of all threads, load \(Machine.load)")
    let header = ["ms", "of time", "MFLOP", "GFLOP/s", "of peak"]
    func row(_ name: String, _ shape: String, _ seconds: Double, _ operations: Double?) -> String {
      let numbers = [LayerTable.short(1000 * seconds, 3), LayerTable.short(100 * seconds / sum, 1) + " %"]
      return LayerTable.line(name, shape, numbers + LayerTable.rates(operations, seconds, peak), nameWidth: 44)
    }
    print(LayerTable.line("layer", "output", header, nameWidth: 44))
    var kinds: [String: (count: Int, seconds: Double, operations: Double?)] = [:]
    for time in times {
      let layer = time.layer.flatMap { layers[$0] }
      let shape = layer.flatMap { network.shape(of: $0.outputs[0]) } ?? []
      let operations = time.layer.flatMap { work[$0] }
      print(
        row(
          String((time.layer ?? "in and out").suffix(42)), shape.map { "\($0)" }.joined(separator: " × "), time.seconds,
          operations))
      let kind = time.layer == nil ? "in and out" : layer.map(\.kind.label) ?? "unrolling"
      let known = kinds[kind] ?? (0, 0, nil)
      let all = operations.map { $0 + (known.operations ?? 0) } ?? known.operations
      kinds[kind] = (known.count + 1, known.seconds + time.seconds, all)
    }
    print("\n" + LayerTable.line("kind", "layers", header, nameWidth: 44))
    for (kind, total) in kinds.sorted(by: { $0.value.seconds > $1.value.seconds }) {
      print(row(kind, "\(total.count)", total.seconds, total.operations))
    }
    let all = kinds.values.reduce(0) { $0 + ($1.operations ?? 0) }
    print(row("all", "\(times.count)", sum, all))
    print("floor of the arithmetic: \(LayerTable.short(1000 * all / peak, 3)) ms")
  }

  /// What each timed layer computes, by its name: products of matrices that were drawn into the next one are counted there.
  private static func work(_ definition: NetworkDefinition, _ network: Network, timed: Set<String>) -> [String: Double]
  {
    var work: [String: Double] = [:]
    var drawn = 0.0
    for layer in definition.layers {
      guard let own = LayerTable.operations(layer, network) else { continue }
      if timed.contains(layer.name) {
        work[layer.name] = own + drawn
        drawn = 0
      } else if case .operation = layer.kind {
        drawn += own
      }
    }
    return work
  }

  /// Numbers for each input, the same in every run.
  private static func inputs(_ definition: NetworkDefinition) -> [String: Tensor] {
    var feeds: [String: Tensor] = [:]
    for input in definition.inputs {
      let count = input.shape.reduce(1, *) * input.sequenceLength
      var generator = SeededGenerator(seed: 7)
      feeds[input.name] = Tensor(
        shape: [1, count], values: (0..<count).map { _ in Float.random(in: 0..<1, using: &generator) })
    }
    return feeds
  }
}
