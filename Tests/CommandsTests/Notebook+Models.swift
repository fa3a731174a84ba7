import ExperimentSupport
import Foundation
import Language
import ModelFile
import Pictures
import Tensors
import TestSupport
import Testing
import Training

@testable import Commands
@testable import Experiments

extension Notebook {
  /// Writes a small model file into the notebook's folder, and reads the small dataset as `pets`.
  convenience init(pets path: String) throws {
    try self.init(data: nil)
    try smallDataset(at: path)
    try TinyNetwork().file().write(to: folder.appending(path: "tiny.mlmodel"))
    run("dataset pets path=\"\(path)\"")
  }

  /// A notebook with the small dataset `pets` and a fresh network `hand`.
  static func withNetwork(classes: Int = 3, seed: Int = 42) throws -> Notebook {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("network hand from=tiny classes=\(classes) seed=\(seed)")
    return notebook
  }

  /// A notebook that finds `squeezenet`: Apple's file, or one with the same layers.
  static func withSqueezeNet() throws -> Notebook {
    if Shared.folder != nil { return try Notebook() }
    let notebook = try Notebook(data: nil)
    try notebook.write(StandInNetworks.squeezeNetFile().bytes, to: "data/models/SqueezeNetFP16.mlmodel")
    return notebook
  }

  /// The model of a name.
  func model(_ name: String) -> Model? { workbench.withWorkspace { $0.models[name] } }

  /// The network of a name.
  func network(_ name: String) throws -> NetworkModel {
    guard case .network(let model)? = model(name) else { throw NoSuchModel(name: name) }
    return model
  }

  /// The k-NN model of a name.
  func neighbors(_ name: String) throws -> NeighborsModel {
    guard case .neighbors(let model)? = model(name) else { throw NoSuchModel(name: name) }
    return model
  }

  /// The dataset of a name.
  func dataset(_ name: String) -> PhotoDataset? {
    workbench.withWorkspace { session in
      guard case .photos(let dataset)? = session.datasets[name] else { return nil }
      return dataset
    }
  }

  /// The text of a variable.
  func variable(_ name: String) -> String? { workbench.withConversation { $0.variables[name]?.text } }

  /// A network's probabilities for photos, [photos, outputs].
  func probabilities(_ name: String, on split: String) throws -> Tensor {
    let model = try network(name)
    return try workbench.withWorkspace { session in
      let selection = try session.selection(named: split)
      return try session.inference().probabilities(
        of: model, on: selection)
    }
  }

  /// A picture whose left or right half is white, the rest black.
  static func striped(isLeft: Bool, side: Int = 16) -> Picture {
    let pixels = (0..<side * side).flatMap { place -> [UInt8] in
      [UInt8](repeating: (place % side < side / 2) == isLeft ? 255 : 0, count: 3)
    }
    return Picture(width: side, height: side, pixels: pixels)
  }

  struct NoSuchModel: Error { let name: String }

  /// Something that another thread should have done within a minute.
  struct TooLate: Error {}
}
