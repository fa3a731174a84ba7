import Files

/// The bytes of a file in a package: in memory, or, where they are many, in a temporary file of which parts are read as they are
/// needed.
struct PackageFile: Sendable {
  private enum Place: Sendable {
    case memory([UInt8])
    case file(SpooledFile)
  }

  private let place: Place
  /// Files of fewer bytes lie in memory.
  static let fewBytes = 1 << 20
  /// How many bytes are compared or copied at a time.
  private static let piece = 1 << 20

  /// Bytes, put into a temporary file where they are many.
  init(_ bytes: [UInt8]) {
    if bytes.count >= PackageFile.fewBytes, let file = SpooledFile(bytes) {
      place = .file(file)
    } else {
      place = .memory(bytes)
    }
  }

  /// Bytes that stay in memory.
  init(held bytes: [UInt8]) { place = .memory(bytes) }

  /// The content of a file that is open.
  ///
  /// - Throws: `FileReadError`.
  init(_ file: borrowing RegularFile, atMost limit: Int) throws(FileReadError) {
    if file.size >= PackageFile.fewBytes {
      guard file.size <= limit else { throw .tooLarge(path: file.path, bytes: file.size, limit: limit) }
      if let copy = try SpooledFile(copyOf: file) {
        place = .file(copy)
        return
      }
    }
    place = .memory(try file.bytes(atMost: limit))
  }

  /// How many bytes there are.
  var count: Int {
    switch place {
    case .memory(let bytes): bytes.count
    case .file(let file): file.count
    }
  }

  /// How many of them are held in memory.
  var heldCount: Int { if case .memory(let bytes) = place { bytes.count } else { 0 } }

  /// The bytes of a range.
  ///
  /// Precondition: they lie in the file.
  func bytes(_ range: Range<Int>) -> Bytes {
    switch place {
    case .memory(let bytes): bytes[range]
    case .file(let file): file.bytes(in: range)[...]
    }
  }

  /// Copies bytes from an offset on until the buffer is full.
  ///
  /// Precondition: they lie in the file.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) {
    switch place {
    case .memory(let bytes):
      bytes.withUnsafeBytes {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + buffer.count]))
      }
    case .file(let file): file.read(into: buffer, at: offset)
    }
  }

  /// All bytes.
  var all: [UInt8] {
    switch place {
    case .memory(let bytes): bytes
    case .file(let file): file.bytes(in: 0..<file.count)
    }
  }

  /// Hands out all bytes, piece by piece.
  func forEachPiece<Failure: Error>(_ body: (Bytes) throws(Failure) -> Void) throws(Failure) {
    var start = 0
    while start < count {
      let end = min(count, start + PackageFile.piece)
      try body(bytes(start..<end))
      start = end
    }
  }

  /// What tells it from all others that are held.
  var identity: Int {
    switch place {
    case .memory(let bytes): bytes.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    case .file(let file): Int(bitPattern: Unmanaged.passUnretained(file).toOpaque())
    }
  }
}

extension PackageFile: Equatable {
  static func == (one: PackageFile, other: PackageFile) -> Bool {
    guard one.count == other.count else { return false }
    switch (one.place, other.place) {
    case (.memory(let bytes), .memory(let others)): return bytes == others
    case (.file(let file), .file(let another)) where file === another: return true
    default: break
    }
    var start = 0
    while start < one.count {
      let range = start..<min(one.count, start + piece)
      guard one.bytes(range) == other.bytes(range) else { return false }
      start = range.upperBound
    }
    return true
  }
}
