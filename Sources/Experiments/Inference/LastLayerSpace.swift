import Networks
public import Tensors
import Training

/// What the last layer of a network reads: the numbers its answer is made of.
public struct LastLayerSpace {
  /// The network's two parts.
  public let parts: TrainableParts
  /// The layer whose input it is.
  public let layer: String
  private let tensor: String

  /// Finds the last layer with weights.
  ///
  /// - Throws: `ModelError.noClassifier` where none has.
  public init(of model: NetworkModel) throws(ExperimentError) {
    parts = try TrainableParts(of: model)
    guard let last = model.definition.layers.last(where: { $0.weights != nil }), let input = last.inputs.first else {
      throw ExperimentError.model(.noClassifier(model.name, layers: model.definition.layers.map(\.name)))
    }
    layer = last.name
    tensor = input
  }

  /// The points of samples in this space, [samples, numbers], from their features, [samples, features].
  public func points(_ features: Tensor) throws(ExperimentError) -> Tensor {
    let count = features.shape[0]
    guard tensor != parts.boundary else { return features }
    do throws(NetworkError) {
      let tail = try Network(parts.tail)
      var values: [Float] = []
      for start in stride(from: 0, to: count, by: 256) {
        let rows = parts.shaped(features.rows(Array(start..<min(start + 256, count))))
        values += try tail.forward([parts.boundary: rows], outputs: [tensor])[tensor]?.values ?? []
      }
      return Tensor(shape: [count, count == 0 ? 0 : values.count / count], values: values)
    } catch {
      throw ExperimentError.model(.network(parts.trunk.source, error))
    }
  }
}
