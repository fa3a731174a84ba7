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
  ///
  /// - Parameter copy: The folder of the working copy to make; none unless given.
  /// - Returns: The notebook.
  /// - Throws: What the file system or the store throws.
  static func notebook(into copy: String? = nil) throws -> Notebook {
    let remembers = !areReal || copy != nil
    let notebook = areReal ? try Notebook(isRemembering: remembers) : try Notebook(data: nil, isRemembering: true)
    let source = areReal ? "path=\"data/gestures\" labels=[✊, ✋, ✌\u{FE0F}]" : "sample=hands"
    notebook.run("dataset hands \(source)\(copy.map { " into=\"\($0)\"" } ?? "")")
    return notebook
  }
}
