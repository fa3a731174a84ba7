import ModelFile
import Networks
import Tensors

extension Extractor {
  /// The extractor with its maps summed up: of each channel the mean over the map and then its maximum, [2 · C]. Where
  /// the layer makes no maps, the extractor as it is.
  ///
  /// A map says where something is, which is of no use to distances: the same hand a little to the left would be far
  /// away.
  ///
  /// - Throws: `ModelError.network` where the network cannot be built.
  public func pooled() throws(ExperimentError) -> Extractor {
    let shape: [Int]
    do throws(NetworkError) {
      shape = try definition.shapes()[definition.outputs[0], default: []]
    } catch {
      throw ExperimentError.model(.network(source, error))
    }
    guard shape.count == 3, shape[1] * shape[2] > 1 else { return self }
    var fresh = FreshNames(besides: definition.names)
    let names = ["features_mean", "features_max", "features"].map { fresh.name($0) }
    func pool(_ statistic: PoolingDefinition.Statistic, _ name: String) -> LayerDefinition {
      LayerDefinition(
        name: name, inputs: definition.outputs, outputs: [name],
        kind: .pooling(
          PoolingDefinition(statistic: statistic, kernelSize: Extent(1, 1), stride: Extent(1, 1), isGlobal: true)))
    }
    let layers = [
      pool(.average, names[0]), pool(.max, names[1]),
      LayerDefinition(name: names[2], inputs: [names[0], names[1]], outputs: [names[2]], kind: .concat),
    ]
    var pooled = Extractor(
      NetworkDefinition(inputs: definition.inputs, layers: definition.layers + layers, outputs: [names[2]]),
      source: source, layer: layer)
    pooled.scaling = scaling
    guard var basis else { return pooled }
    basis.isPooled = true
    return pooled.resting(on: basis)
  }
}
