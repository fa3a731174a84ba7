/// Lays pixels with transparency over white, channel by channel in the 8-bit values themselves.
///
/// - Parameters:
///   - pixels: red, green, blue and opacity of each pixel.
///   - isPremultiplied: Whether the colours were multiplied by their opacity.
/// - Returns: red, green and blue of each pixel.
func overWhite(_ pixels: [UInt8], isPremultiplied: Bool = false) -> [UInt8] {
  let count = pixels.count / 4
  return [UInt8](unsafeUninitializedCapacity: count * 3) { buffer, initialized in
    pixels.withUnsafeBufferPointer { pixels in
      for pixel in 0..<count {
        let opacity = Int(pixels[pixel * 4 + 3])
        for channel in 0..<3 {
          let colour = Int(pixels[pixel * 4 + channel])
          buffer[pixel * 3 + channel] =
            isPremultiplied
            ? UInt8(min(255, colour + 255 - opacity)) : UInt8((colour * opacity + 255 * (255 - opacity) + 127) / 255)
        }
      }
    }
    initialized = count * 3
  }
}
