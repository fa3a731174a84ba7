internal import CDecoders

/// Decodes the first picture of a HEIF file (HEIC, AVIF) with libheif, which turns it upright as the file says. An orientation in
/// EXIF data beside it says the same once more and is not applied (ISO/IEC 23008-12, 6.5.10).
///
/// - Parameters:
///   - bytes: The file.
///   - content: `heic` or `avif`.
///   - limits: How large the picture may be.
/// - Returns: The picture, over white.
/// - Throws: What is wrong with the bytes, or `noLibrary`, `noDecoder`.
func decodeHEIF(
  _ bytes: [UInt8], _ content: FileContent, limits: Picture.Limits
) throws(PictureError.Problem) -> Picture {
  guard HEIFStructure(bytes).isComplete else { throw .ends(content, afterBytes: bytes.count) }
  let decoding = LibraryDecoder(content: content, bytes: bytes.count, library: String(cString: whet_heif_library))
  return try bytes.withUnsafeBufferPointer { bytes throws(PictureError.Problem) in
    var file: OpaquePointer?
    var facts = whet_picture_facts()
    var message = LibraryDecoder.message
    try decoding.judge(whet_heif_open(bytes.baseAddress, bytes.count, &file, &facts, &message), message)
    defer { whet_heif_close(file) }
    return try decoding.picture(facts, limits: limits) { whet_heif_decode(file, &facts, $0, $1) }
  }
}
