/// A Core ML model as it lies in a file: everything the file says, the fields nobody here knows included. A value;
/// what is not changed is written back byte for byte.
public struct ModelFile: Sendable, Equatable {
  /// The whole model in the file's own format.
  var wire: WireMessage

  /// What kind of model it is.
  public let kind: ModelKind

  /// The package the model lies in, with the files beside it; nil for a model in a file of its own.
  var package: ModelPackage?

  /// Reads a model from the bytes of its file, or from what `bytes` gives of a package. Every part of it that this program
  /// understands is checked here; numbers of layers and examples stay packed until they are asked for.
  ///
  /// - Throws: `notAModel`, `malformed` or `package`.
  public init(bytes: [UInt8]) throws(ModelFileError) {
    if let files = ModelPackage.files(inArchive: bytes) {
      self = try ModelFile.opened(files)
    } else {
      self = try ModelFile.verified(WireMessage(bytes[...]))
    }
  }

  /// Reads a model from the files of its package, by their paths.
  ///
  /// - Throws: `package`, `notAModel` or `malformed`.
  static func opened(_ files: [String: PackageFile]) throws(ModelFileError) -> ModelFile {
    let content: (package: ModelPackage, model: [UInt8])
    do throws(PackageProblem) { content = try ModelPackage.opened(files) } catch { throw .package(error) }
    var file = try verified(WireMessage(content.model[...]))
    file.package = content.package
    return file
  }

  /// Makes a model of a message made here, or of one inside a model already verified.
  init(_ wire: WireMessage) {
    self.wire = wire
    kind = ModelFile.kindNumber(wire).map(ModelKind.init(number:)) ?? .unspecified
  }

  private static func verified(_ wire: WireMessage) throws(ModelFileError) -> ModelFile {
    do {
      try WireSchema.model.verify(wire.bytes)
    } catch {
      guard looksLikeAModel(wire) else { throw .notAModel(byteCount: wire.bytes.count) }
      throw .malformed(
        error.fault.kind, field: error.path.joined(separator: "."), layer: error.layer, offset: error.fault.offset)
    }
    guard looksLikeAModel(wire) else { throw .notAModel(byteCount: wire.bytes.count) }
    return ModelFile(wire)
  }

  /// The bytes of its file; of a model in a package those of all of the package's files, in one stretch.
  public var bytes: [UInt8] { ModelBytes(of: self).all }

  /// The memory that holds it.
  public struct Storage: Sendable, Equatable {
    /// Where the bytes lie: the same for values that share them.
    public let place: UInt
    /// How many bytes its file has, or the files of its package.
    public let byteCount: Int
    /// How many of these are held in memory.
    public let heldCount: Int
  }

  /// The memory that holds it.
  public var storage: Storage {
    Storage(
      place: wire.bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) },
      byteCount: wire.bytes.count + (package?.byteCount ?? 0),
      heldCount: wire.bytes.count + (package?.heldCount ?? 0))
  }

  /// Which version of the format it is written in: 1 (iOS 11) to 10; 4 (iOS 13) is the first with updatable models.
  public var specificationVersion: Int {
    get { wire.choice(1) }
    set { wire.set(1, newValue) }
  }

  /// Whether the model says that it can be trained further.
  public var isUpdatable: Bool {
    get { wire.bool(10) }
    set { wire.set(10, newValue) }
  }

  /// What the model takes, gives and says about itself.
  public var description: ModelDescription {
    get { ModelDescription(wire.message(2) ?? WireMessage()).of(program.defaultDescription) }
    set {
      guard newValue != description else { return }
      // What the functions of a program take and give is theirs.
      let (message, own) = (wire.message(2) ?? WireMessage(), program.defaultDescription != nil)
      let value = own ? ModelDescription(message).saying(newValue.metadata) : newValue
      wire.set(2, message: value.encoded(over: message))
    }
  }

  /// The message of the kind: a network, a classifier, a pipeline.
  var content: WireMessage {
    get { ModelFile.kindNumber(wire).flatMap { wire.message($0) } ?? WireMessage() }
    set { if let number = ModelFile.kindNumber(wire) { wire.set(number, message: newValue) } }
  }

  /// The kind is the last of the fields that can hold one; a field without a name here counts where there is no other.
  private static func kindNumber(_ wire: WireMessage) -> Int? {
    var numbers = Set<Int>()
    wire.forEach { if $0.number >= ModelKind.firstNumber { numbers.insert($0.number) } }
    let named = numbers.filter(ModelKind.isNamed)
    return wire.oneOf(named.isEmpty ? numbers : named)?.number
  }

  /// Any bytes may pass for a message; a model has a version and a description, or at least one of the kinds.
  private static func looksLikeAModel(_ wire: WireMessage) -> Bool {
    var score = 0
    wire.forEach { field in
      switch (field.number, field.value) {
      case (1, .varint), (2, .bytes): score += 1
      case (ModelKind.firstNumber..., .bytes): score += 1
      default: break
      }
    }
    return score >= 2
  }
}

/// The bytes of a model's file, those of all files of its package in one stretch, handed out piece by piece.
public struct ModelBytes: Sendable {
  private let file: ModelFile

  /// Of a model.
  public init(of file: ModelFile) { self.file = file }

  /// Hands out all bytes, piece by piece.
  public func forEachPiece<Failure: Error>(_ body: (ArraySlice<UInt8>) throws(Failure) -> Void) throws(Failure) {
    guard let package = file.package else { return try body(file.wire.bytes) }
    try package.forEachPiece(with: file.wire.bytes, body)
  }

  /// All of them.
  var all: [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(file.storage.byteCount + 1024)
    forEachPiece { all += $0 }
    return all
  }
}
