import CPNG
public import Foundation

/// Decodes a PNG file with libpng: any depth, grey, palette or colour, interlaced or not, with or without transparency.
func decodePNG(_ bytes: [UInt8], limits: Picture.Limits) throws(PictureError.Problem) -> Picture {
  let structure = PNGStructure(bytes)
  guard structure.isComplete else { throw .ends(.png, afterBytes: bytes.count) }
  guard structure.width > 0, structure.height > 0 else {
    throw .damaged(.png, bytes: bytes.count, detail: "no picture in it")
  }
  try limits.check(.png, width: structure.width, height: structure.height)
  let conversion = structure.profile(in: bytes).flatMap(ColorConversion.init)
  // With a profile to convert from, the gamma beside it must not be applied as well.
  let file = conversion == nil ? bytes : structure.withoutGamma(bytes)
  var image = png_image()
  image.version = UInt32(PNG_IMAGE_VERSION)
  defer { png_image_free(&image) }
  guard png_image_begin_read_from_memory(&image, file, file.count) != 0 else {
    throw .damaged(.png, bytes: bytes.count, detail: image.text)
  }
  // The picture's 16-bit samples are on the same curve as 8-bit ones, not on a linear one.
  image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
  let isTransparent = image.format & UInt32(PNG_FORMAT_FLAG_ALPHA) != 0
  let channels = isTransparent ? 4 : 3
  image.format = UInt32(PNG_FORMAT_FLAG_COLOR) | (isTransparent ? UInt32(PNG_FORMAT_FLAG_ALPHA) : 0)
  let (width, height) = (Int(image.width), Int(image.height))
  var status: Int32 = 0
  var pixels = [UInt8](unsafeUninitializedCapacity: width * height * channels) { buffer, count in
    buffer.update(repeating: 0)
    status = png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil)
    count = width * height * channels
  }
  guard status != 0 else { throw .damaged(.png, bytes: bytes.count, detail: image.text) }
  conversion?.convert(&pixels, channels: channels)
  return Picture(width: width, height: height, pixels: isTransparent ? overWhite(pixels) : pixels)
    .upright(structure.orientation)
}

extension Picture {
  /// The picture as the bytes of a PNG file, without loss.
  ///
  /// - Returns: The file's bytes.
  /// - Throws: `notEncodable` for a picture too large for libpng.
  public func pngData() throws(PictureError.Problem) -> Data {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(clamping: width)
    image.height = UInt32(clamping: height)
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
    defer { png_image_free(&image) }
    // Room for rows that do not compress at all; libpng states the need when even that is too little.
    var size = height * (width * 3 + 1) / 1000 * 1001 + 4096
    for _ in 0..<2 {
      var data = Data(count: size)
      let status = data.withUnsafeMutableBytes {
        png_image_write_to_memory(&image, $0.baseAddress, &size, 0, pixels, 0, nil)
      }
      if status != 0 { return data.prefix(size) }
    }
    throw .notEncodable(.png, width: width, height: height, detail: image.text)
  }
}

extension png_image {
  /// The library's last message.
  fileprivate var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
