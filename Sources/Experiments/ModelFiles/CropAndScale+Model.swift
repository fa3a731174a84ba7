public import ModelFile
public import Pictures

extension CropAndScale {
  /// Under what a model file's notes say it: Core ML has no field for it.
  public static let metadataKey = "whet.cropAndScale"
}

extension ModelFile {
  /// How its notes say that photos are brought to size; nil where they do not.
  public var cropAndScale: CropAndScale? {
    description.metadata.userDefined[CropAndScale.metadataKey].flatMap(CropAndScale.init)
  }
}

extension ModelMetadata {
  /// The same notes, and how photos are brought to size.
  public func noting(_ scaling: CropAndScale?) -> ModelMetadata {
    var notes = self
    notes.userDefined[CropAndScale.metadataKey] = scaling?.rawValue
    return notes
  }
}
