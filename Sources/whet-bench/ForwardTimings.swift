import Arithmetic
import Foundation
import ModelFile
import Networks
import Tensors

/// One model on numbers of a file, for `Tests/Peers/model_turns.py`, which asks other engines the same: `whet-bench forward MODEL
/// INPUT OUTPUT THREADS RUNS`.
///
/// The input holds the bytes of pictures of the model's size, pixel by pixel, or the numbers of arrays in single precision: a batch
/// of one or more. The output gets the numbers of the model's first output. Prints JSON: the milliseconds of reading the model, of
/// its first answer and of each run after it, and the peak of the memory in megabytes.
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
      let samples = try batch(of: count, data)
      let pictures = (0..<samples).map { sample in
        PixelBuffer(
          width: input.shape[2], height: input.shape[1], channels: input.shape[0],
          bytes: Array(data.dropFirst(sample * count).prefix(count)))
      }
      return { try network.forward(images: pictures) }
    }
    let samples = try batch(of: 4 * count, data)
    let values = data.withUnsafeBytes { raw in
      (0..<samples * count).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
    let feeds = [input.name: Tensor(shape: [samples, count], values: values)]
    return { try network.forward(feeds) }
  }

  /// How many samples of so many bytes the data hold.
  private static func batch(of bytes: Int, _ data: Data) throws -> Int {
    guard !data.isEmpty, data.count.isMultiple(of: bytes) else {
      throw BenchError("the input has \(data.count) bytes, which are no samples of \(bytes)")
    }
    return data.count / bytes
  }
}
