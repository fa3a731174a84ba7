/// An 8-bit picture as the engine reads it: rows from the top, pixels from the left, channels together.
public struct PixelBuffer: Sendable, Equatable {
  /// How many pixels a row has.
  public let width: Int
  /// How many rows there are.
  public let height: Int
  /// 1 for gray, 3 for red, green and blue.
  public let channels: Int
  /// The bytes, [height][width][channels].
  public let bytes: [UInt8]

  /// Makes a picture.
  ///
  /// Precondition: one or three channels, and as many bytes as width · height · channels.
  public init(width: Int, height: Int, channels: Int = 3, bytes: [UInt8]) {
    precondition(channels == 1 || channels == 3, "a picture has 1 or 3 channels, not \(channels)")
    precondition(
      bytes.count == width * height * channels, "\(bytes.count) bytes do not fill \(width) × \(height) × \(channels)")
    self.width = width
    self.height = height
    self.channels = channels
    self.bytes = bytes
  }

  /// The picture in gray: luma of ITU-R BT.601 in 16-bit fixed point, as common imaging libraries round it.
  func gray() -> PixelBuffer {
    guard channels == 3 else { return self }
    var luma = [UInt8](repeating: 0, count: width * height)
    for pixel in 0..<luma.count {
      let (red, green, blue) = (Int(bytes[3 * pixel]), Int(bytes[3 * pixel + 1]), Int(bytes[3 * pixel + 2]))
      luma[pixel] = UInt8((red * 19595 + green * 38470 + blue * 7471 + 0x8000) >> 16)
    }
    return PixelBuffer(width: width, height: height, channels: 1, bytes: luma)
  }
}
