public import Figures
import Foundation

/// A camera on a page whose photos are added to a dataset, and what other front ends show in its place.
public struct CameraView: Encodable {
  private let view = "camera"
  /// The split that photos are added to.
  private let split: String
  /// The classes offered.
  private let classes: [String]
  /// The models that say what they see.
  private let models: [String]

  /// Takes what is to be shown.
  ///
  /// - Parameters:
  ///   - split: The split that photos are added to, as one would type it.
  ///   - classes: The classes offered.
  ///   - models: The models that say what they see, by name.
  public init(split: String, classes: [String], models: [String]) {
    (self.split, self.classes, self.models) = (split, classes, models)
  }

  /// The camera; where no page brings it to life, the line that adds a photo.
  public var rendering: Rendering {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    var rendering = Rendering.text(
      """
      A camera for \(split) appears here in JupyterLab and Notebook with Whet's extension, which `whet install` puts beside the \
      kernel: install it and reload the page.
      Without it a photo is added by a line: add \(split) "photo.jpg" label=\(classes.first ?? "cat")
      """)
    rendering.live = json.map { Rendering.LiveContent(mimeType: ControlsView.mimeType, json: $0) }
    return rendering
  }
}
