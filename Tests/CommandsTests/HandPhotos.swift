import TestSupport
import Testing

@testable import Commands

/// What models are tried on from photo to percentage: the articles' 45 photos through SqueezeNet where they are there, else as
/// many drawn hands through sketch. Both give the same bits on every processor.
enum HandPhotos {
  /// Whether they are the articles'.
  static let areReal = Gestures.areThere
  /// The network they go through, and its layer with the features.
  static let network = areReal ? "squeezenet" : "sketch"
  static let layer = areReal ? "pool10" : "pool5"

  /// What is expected of the one and of the other.
  static func expected<Value>(real: Value, drawn: Value) -> Value { areReal ? real : drawn }

  /// A notebook with the photos as the dataset hands.
  static func notebook() throws -> Notebook {
    let notebook = areReal ? try Notebook() : try Notebook(data: nil, isRemembering: true)
    notebook.run(
      areReal ? "dataset hands path=\"data/gestures\" labels=[✊, ✋, ✌\u{FE0F}]" : "dataset hands sample=hands")
    return notebook
  }
}
