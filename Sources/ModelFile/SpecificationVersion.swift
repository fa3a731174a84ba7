/// Versions of the format: 1 (iOS 11) to 10.
public enum SpecificationVersion {
  /// The version of the format that made updatable models, classifiers by nearest neighbours and exact shapes possible.
  static let updatable = 4
  /// The newest version this program knows.
  static let newest = 10

  /// The least version of the format that has everything a model uses. Core ML's own library lowers a model to it
  /// when it writes one.
  public static func least(for model: ModelFile) -> Int {
    let (description, content) = (model.description, model.content)
    var least = model.isUpdatable || model.kind == .nearestNeighborsClassifier ? updatable : 1
    if model.kind == .mlProgram { least = 6 }
    for feature in description.inputs + description.outputs { least = max(least, feature.type.leastVersion) }
    if model.kind.isNetwork, content.choice(5) != 0 || content.choice(6) != 0 { least = max(least, 4) }
    for layer in model.layers { least = max(least, layer.leastVersion) }
    for part in model.pipeline.models { least = max(least, self.least(for: part)) }
    return least
  }
}

extension FeatureType {
  fileprivate var leastVersion: Int {
    switch self {
    case .image(let image): image.colorSpace == .grayscaleFloat16 ? 7 : image.flexibility == .fixed ? 1 : 3
    case .multiArray(let array):
      switch array.dataType {
      case .int8: 10
      case .float16: 7
      default: array.flexibility == .fixed ? 1 : 3
      }
    case .sequence: 3
    case .state: 9
    default: 1
    }
  }
}

extension LayerRecord {
  /// The least version that has the layer's type and the way its numbers are stored.
  fileprivate var leastVersion: Int {
    weights.reduce(typeNumber.map(LayerType.leastVersion) ?? 1) { least, field in
      switch field.parameters.encoding {
      case .float16: max(least, 2)
      case .linear, .lookupTable, .int8, .raw: max(least, 3)
      case .float32, .several, nil: least
      }
    }
  }
}
