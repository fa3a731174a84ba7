import CSketch
public import ModelFile

/// The small feature extractor that is part of the program.
public enum SketchModel {
  /// What users call it.
  public static let name = "sketch"
  /// The layer whose output its features are.
  public static let featureLayer = "pool5"

  /// The bytes of its model file.
  public static var bytes: [UInt8] {
    Array(UnsafeBufferPointer(start: whet_sketch_file(), count: whet_sketch_length()))
  }

  /// Reads it.
  ///
  /// - Throws: `ModelFileError`, which would be a fault of this package.
  public static func file() throws(ModelFileError) -> ModelFile { try ModelFile(bytes: bytes) }
}
