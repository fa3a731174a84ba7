public import Files
import Foundation

/// Packages made here, and written.
public enum PackageMaker {
  /// What the names of packages end with.
  public static let fileExtension = "mlpackage"
  /// Where coremltools has the model in a package.
  private static let modelPath = "Data/com.apple.CoreML/model.mlmodel"

  /// The same model in a package: a model that lies in a file of its own gets a manifest.
  public static func packaged(_ file: ModelFile) -> ModelFile {
    guard file.package == nil else { return file }
    var copy = file
    copy.package = ModelPackage(files: [Manifest.fileName: manifest(of: file.wire.bytes)], modelPath: modelPath)
    return copy
  }

  /// Whether a folder holds what a package does.
  public static func isPackage(_ path: String) -> Bool {
    FileKind(at: "\(path)/\(Manifest.fileName)") == .regular && FileKind(at: "\(path)/Data") == .folder
  }

  /// Writes the files of a model's package.
  ///
  /// - Throws: `FileWriteError`.
  public static func write(_ file: ModelFile, into folder: AtomicFolder) throws(FileWriteError) {
    guard let package = packaged(file).package else { return }
    var files = package.files
    files[package.modelPath] = PackageFile(held: Array(file.wire.bytes))
    // An item may be a folder that nothing lies in.
    let items = ((files[Manifest.fileName]?.all).map(Manifest.paths) ?? []).map { "Data/\($0)" }
    for item in items where files[item] == nil { try folder.makeFolder(item) }
    for (name, content) in files.sorted(by: { $0.key < $1.key }) {
      try folder.write(to: name) { (file) throws(FileWriteError) in
        try content.forEachPiece { (piece) throws(FileWriteError) in try file.write(piece) }
      }
    }
  }

  /// A manifest that names the model. Its identifier is made of the model.
  private static func manifest(of model: Bytes) -> [UInt8] {
    let root = Manifest.identifier(model, salt: 1)
    let item = [
      "author": "com.apple.CoreML", "description": "CoreML Model Specification", "name": "model.mlmodel",
      "path": "com.apple.CoreML/model.mlmodel",
    ]
    let fields: [String: Any] = [
      "fileFormatVersion": "1.0.0", "itemInfoEntries": [root: item], "rootModelIdentifier": root,
    ]
    let data = try? JSONSerialization.data(
      withJSONObject: fields, options: [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
    return Array(data ?? Data())
  }
}
