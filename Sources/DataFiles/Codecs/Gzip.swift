internal import CZlib

/// Unpacks gzip files (RFC 1952) by zlib: one member after another, each checked against its length and checksum.
struct Gzip: ~Copyable {
  /// Stays where it is: zlib knows it by its address.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let output: UnsafeMutableRawBufferPointer

  /// How many bytes are unpacked before they are handed on.
  private static let chunkSize = 1 << 18

  /// Whether bytes begin as a gzip file does.
  static func isPacked(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 3 && bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8
  }

  /// Unpacks a file that becomes at most so many bytes long.
  ///
  /// - Parameters:
  ///   - first: The file's first bytes.
  ///   - reader: Where the others come from.
  ///   - limit: The most bytes that may come of it.
  ///   - sink: Takes what is unpacked, in order; answers whether it wants more. A member's checksum is known only when all of
  ///     it was taken.
  /// - Throws: `UnpackingError`.
  static func unpack(
    _ first: UnsafeRawBufferPointer, then reader: BufferedReader? = nil, limit: Int,
    to sink: (UnsafeRawBufferPointer) -> Bool
  ) throws(UnpackingError) {
    let gzip = Gzip()
    var (input, left, isEnded, isFull) = (first, limit, true, false)
    while true {
      if input.isEmpty, !isFull {
        guard let next = reader?.next() else { break }
        input = next
      }
      let (used, made, ends) = try gzip.step(input, left: left)
      isEnded = ends || isEnded && made == 0 && used == 0
      isFull = made == chunkSize
      input = UnsafeRawBufferPointer(rebasing: input[used...])
      left -= made
      guard made == 0 || sink(UnsafeRawBufferPointer(rebasing: gzip.output[..<made])) else { throw .unwanted }
    }
    guard isEnded else { throw .truncated }
  }

  /// Unpacks bytes that are in memory.
  static func unpack(_ packed: UnsafeRawBufferPointer, limit: Int) throws(UnpackingError) -> [UInt8] {
    guard !packed.isEmpty else { throw .truncated }
    var bytes: [UInt8] = []
    try unpack(packed, limit: limit) { piece in
      bytes += piece.octets
      return true
    }
    return bytes
  }

  private init() {
    output = .allocate(byteCount: Self.chunkSize, alignment: 16)
    stream.initialize(to: z_stream())
    let code = whet_inflate_gzip(stream)
    precondition(code == Z_OK, "zlib of another version, or no memory: \(code)")
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    output.deallocate()
  }

  /// Unpacks what fits the output; how many bytes it took and made, and whether a member has ended with them.
  private func step(
    _ input: UnsafeRawBufferPointer, left: Int
  ) throws(UnpackingError) -> (used: Int, made: Int, isEnded: Bool) {
    // One byte more than is allowed shows that there is more.
    let room = left < output.count ? left + 1 : output.count
    // zlib only reads it; its header does not say so.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(room)
    let code = inflate(stream, Z_NO_FLUSH)
    let (used, made) = (input.count - Int(stream.pointee.avail_in), room - Int(stream.pointee.avail_out))
    guard made <= left else { throw .tooLong }
    switch code {
    case Z_OK, Z_BUF_ERROR: return (used, made, false)
    case Z_STREAM_END:
      inflateReset(stream)
      return (used, made, true)
    default: throw .malformed
    }
  }
}
