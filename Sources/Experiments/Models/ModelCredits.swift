public import ModelFile

/// What a model says about itself beside its layers: who made it and what for, and what its inputs and outputs are. It is what
/// a model keeps that was read from JSON; one that was read from a model file has all of that in its file.
public struct ModelCredits: Sendable, Equatable, Codable {
  /// Who made it.
  public let author: String
  /// What may be done with it.
  public let license: String
  /// What it does.
  public let shortDescription: String
  /// The model's own version.
  public let version: String
  /// Anything else, by key.
  public var userDefined: [String: String]
  /// What its inputs and outputs are, by name.
  public let features: [String: String]

  /// What a model file says about itself; nil where it says nothing.
  public init?(_ description: ModelDescription) {
    let metadata = description.metadata
    (author, license, version) = (metadata.author, metadata.license, metadata.version)
    shortDescription = metadata.shortDescription
    userDefined = metadata.userDefined
    let told = (description.inputs + description.outputs).filter { !$0.shortDescription.isEmpty }
    features = Dictionary(told.map { ($0.name, $0.shortDescription) }) { first, _ in first }
    let texts = [author, license, version, shortDescription]
    guard texts.contains(where: { !$0.isEmpty }) || !userDefined.isEmpty || !features.isEmpty else { return nil }
  }

  /// The texts of a file.
  public var metadata: ModelMetadata {
    ModelMetadata(
      shortDescription: shortDescription, version: version, author: author, license: license, userDefined: userDefined)
  }

  /// Says in a file what its inputs and outputs are.
  public func describeFeatures(of file: inout ModelFile) {
    for index in file.description.inputs.indices {
      if let text = features[file.description.inputs[index].name] {
        file.description.inputs[index].shortDescription = text
      }
    }
    for index in file.description.outputs.indices {
      if let text = features[file.description.outputs[index].name] {
        file.description.outputs[index].shortDescription = text
      }
    }
  }
}
