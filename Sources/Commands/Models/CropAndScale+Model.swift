import CommandLanguage
import ModelFile
import Pictures

extension CropAndScale {
  /// `cropAndScale=` of a model.
  static let argument = KeyedArgument<CropAndScale?>(
    "cropAndScale", .choice, "How photos are resized; by default as their dataset says.")

  /// Under what a model file's notes say it: Core ML has no field for it.
  static let metadataKey = "whet.cropAndScale"

  /// How a model's description says it.
  var fact: (String, String) { ("cropAndScale", "\(rawValue), whatever the photos' dataset says") }
}

extension ModelFile {
  /// How its notes say that photos are brought to size; nil where they do not.
  var cropAndScale: CropAndScale? {
    description.metadata.userDefined[CropAndScale.metadataKey].flatMap(CropAndScale.init)
  }
}

extension ModelMetadata {
  /// The same notes, and how photos are brought to size.
  func noting(_ scaling: CropAndScale?) -> ModelMetadata {
    var notes = self
    notes.userDefined[CropAndScale.metadataKey] = scaling?.rawValue
    return notes
  }
}
