/// The package a model lies in: a folder of files, or the same in an archive, one of which is the model and others its weights. A
/// value; every file is kept as it was read.
struct ModelPackage: Sendable, Equatable {
  /// Every file but the model itself, by its path in the package.
  let files: [String: [UInt8]]
  /// The model's path in the package.
  let modelPath: String

  /// Makes a package of its files.
  ///
  /// - Returns: The package, and the bytes of the model in it.
  /// - Throws: `PackageProblem`.
  static func opened(_ files: [String: [UInt8]]) throws(PackageProblem) -> (package: ModelPackage, model: [UInt8]) {
    guard let text = files[Manifest.fileName] else { throw .noManifest }
    let manifest = try Manifest(text)
    guard let model = files[manifest.modelPath] else { throw .missingFile(manifest.modelPath) }
    var others = files
    others[manifest.modelPath] = nil
    return (ModelPackage(files: others, modelPath: manifest.modelPath), model)
  }

  /// A file by the path the program gives it; `@model_path` is the folder the model lies in.
  ///
  /// - Throws: `PackageProblem.path` where it leads out of the package; `WeightFileProblem.missing` is the caller's to throw.
  func file(named name: String) throws(PackageProblem) -> [UInt8]? {
    let folder = modelPath.split(separator: "/").dropLast().joined(separator: "/")
    let start = "@model_path/"
    let path = name.hasPrefix(start) ? "\(folder)/\(name.dropFirst(start.count))" : name
    guard let inside = PackagePath.normalized(path) else { throw .path(name) }
    return files[inside]
  }

  /// How many bytes its files have, without the model.
  var byteCount: Int { files.values.reduce(0) { $0 + $1.count } }
}

// MARK: One stretch of bytes

extension ModelPackage {
  /// What a package in one stretch of bytes begins with. No model does: no field has the number 0.
  static let mark: [UInt8] = [0] + Array("whet package".utf8) + [0]

  /// The package and its model in one stretch of bytes, for stores that keep one.
  func archive(with model: Bytes) -> [UInt8] {
    var wire = WireMessage()
    wire.set(1, modelPath)
    var all = files
    all[modelPath] = Array(model)
    let entries = all.sorted { $0.key < $1.key }.map { path, bytes in
      var entry = WireMessage()
      entry.set(1, path)
      entry.set(2, data: bytes[...])
      return entry
    }
    wire[repeated: 2].messages = entries
    return ModelPackage.mark + wire.bytes
  }

  /// The files of a package in one stretch of bytes; nil where it is none.
  static func files(inArchive bytes: [UInt8]) -> [String: [UInt8]]? {
    guard bytes.starts(with: mark) else { return nil }
    let wire = WireMessage(bytes[mark.count...])
    var files: [String: [UInt8]] = [:]
    for entry in wire[repeated: 2].messages { files[entry.text(1)] = Array(entry.data(2)) }
    return files
  }
}
