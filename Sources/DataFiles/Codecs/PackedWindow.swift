/// The packed bytes that come next: a window that moves on as they are read.
struct PackedWindow {
  private var bytes: [UInt8]
  private var start = 0
  private let reader: BufferedReader?

  /// How many bytes are held at least, but for the end: more than any block's one piece takes.
  static let least = 1 << 22

  /// Begins with some bytes, which go on with what a file has beyond them.
  init(_ bytes: UnsafeRawBufferPointer, then reader: BufferedReader? = nil) {
    self.bytes = Array(bytes.octets)
    self.reader = reader
  }

  /// How many bytes are held.
  var count: Int { bytes.count - start }

  /// Reads bytes from the window's beginning, and moves on behind those that were read.
  mutating func read<Result>(
    _ body: (inout LittleEndianReader) throws(UnpackingError) -> Result
  ) throws(UnpackingError) -> Result {
    fill()
    let (result, position) = bytes.withUnsafeBytes { all in
      var reader = LittleEndianReader(UnsafeRawBufferPointer(rebasing: all[start...]))
      let result = Swift.Result { () throws(UnpackingError) in try body(&reader) }
      return (result, reader.position)
    }
    start += position
    return try result.get()
  }

  private mutating func fill() {
    guard let reader, count < Self.least else { return }
    bytes.removeFirst(start)
    start = 0
    while bytes.count < 2 * Self.least, let piece = reader.next() { bytes += piece.octets }
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes as numbers, which are copied all at once.
  var octets: UnsafeBufferPointer<UInt8> { bindMemory(to: UInt8.self) }
}
