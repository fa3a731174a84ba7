internal import CDecoders

/// Decodes a WebP file with libwebp; of an animation its first picture, on a transparent canvas.
///
/// - Parameters:
///   - bytes: The file.
///   - limits: How large the picture may be.
/// - Returns: The picture, upright and over white.
/// - Throws: What is wrong with the bytes, or `noLibrary`.
func decodeWebP(_ bytes: [UInt8], limits: Picture.Limits) throws(PictureError.Problem) -> Picture {
  let structure = WebPStructure(bytes)
  guard structure.isComplete else { throw .ends(.webP, afterBytes: bytes.count) }
  var (width, height, pixels) = (0, 0, [UInt8]())
  if structure.isAnimated {
    guard let frame = structure.frame else {
      throw .damaged(.webP, bytes: bytes.count, detail: "no picture in it")
    }
    (width, height) = (structure.width, structure.height)
    guard frame.x + frame.width <= width, frame.y + frame.height <= height else {
      throw .damaged(.webP, bytes: bytes.count, detail: "a picture outside of its canvas")
    }
    try limits.check(.webP, width: width, height: height)
    let part = try decoded(Array(bytes[frame.data]), limits: limits)
    guard part.width == frame.width, part.height == frame.height else {
      throw .damaged(.webP, bytes: bytes.count, detail: "other sides than it says")
    }
    pixels = [UInt8](repeating: 0, count: width * height * 4)
    for y in 0..<part.height {
      let target = ((frame.y + y) * width + frame.x) * 4
      let source = y * part.width * 4
      pixels.replaceSubrange(target..<(target + part.width * 4), with: part.pixels[source..<(source + part.width * 4)])
    }
  } else {
    (width, height, pixels) = try decoded(bytes, limits: limits)
  }
  if let profile = structure.profile, profile.space == .rgb {
    ColorConversion(from: profile)?.convert(&pixels, channels: 4)
  }
  return Picture(width: width, height: height, pixels: overWhite(pixels)).upright(structure.orientation)
}

/// A picture that is not animated: red, green, blue and opacity of each pixel.
private func decoded(
  _ bytes: [UInt8], limits: Picture.Limits
) throws(PictureError.Problem) -> (width: Int, height: Int, pixels: [UInt8]) {
  var width: Int32 = 0, height: Int32 = 0
  try judge(whet_webp_sides(bytes, bytes.count, &width, &height), bytes)
  guard width > 0, height > 0 else { throw .damaged(.webP, bytes: bytes.count, detail: "no picture in it") }
  try limits.check(.webP, width: Int(width), height: Int(height))
  let size = Int(width) * Int(height) * 4
  var outcome = WHET_DAMAGED
  let pixels = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
    buffer.update(repeating: 0)
    outcome = whet_webp_decode(bytes, bytes.count, width, height, buffer.baseAddress)
    count = size
  }
  try judge(outcome, bytes)
  return (Int(width), Int(height), pixels)
}

private func judge(_ outcome: whet_decoding, _ bytes: [UInt8]) throws(PictureError.Problem) {
  if outcome == WHET_NO_LIBRARY { throw .noLibrary(.webP, file: String(cString: whet_webp_library)) }
  // libwebp has no words for what is wrong.
  if outcome != WHET_DECODED { throw .damaged(.webP, bytes: bytes.count, detail: "libwebp cannot decode it") }
}
