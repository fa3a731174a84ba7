internal import CDecoders

/// What libheif and libtiff have in common: a file is opened, says what it holds, and is decoded into red, green, blue and opacity.
struct LibraryDecoder {
  let content: FileContent
  let bytes: Int
  /// The library's file.
  let library: String

  /// Decodes a file that is open.
  ///
  /// - Parameters:
  ///   - facts: What the file says of its picture.
  ///   - limits: How large the picture may be.
  ///   - fill: Given room for the pixels and for the library's words.
  /// - Returns: The picture, turned as the facts say and over white.
  /// - Throws: What is wrong with the bytes.
  func picture(
    _ facts: whet_picture_facts, limits: Picture.Limits,
    fill: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<CChar>?) -> whet_decoding
  ) throws(PictureError.Problem) -> Picture {
    guard facts.width > 0, facts.height > 0 else { throw .damaged(content, bytes: bytes, detail: "no picture in it") }
    let (width, height) = (Int(facts.width), Int(facts.height))
    try limits.check(content, width: width, height: height)
    var message = Self.message
    var outcome = WHET_DAMAGED
    var pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
      buffer.update(repeating: 0)
      outcome = fill(buffer.baseAddress, &message)
      count = width * height * 4
    }
    try judge(outcome, message)
    let conversion = Self.profile(facts).flatMap(ColorConversion.init)
    let orientation = Orientation(rawValue: UInt16(clamping: facts.orientation)) ?? .topLeft
    // Colours that were multiplied by their opacity are converted over white, where they are colours again.
    if facts.is_premultiplied != 0 {
      pixels = overWhite(pixels, isPremultiplied: true)
      conversion?.convert(&pixels, channels: 3)
    } else {
      conversion?.convert(&pixels, channels: 4)
      pixels = overWhite(pixels)
    }
    return Picture(width: width, height: height, pixels: pixels).upright(orientation)
  }

  /// Throws what an outcome means, unless it is a picture.
  func judge(_ outcome: whet_decoding, _ message: [CChar]) throws(PictureError.Problem) {
    let words = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    switch outcome {
    case WHET_DECODED: return
    case WHET_NO_LIBRARY: throw .noLibrary(content, file: library)
    case WHET_NO_CODEC: throw .noDecoder(content, file: library)
    case WHET_ENDS: throw .ends(content, afterBytes: bytes)
    case WHET_UNSUPPORTED: throw .unsupported(content, feature: words)
    default: throw .damaged(content, bytes: bytes, detail: words.isEmpty ? "it cannot be decoded" : words)
    }
  }

  /// Room for a library's words.
  static var message: [CChar] { [CChar](repeating: 0, count: Int(whet_message_size)) }

  /// The profile of a picture: its ICC profile before its numbers; nil where nothing is to be converted.
  private static func profile(_ facts: whet_picture_facts) -> ColorProfile? {
    guard let start = facts.profile, facts.profile_size <= ICCChunks.mostBytes else {
      return ColorProfile(primaries: Int(facts.primaries), transfer: Int(facts.transfer))
    }
    let profile = ColorProfile(icc: Array(UnsafeBufferPointer(start: start, count: facts.profile_size))[...])
    return profile?.space == .grey && facts.is_grey == 0 ? nil : profile
  }
}
