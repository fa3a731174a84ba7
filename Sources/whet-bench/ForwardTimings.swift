import Arithmetic
import Foundation
import ModelFile
import Networks
import Tensors

/// One model on numbers of a file, for `Tests/Peers/onnx_models.py`, which asks ONNX Runtime the same: `whet-bench forward MODEL
/// INPUT OUTPUT THREADS RUNS`.
///
/// The input holds the bytes of a picture of the model's size, pixel by pixel, or an array's numbers in single precision; the output
/// gets the numbers of the model's first output. Prints JSON: the milliseconds of reading the model, of its first answer and of each
/// run after it, and the peak of the memory in megabytes.
enum ForwardTimings {
  /// Runs it.
  static func run(_ arguments: [String]) throws {
    guard arguments.count == 5, let threads = Int(arguments[3]), threads >= 1, let runs = Int(arguments[4]), runs >= 0
    else { throw BenchError("forward needs five arguments: MODEL INPUT OUTPUT THREADS RUNS") }
    let clock = ContinuousClock()
    let start = clock.now
    let definition = try ModelFile(contentsOf: URL(filePath: arguments[0])).network()
    let network = try Network(definition, workers: WorkerPool(threads: threads))
    let load = clock.now - start
    let ask = try question(definition, network, Data(contentsOf: URL(filePath: arguments[1])))
    let first = clock.now
    let answer = try ask()
    let firstAnswer = clock.now - first
    let numbers = definition.outputs.first.flatMap { answer[$0] }?.values ?? []
    try numbers.withUnsafeBytes { Data($0) }.write(to: URL(filePath: arguments[2]))
    var times: [Double] = []
    for _ in 0..<runs { times.append(try clock.measure { _ = try ask() } / .milliseconds(1)) }
    let result: [String: Any] = [
      "load": load / .milliseconds(1), "first": firstAnswer / .milliseconds(1), "runs": times,
      "peakMegabytes": Machine.memory.peak,
    ]
    print(String(decoding: try JSONSerialization.data(withJSONObject: result, options: .sortedKeys), as: UTF8.self))
  }

  private static func question(
    _ definition: NetworkDefinition, _ network: Network, _ data: Data
  ) throws -> () throws -> [String: Tensor] {
    guard let input = definition.inputs.first, definition.inputs.count == 1 else {
      throw BenchError("the model has \(definition.inputs.count) inputs; forward asks those with one")
    }
    let count = input.shape.reduce(1, *) * input.sequenceLength
    if input.image != nil, input.shape.count == 3 {
      guard data.count == count else { throw BenchError("the picture has \(data.count) bytes instead of \(count)") }
      let picture = PixelBuffer(
        width: input.shape[2], height: input.shape[1], channels: input.shape[0], bytes: Array(data))
      return { try network.forward(images: [picture]) }
    }
    guard data.count == 4 * count else {
      throw BenchError("the array has \(data.count) bytes instead of \(4 * count)")
    }
    let values = data.withUnsafeBytes { raw in
      (0..<count).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
    let feeds = [input.name: Tensor(shape: [1, count], values: values)]
    return { try network.forward(feeds) }
  }
}
