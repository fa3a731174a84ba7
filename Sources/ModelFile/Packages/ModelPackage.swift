/// The package a model lies in: a folder of files, or the same in an archive, one of which is the model and others its weights. A
/// value; every file is kept as it was read.
struct ModelPackage: Sendable, Equatable {
  /// Every file but the model itself, by its path in the package.
  let files: [String: PackageFile]
  /// The model's path in the package.
  let modelPath: String

  /// Makes a package of its files.
  ///
  /// - Returns: The package, and the bytes of the model in it.
  /// - Throws: `PackageProblem`.
  static func opened(_ files: [String: PackageFile]) throws(PackageProblem) -> (package: ModelPackage, model: [UInt8]) {
    guard let text = files[Manifest.fileName]?.all else { throw .noManifest }
    let manifest = try Manifest(text)
    guard let model = files[manifest.modelPath]?.all else { throw .missingFile(manifest.modelPath) }
    var others = files
    others[manifest.modelPath] = nil
    return (ModelPackage(files: others, modelPath: manifest.modelPath), model)
  }

  /// A file by the path the program gives it; `@model_path` is the folder the model lies in.
  ///
  /// - Throws: `PackageProblem.path` where it leads out of the package; `WeightFileProblem.missing` is the caller's to throw.
  func file(named name: String) throws(PackageProblem) -> PackageFile? {
    let folder = modelPath.split(separator: "/").dropLast().joined(separator: "/")
    let start = "@model_path/"
    let path = name.hasPrefix(start) ? "\(folder)/\(name.dropFirst(start.count))" : name
    guard let inside = PackagePath.normalized(path) else { throw .path(name) }
    return files[inside]
  }

  /// How many bytes its files have, without the model.
  var byteCount: Int { files.values.reduce(0) { $0 + $1.count } }

  /// How many of them are held in memory.
  var heldCount: Int { files.values.reduce(0) { $0 + $1.heldCount } }
}

// MARK: One stretch of bytes

extension ModelPackage {
  /// What a package in one stretch of bytes begins with. No model does: no field has the number 0.
  static let mark: [UInt8] = [0] + Array("whet package".utf8) + [0]

  /// Hands out the package and its model as one stretch of bytes, piece by piece, for stores that keep one: a message with the
  /// model's path, and an entry for each file.
  func forEachPiece<Failure: Error>(
    with model: Bytes, _ body: (Bytes) throws(Failure) -> Void
  ) throws(Failure) {
    var head = WireWriter()
    head.append(raw: ModelPackage.mark[...])
    head.append(1, .bytes(Bytes(modelPath.utf8)))
    var all = files
    all[modelPath] = PackageFile(held: Array(model))
    for (path, content) in all.sorted(by: { $0.key < $1.key }) {
      var name = WireWriter()
      name.append(1, .bytes(Bytes(path.utf8)))
      var start = WireWriter()
      start.begin(2, count: content.count)
      head.begin(2, count: name.bytes.count + start.bytes.count + content.count)
      try body(head.bytes[...] + name.bytes[...] + start.bytes[...])
      try content.forEachPiece(body)
      head = WireWriter()
    }
  }

  /// The files of a package in one stretch of bytes; nil where it is none.
  static func files(inArchive bytes: [UInt8]) -> [String: PackageFile]? {
    guard bytes.starts(with: mark) else { return nil }
    let wire = WireMessage(bytes[mark.count...])
    var files: [String: PackageFile] = [:]
    for entry in wire[repeated: 2].messages { files[entry.text(1)] = PackageFile(Array(entry.data(2))) }
    return files
  }
}

extension ModelPackage {
  /// Makes a package of files in memory.
  init(files: [String: [UInt8]], modelPath: String) {
    self.init(files: files.mapValues { PackageFile($0) }, modelPath: modelPath)
  }

  /// Makes a package of files in memory.
  static func opened(_ files: [String: [UInt8]]) throws(PackageProblem) -> (package: ModelPackage, model: [UInt8]) {
    try opened(files.mapValues { PackageFile($0) })
  }
}
