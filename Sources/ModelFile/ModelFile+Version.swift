extension ModelFile {
  /// The version of the format that made updatable models, classifiers by nearest neighbours and exact shapes possible.
  static let updatableVersion = 4
  /// The newest version this program knows.
  static let newestVersion = 10

  /// The least version of the format that has everything this model uses. Core ML's own library lowers a model to it
  /// when it writes one.
  public var leastSpecificationVersion: Int {
    var least = isUpdatable || kind == .nearestNeighborsClassifier ? ModelFile.updatableVersion : 1
    if kind == .mlProgram { least = 6 }
    for feature in description.inputs + description.outputs { least = max(least, feature.type.leastVersion) }
    if kind.isNetwork, content.choice(5) != 0 || content.choice(6) != 0 { least = max(least, 4) }
    for layer in layers { least = max(least, layer.leastVersion) }
    for model in models { least = max(least, model.leastSpecificationVersion) }
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
