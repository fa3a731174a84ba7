public import Pictures

/// What can be the matter with drawings.
public enum DrawingDiagnostic: Sendable {
  /// A model whose input is no picture: its shape.
  case noPicture(String, shape: [Int])
  /// A text that is no strokes.
  case strokes(StrokesError)
  /// A drawing was to be kept under no class.
  case keepAsWhat(String)
  /// A text that cannot stand for a class in a table.
  case badLabel(String)
  /// A table that was read from somewhere else, which is never changed.
  case tableStays(String, source: String)
  /// Photos are wanted, as the model reads images, and there is no such dataset.
  case keepInPhotos(String, model: String)
  /// A question that nobody understands.
  case noQuestion
  /// A cell is running, and the model was never drawn for.
  case busy(String)
  /// A cell is running, and nothing can be kept meanwhile.
  case busyKeeping(String)
}
