import Arithmetic
import Foundation
import Networks
import Operations
import Tensors

/// `whet-bench layers [--training] [BATCH]`: where the time of SqueezeNet's features, or of a step on all of it, goes, layer by
/// layer. `whet-bench layers MODEL [RUNS]`: the same of a model file.
enum LayerTable {
  static func run(_ arguments: [String]) throws {
    if let file = arguments.first, file != "--training", Int(file) == nil {
      return try ModelLayerTable.run(file, Array(arguments.dropFirst()))
    }
    let numbers = arguments.filter { $0 != "--training" }
    guard numbers.count < 2, let batch = numbers.first.map(Int.init) ?? 8, batch > 0 else {
      throw BenchError(
        "whet-bench layers takes the number of photos at once, a whole number from 1, and --training; or a model file.")
    }
    if numbers.count < arguments.count { return try train(batch) }
    let definition = SqueezeNet.definition()
    let network = try Network(definition, workers: WorkerPool(threads: 2))
    let photos = (0..<batch).map { SqueezeNet.photo(seed: UInt64($0)) }
    let whole = try Timings(runs: 200 / batch + 5) { _ = try network.forward(images: photos) }
    let times = try network.layerTimes(images: photos, runs: 200 / batch + 5)
    let peak = Machine.peak
    print(
      "SqueezeNet's features, \(batch) at once, 2 threads: \(Int(Double(batch) / whole.median.clock)) images/s; "
        + "peak \(Int(peak)) GFLOP/s a thread, load \(Machine.load)")
    print(line("layer", "output", ["ms", "of time", "MFLOP", "GFLOP/s", "of peak"]))
    let sum = times.reduce(0) { $0 + $1.seconds }
    // Whoever shares a layer among threads has the arithmetic of all.
    let threads = batch == 1 ? 2.0 : 1
    for time in times {
      let layer = definition.layers.first { $0.name == time.layer }
      let shape = layer.flatMap { network.shape(of: $0.outputs[0]) } ?? []
      let rates = rates(layer.flatMap { operations($0, network) }, time.seconds, peak * threads)
      print(
        line(
          time.layer ?? "in and out", shape.map { "\($0)" }.joined(separator: " × "),
          [short(1000 * time.seconds, 3), short(100 * time.seconds / sum, 1) + " %"] + rates))
    }
    let all = definition.layers.compactMap { operations($0, network) }.reduce(0, +)
    print(line("all", "", [short(1000 * sum, 3), "100 %"] + rates(all, sum, peak * threads)))
  }

  /// Both directions of a step, on one thread: what a layer takes by itself.
  private static func train(_ batch: Int) throws {
    let definition = SqueezeNet.definition(updatable: { _ in true }, head: 10)
    let network = try Network(definition, workers: WorkerPool(threads: 1))
    let photos = (0..<batch).map { SqueezeNet.photo(seed: UInt64($0)) }
    var state = OptimizerState(.sgd(learningRate: 1e-6, momentum: 0.9))
    let times = try network.layerTimes(
      images: photos, targets: .classes((0..<batch).map { $0 % 3 }), optimizer: &state, runs: 160 / batch + 5)
    let peak = Machine.peak
    print(
      "A step on all of SqueezeNet, \(batch) at once, 1 thread, milliseconds for all; peak \(Int(peak)) GFLOP/s, "
        + "load \(Machine.load)")
    print(line("layer", "output", ["forward", "GFLOP/s", "backward", "GFLOP/s", "of time"]))
    let sum = times.reduce(0) { $0 + $1.seconds + $1.backward }
    for time in times {
      let layer = definition.layers.first { $0.name == time.layer }
      let shape = layer.flatMap { network.shape(of: $0.outputs[0]) } ?? []
      let work = layer.flatMap { operations($0, network) }
      // Back go two: to the weights and, but for the first layer, to the input.
      let back = work.map { $0 * (time.layer == definition.layers.first?.name ? 1 : 2) }
      print(
        line(
          time.layer ?? "", shape.map { "\($0)" }.joined(separator: " × "),
          [
            short(1000 * time.seconds * Double(batch), 3), work.map { short($0 / time.seconds, 0) } ?? "-",
            short(1000 * time.backward * Double(batch), 3), back.map { short($0 / time.backward, 0) } ?? "-",
            short(100 * (time.seconds + time.backward) / sum, 1) + " %",
          ]))
    }
    let forward = times.reduce(0) { $0 + $1.seconds } * Double(batch)
    print(
      line("all", "", [short(1000 * forward, 3), "", short(1000 * (sum * Double(batch) - forward), 3), "", "100 %"]))
  }

  /// Millions of operations, thousands of millions a second, and their share of the peak.
  static func rates(_ operations: Double?, _ seconds: Double, _ peak: Double) -> [String] {
    guard let operations else { return ["-", "-", "-"] }
    let rate = operations / seconds
    return [short(operations * 1000, 1), short(rate, 0), short(100 * rate / peak, 0) + " %"]
  }

  /// What a convolution or a product multiplies and adds for a photo, in thousands of millions; 3 × 3 kernels over enough channels
  /// count as Winograd's 16 products for 4 results, or 36 for 16. Nil for other layers.
  static func operations(_ layer: LayerDefinition, _ network: Network) -> Double? {
    guard let shape = network.shape(of: layer.outputs[0]) else { return nil }
    let convolution: ConvolutionDefinition
    switch layer.kind {
    case .convolution(let definition): convolution = definition
    case .innerProduct(let definition): return 2e-9 * Double(definition.inputChannels * definition.outputChannels)
    case .operation(let operation): return operation.multiplications.map { 2e-9 * Double($0) }
    default: return nil
    }
    let kernel = convolution.kernelSize
    let isWinograd =
      kernel == Extent(3, 3) && convolution.stride == Extent(1, 1) && convolution.groups == 1
      && convolution.weights.shape[1].isMultiple(of: 16) && convolution.outputChannels.isMultiple(of: 16)
    let isLarge = shape.count == 3 && min(shape[1], shape[2]) >= 24
    let products = isWinograd ? (isLarge ? 2.25 : 4) : Double(kernel.height * kernel.width)
    return 2e-9 * products * Double(shape.reduce(1, *) * convolution.weights.shape[1])
  }

  static func short(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

  static func line(_ name: String, _ shape: String, _ numbers: [String], nameWidth: Int = 22) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let start = name + String(repeating: " ", count: max(1, nameWidth - name.count))
    return start + padded(shape, 16) + numbers.map { padded($0, 10) }.joined()
  }
}

extension TensorOperation {
  /// How many multiplications a product of matrices or a sum over windows takes; nil for other operations.
  fileprivate var multiplications: Int? {
    let made = results[0].count
    switch kind {
    case .linear: return made * (operands[0].form.shape.last ?? 1)
    case .product(let transposesFirst, _):
      let shape = operands[0].form.shape
      return made * shape[shape.count - (transposesFirst ? 2 : 1)]
    case .attention:
      return made / (operands[2].form.shape.last ?? 1) * operands[1].form.shape.suffix(2).reduce(1, *) * 2
    case .windows: return made * operands[1].form.shape.dropFirst().reduce(1, *)
    default: return nil
    }
  }
}
