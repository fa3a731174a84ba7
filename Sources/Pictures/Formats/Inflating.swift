internal import CZlib

/// Unpacks data of zlib's format (RFC 1950).
///
/// - Parameters:
///   - bytes: The packed data.
///   - limit: The most bytes it may grow to.
/// - Returns: The data; nil where it is damaged, breaks off or grows beyond the limit.
func inflated(_ bytes: ArraySlice<UInt8>, atMost limit: Int) -> [UInt8]? {
  var stream = z_stream()
  guard whet_inflate_zlib(&stream) == Z_OK else { return nil }
  defer { inflateEnd(&stream) }
  var source = Array(bytes)
  var result: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 16_384)
  return source.withUnsafeMutableBufferPointer { source in
    (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(clamping: source.count))
    var status = Z_OK
    while status == Z_OK {
      let filled = block.withUnsafeMutableBufferPointer { block in
        (stream.next_out, stream.avail_out) = (block.baseAddress, UInt32(block.count))
        status = inflate(&stream, Z_NO_FLUSH)
        return block.count - Int(stream.avail_out)
      }
      result += block[..<filled]
      if result.count > limit { return nil }
    }
    return status == Z_STREAM_END ? result : nil
  }
}
