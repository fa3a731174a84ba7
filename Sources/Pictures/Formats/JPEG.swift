import CTurboJPEG
public import Foundation

/// Decodes a JPEG file with libjpeg-turbo: accurate DCT and smooth chroma upsampling, the settings Pillow uses, so that
/// the pixels are the same.
///
/// - Parameters:
///   - bytes: The file.
///   - limits: How large the whole picture may be.
///   - enough: See `ReducedPicture`; nil decodes every pixel.
/// - Returns: The picture, and the sides of the whole.
/// - Throws: What is wrong with the bytes.
func decodeJPEG(
  _ bytes: [UInt8], limits: Picture.Limits, enough: Int? = nil
) throws(PictureError.Problem) -> ReducedPicture {
  let structure = JPEGStructure(bytes)
  guard structure.isComplete else { throw .ends(.jpeg, afterBytes: bytes.count) }
  guard structure.width > 0, structure.height > 0 else {
    throw .damaged(.jpeg, bytes: bytes.count, detail: "no picture in it")
  }
  guard structure.precision == 8 else {
    throw .unsupported(.jpeg, feature: "\(structure.precision) bits per sample")
  }
  try limits.check(.jpeg, width: structure.width, height: structure.height)
  let divisor = enough.map { ReducedPicture.divisor(width: structure.width, height: structure.height, enough: $0) } ?? 1
  // As libjpeg rounds (TJSCALED).
  let width = (structure.width + divisor - 1) / divisor
  let height = (structure.height + divisor - 1) / divisor
  var stored =
    structure.components == 4
    ? complement(try decompress(bytes, width, height, format: TJPF_CMYK, channels: 4))
    : try decompress(bytes, width, height, format: TJPF_RGB, channels: 3)
  if structure.components != 4, let profile = structure.profile {
    ColorConversion(from: profile)?.convert(&stored, channels: 3)
  }
  let whole =
    structure.orientation.swapsSides ? (structure.height, structure.width) : (structure.width, structure.height)
  return ReducedPicture(
    picture: Picture(width: width, height: height, pixels: stored).upright(structure.orientation), width: whole.0,
    height: whole.1)
}

/// So many bytes behind a whole vector no other begins.
private let besideVectors = 16

/// The pixels, at sides that are the file's own or these by 2, 4 or 8: then the inverse DCT makes fewer of each block.
private func decompress(
  _ bytes: [UInt8], _ width: Int, _ height: Int, format: TJPF, channels: Int
)
  throws(PictureError.Problem) -> [UInt8]
{
  guard let handle = tjInitDecompress() else {
    throw .damaged(.jpeg, bytes: bytes.count, detail: "no memory for the decoder")
  }
  defer { tjDestroy(handle) }
  var status: Int32 = 0
  let size = width * height * channels
  let pixels = [UInt8](unsafeUninitializedCapacity: size + besideVectors) { buffer, count in
    // A decoder that stops in the middle leaves rows untouched; they must not show what lay in memory before.
    buffer.update(repeating: 0)
    guard let start = buffer.baseAddress else { return }
    // libjpeg-turbo stores rows that begin at a whole vector past the caches, from where they are read next: of a picture that fits into
    // them it makes rows that do not, which are moved into place.
    let passesCaches = UInt(bitPattern: start) % 32 == 0 && width * channels % 32 == 0 && size <= 1 << 20
    let place = start + (passesCaches ? besideVectors : 0)
    status = tjDecompress2(
      handle, bytes, UInt(bytes.count), place, Int32(width), Int32(width * channels), Int32(height),
      format.value, TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
    if passesCaches { start.update(from: place, count: size) }
    count = size
  }
  if status != 0 { try judge(handle, bytes: bytes.count) }
  return pixels
}

/// Decides whether what the decoder complained of has cost pixels.
private func judge(_ handle: tjhandle, bytes: Int) throws(PictureError.Problem) {
  let detail = String(cString: tjGetErrorStr2(handle))
  if tjGetErrorCode(handle) == TJERR_WARNING.value, harmless.contains(where: { detail.contains($0) }) { return }
  throw .damaged(.jpeg, bytes: bytes, detail: detail)
}

/// Warnings of libjpeg that leave every pixel in place. Telephones write such files.
private let harmless = ["extraneous bytes before marker", "unknown JFIF revision", "Invalid SOS parameters"]

/// CMYK to RGB by complement, for the inverted values that Adobe's programs write and all others have come to write.
private func complement(_ inks: [UInt8]) -> [UInt8] {
  let count = inks.count / 4
  return [UInt8](unsafeUninitializedCapacity: count * 3) { buffer, initialized in
    for pixel in 0..<count {
      let light = Int(inks[pixel * 4 + 3])
      for channel in 0..<3 {
        // Division by 255, rounded: exact for every product of two bytes.
        let product = (255 - Int(inks[pixel * 4 + channel])) * light + 128
        buffer[pixel * 3 + channel] = UInt8(max(0, light - ((product >> 8) + product) >> 8))
      }
    }
    initialized = count * 3
  }
}

extension Picture {
  /// The picture as the bytes of a JPEG file.
  ///
  /// - Parameter quality: from 0 (smallest) to 1 (best), the scale of the phone's `compressionQuality`; libjpeg's
  ///   quality is one hundred times it. Up to 0.9 colours are stored at half the resolution.
  /// - Returns: a whole JPEG file.
  /// - Throws: `notEncodable` for a side of more than 65,500 pixels.
  public func jpegData(quality: Double = 0.85) throws(PictureError.Problem) -> Data {
    guard let handle = tjInitCompress() else {
      throw .notEncodable(.jpeg, width: width, height: height, detail: "no memory for the encoder")
    }
    defer { tjDestroy(handle) }
    var buffer: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(buffer) }
    let percent = quality.isNaN ? 85 : Int32((min(max(quality, 0), 1) * 100).rounded())
    let status = tjCompress2(
      handle, pixels, Int32(clamping: width), 0, Int32(clamping: height), TJPF_RGB.value, &buffer, &size,
      percent > 90 ? TJSAMP_444.value : TJSAMP_420.value, max(1, percent), TJFLAG_ACCURATEDCT)
    guard status == 0, let buffer else {
      throw .notEncodable(.jpeg, width: width, height: height, detail: String(cString: tjGetErrorStr2(handle)))
    }
    return Data(bytes: buffer, count: Int(size))
  }
}

extension TJPF { fileprivate var value: Int32 { rawValue } }
extension TJSAMP { fileprivate var value: Int32 { Int32(bitPattern: rawValue) } }
extension TJERR { fileprivate var value: Int32 { Int32(bitPattern: rawValue) } }
