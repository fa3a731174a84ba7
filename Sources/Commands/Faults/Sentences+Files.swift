extension Sentences {
  /// What is said of a model file and what is done to it.
  static func file(_ fact: FileFact) -> Telling {
    switch fact {
    case .checksModelsOnly(let name):
      Telling(
        "\(name) is a dataset; check is for models and model files.", "For example: check \"HandsTrained.mlmodel\"")
    case .noLayers(let name, let kind): Telling("\(name) is \(kind) and has no layers.")
    case .noParameters(let name):
      Telling("\(name) says nothing of how it is to be trained.", "To see what that takes: check")
    }
  }
}
