import Arithmetic
import Foundation
import ModelFile
import Networks
import Tensors

/// A vision transformer of DINOv2 small's size with random weights (22 million parameters, pictures of 224 × 224 in patches of 14), which
/// `Tests/Peers/program_models.py` converts by coremltools: a package for Whet, ONNX files for its peers.
enum Transformer {
  /// The batches it is asked about.
  static let batches = [1, 8]
  private static let name = "DINOv2 small"

  /// Where its files are kept: beside the peers.
  static func folder(_ environment: PeerEnvironment) -> URL {
    environment.python.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("models")
  }

  /// Makes its files where they are missing.
  static func make(_ environment: PeerEnvironment) throws {
    for batch in batches {
      let made = folder(environment).appendingPathComponent("dinov2-small/model-\(batch).onnx")
      if FileManager.default.fileExists(atPath: made.path) { continue }
      print("making the transformer for batches of \(batch) …")
      try PeerEnvironment.call(
        environment.python.path,
        [
          environment.scripts.appendingPathComponent("program_models.py").path, "--only", name, "--kinds", "float32",
          "--batch", "\(batch)", "--keep", folder(environment).path, "--convert",
        ])
    }
  }

  /// Its network, and numbers for a batch, drawn from a seed.
  static func network(
    _ environment: PeerEnvironment, threads: Int, batch: Int
  ) throws -> (network: Network, inputs: [String: Tensor]) {
    let file = folder(environment).appendingPathComponent("dinov2-small/float32.mlpackage")
    let definition = try ModelFile(contentsOf: file).network()
    guard let input = definition.inputs.first else { throw BenchError("\(file.path) reads nothing") }
    let count = input.shape.reduce(1, *)
    var generator = SeededGenerator(seed: 7)
    let numbers = (0..<batch * count).map { _ in generator.uniform(-2, 2) }
    return (
      try Network(definition, workers: WorkerPool(threads: threads)),
      [input.name: Tensor(shape: [batch, count], values: numbers)]
    )
  }
}

extension Figure {
  /// Its scores for pictures in batches, beside peers alone, which make its files.
  static func transformers(_ environment: PeerEnvironment) -> [Figure] {
    Transformer.batches.map { batch in
      Figure(
        name: "transformer-\(batch)", unit: .perSecond("images", count: Double(batch)),
        peers: ["transformer_onnxruntime", "transformer_openvino"], toReach: 1.2, operations: 12.2 * Double(batch)
      ) { threads in
        let (network, inputs) = try Transformer.network(environment, threads: threads, batch: batch)
        return { _ = try network.forward(inputs) }
      }
    }
  }
}
