/// What a file holds, told by its first bytes and not by its name.
public enum FileContent: Sendable, Equatable {
  /// A JPEG file (ITU-T T.81).
  case jpeg
  /// A PNG file (ISO/IEC 15948).
  case png
  /// HEIF (ISO/IEC 23008-12) with HEVC, and with AV1.
  case heic, avif
  /// A picture of another kind that is read.
  case webP, tiff, gif, bmp
  /// A picture of a kind that is not read.
  case svg, icon, jpeg2000, jpegXL
  /// A PDF or a ZIP archive.
  case pdf, zip
  /// A web page.
  case html
  /// Text in UTF-8.
  case text
  /// None of these.
  case unknown

  /// Looks at the first bytes of a file.
  public init(sniffing bytes: [UInt8]) {
    if let entry = Self.signatures.first(where: { bytes.starts(with: $0.bytes) }) {
      self = entry.content
    } else if bytes.starts(with: ascii("RIFF")), bytes.dropFirst(8).starts(with: ascii("WEBP")) {
      self = .webP
    } else if bytes.dropFirst(4).starts(with: ascii("ftyp")) {
      self = Self.brands(bytes)
    } else {
      self = Self.markup(bytes.prefix(Self.sample))
    }
  }

  /// How many bytes are looked at to tell text.
  private static let sample = 512

  private static let signatures: [(bytes: [UInt8], content: FileContent)] = [
    ([0xFF, 0xD8, 0xFF], .jpeg),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    (ascii("GIF87a"), .gif), (ascii("GIF89a"), .gif),
    (ascii("BM"), .bmp),
    ([0x49, 0x49, 0x2A, 0x00], .tiff), ([0x4D, 0x4D, 0x00, 0x2A], .tiff),
    // BigTIFF, with places of 64 bits.
    ([0x49, 0x49, 0x2B, 0x00], .tiff), ([0x4D, 0x4D, 0x00, 0x2B], .tiff),
    ([0x00, 0x00, 0x01, 0x00], .icon),
    ([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20], .jpeg2000),
    ([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20], .jpegXL), ([0xFF, 0x0A], .jpegXL),
    (ascii("%PDF-"), .pdf), (ascii("PK\u{3}\u{4}"), .zip),
  ]

  /// The brands of an ISO base media file (ISO/IEC 23008-12): the first, and where it says no more than that there is a picture,
  /// those it is compatible with.
  private static func brands(_ bytes: [UInt8]) -> FileContent {
    let brand = String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self)
    switch brand {
    case "avif", "avis": return .avif
    case "heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs": return .heic
    case "mif1", "mif2", "msf1", "miaf":
      let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let others = Array(bytes.prefix(min(length, sample)).dropFirst(16))
      let isAVIF = stride(from: 0, to: others.count - 3, by: 4).contains { others[$0...].starts(with: ascii("avif")) }
      return isAVIF ? .avif : .heic
    default: return .unknown
    }
  }

  /// Tells SVG and HTML from other text, and text from the rest: valid UTF-8 without control characters.
  private static func markup(_ bytes: ArraySlice<UInt8>) -> FileContent {
    guard !bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains($0) }) else { return .unknown }
    // The cut may fall into a character: up to three bytes of it are ignored.
    let cut = bytes.count == sample ? 0...3 : 0...0
    guard cut.contains(where: { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }) else {
      return .unknown
    }
    let start = String(decoding: bytes, as: UTF8.self).lowercased().drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if start.hasPrefix("<svg") || (start.hasPrefix("<?xml") && start.contains("<svg")) { return .svg }
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return .html }
    return .text
  }
}

private func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
