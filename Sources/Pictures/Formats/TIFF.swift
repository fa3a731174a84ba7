internal import CDecoders

/// Decodes the first page of a TIFF file with libtiff: grey, palette, colour or CMYK, in strips or tiles, packed or not.
///
/// - Parameters:
///   - bytes: The file.
///   - limits: How large the picture may be.
/// - Returns: The picture, upright and over white.
/// - Throws: What is wrong with the bytes, or `noLibrary`.
func decodeTIFF(_ bytes: [UInt8], limits: Picture.Limits) throws(PictureError.Problem) -> Picture {
  let decoding = LibraryDecoder(content: .tiff, bytes: bytes.count, library: String(cString: whet_tiff_library))
  // The most bytes libtiff may want for a strip, a tile or its notes: those of the largest picture, with four channels of
  // 16 bits.
  let most = Int64(clamping: max(limits.pixels, 1 << 17)) * 8
  return try bytes.withUnsafeBufferPointer { bytes throws(PictureError.Problem) in
    var file: OpaquePointer?
    var facts = whet_picture_facts()
    var message = LibraryDecoder.message
    try decoding.judge(whet_tiff_open(bytes.baseAddress, bytes.count, most, &file, &facts, &message), message)
    defer { whet_tiff_close(file) }
    return try decoding.picture(facts, limits: limits) { whet_tiff_decode(file, &facts, $0, $1) }
  }
}
